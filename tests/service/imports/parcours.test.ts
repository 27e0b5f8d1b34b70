import { expect, test, vi } from 'vitest'
import type { UploadStatus } from '#contract/imports'
import { importFile, preview, upload, waitForImport } from '../../support/imports'
import { startService } from '../../support/service'
import { empty } from '../../support/vider'

const { app, database } = await startService()

const FILE = [
  'id;montant;date;contact',
  '1;10,50;31/12/2025;c1',
  '2;0;2025-01-01;c2',
  '3;abc;2025-01-01;c3',
].join('\r\n')

test('un fichier de dons est lu, montré, importé, puis retrouvé dans le journal', async () => {
  const apercu = await preview(app, 'donations', FILE)
  expect(apercu).toMatchObject({
    total_rows: 3,
    valid_donations: 1,
    zero_amount_donations: 1,
    rejets: 1,
    nouveaux: 2,
    modifies: 0,
    montant_total: 10.5,
    premiere_date: '2025-01-01',
    derniere_date: '2025-12-31',
    sans_fiche: 2,
    detecte: { delimiteur: 'point-virgule', encodage: 'UTF-8', ligne_entete: 1 },
  })
  expect(apercu.rejets_par_motif).toEqual([
    {
      motif: 'Le montant n’est pas lisible.',
      nombre: 1,
      exemples: [
        { ligne: 4, texte: '3;abc;2025-01-01;c3', motif: 'Le montant n’est pas lisible.' },
      ],
    },
  ])
  const stored = () => database.pool.query('select id, order_amount, order_date from donations')
  expect((await stored()).rows, 'rien n’est écrit avant l’import').toEqual([])

  const id = await upload(app, 'donations', apercu.fichier_id)
  const status = await waitForImport(app, id)
  expect(status).toMatchObject({
    status: 'completed',
    message: '2 dons ajoutés, 0 modifié, 0 inchangé.',
    resultat: { inseres: 2, modifies: 0, inchanges: 0, doublons: 0, rejetes: 1, zeros: 1 },
  })
  expect((await stored()).rows).toEqual([
    { id: '1', order_amount: 10.5, order_date: '2025-12-31' },
    { id: '2', order_amount: 0, order_date: '2025-01-01' },
  ])
  const journal = (await app.inject('/api/upload/journal')).json()
  expect(journal.imports).toMatchObject([{ upload_id: id, importe_par: 'Utilisateur' }])
})

test('le même fichier importé deux fois ne change rien, et le dit', async () => {
  const apercu = await preview(app, 'donations', FILE)
  expect(apercu.deja_importe_le).not.toBeNull()
  const status = await importFile(app, 'donations', FILE)
  expect(status.resultat).toMatchObject({ inseres: 0, modifies: 0, inchanges: 2, rejetes: 1 })
})

test('un import en cours dit combien de lignes de son travail sont derrière lui', async () => {
  await empty(database.db, 'donations')
  const rows = Array.from({ length: 40 }, (_, index) => `${index};20;2024-05-06;c1`)
  const apercu = await preview(app, 'donations', ['id;montant;date;contact', ...rows].join('\n'))
  const reader = await database.pool.connect()
  await reader.query('begin; lock table donations in access share mode')
  const id = await upload(app, 'donations', apercu.fichier_id)
  await vi.waitFor(
    async () => {
      const status = (await app.inject(`/api/upload/status/${id}`)).json<UploadStatus>()
      expect(status.progress).toMatchObject({
        current_step: expect.stringMatching(/^(Mise en place|Attente de la fin d’un calcul)$/),
        percentage: 99,
        processed: 40,
        total: 40,
      })
    },
    { timeout: 60_000 },
  )
  await reader.query('commit')
  reader.release()
  expect((await waitForImport(app, id)).progress).toMatchObject({ percentage: 100, processed: 40 })
})
