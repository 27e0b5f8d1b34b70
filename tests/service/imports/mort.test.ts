import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { beginImport } from '../../../service/imports/entries/entry'
import { readJournal, readStatus } from '../../../service/imports/entries/read'
import { readApercu } from '../../../service/imports/preview/preview'
import type { Db } from '../../../service/platform/database/connect'
import { preview, upload, waitForImport } from '../../support/imports'
import { startService } from '../../support/service'

const { app, database } = await startService()
const { db } = database

const { fichier_id } = await preview(
  app,
  'donations',
  'id;montant;date;contact\n1;10;2025-01-01;c1\n2;20;2025-01-02;c2\n',
)
/** Nobody runs it, as if its process had died. */
const begun = await beginImport(db, {
  fichierId: fichier_id,
  type: 'donations',
  isCompleted: false,
  importePar: 'Utilisateur',
})

const expire = (on: Db) =>
  sql`update leases set renewals = null where job_id = ${fichier_id}`.execute(on)

test('un import dont le bail court est en cours', async () => {
  expect(begun).toBeDefined()
  expect(await readStatus(db, fichier_id)).toMatchObject({ status: 'processing', errors: [] })
  expect(await readApercu(db, fichier_id, false)).toMatchObject({ upload_id: fichier_id })
})

test('lire où en est un import mort le dit échoué sans rien écrire, et son fichier attend à nouveau', async () => {
  // The sweeper of the service sees nothing of a transaction that is undone.
  const undone = new Error('annulé')
  const reading = db.transaction().execute(async (tx) => {
    await expire(tx)
    expect(await readStatus(tx, fichier_id)).toMatchObject({
      status: 'error',
      message: expect.stringContaining('rien n’a été importé'),
      errors: ['Le service s’est arrêté pendant l’import.'],
      resultat: null,
    })
    expect(await readJournal(tx, 1)).toMatchObject({
      imports: [{ upload_id: fichier_id, status: 'error', termine_le: expect.any(String) }],
    })
    expect(await readApercu(tx, fichier_id, false)).toMatchObject({ upload_id: null })
    expect(await tx.selectFrom('imports').select('statut').execute()).toEqual([
      { statut: 'processing' },
    ])
    throw undone
  })
  await expect(reading).rejects.toBe(undone)
})

test('un import mort se relance aussitôt', async () => {
  await expire(db)
  expect(await upload(app, 'donations', fichier_id)).toBe(fichier_id)
  expect(await waitForImport(app, fichier_id)).toMatchObject({
    status: 'completed',
    resultat: { inseres: 2 },
  })
})
