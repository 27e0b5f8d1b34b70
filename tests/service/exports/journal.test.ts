import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { JournalExports } from '../../../service/contract/exports'
import { keepPurging, purgeJournal } from '../../../service/donateurs/exports/journal'
import { openLog } from '../../../service/log'
import { note } from '../../../service/platform/http/exports'
import { don, insertDons } from '../../support/dons'
import { startService } from '../../support/service'
import { tamper } from '../../support/tamper'
import { empty } from '../../support/vider'

const { app, database } = await startService({ SERVICE_TOKEN: 'un-jeton-de-seize-lettres' })
const { db } = database
const headers = { authorization: 'Bearer un-jeton-de-seize-lettres' }

const lire = async () =>
  (await app.inject({ url: '/api/exports/journal', headers })).json<JournalExports>()

beforeEach(async () => {
  await empty(db, 'donations', 'journal_exports')
})

const REQUEST = { headers: {} } as Parameters<typeof note>[1]

async function* lignes(nombre: number, echec?: Error): AsyncGenerator<string> {
  yield 'Titre\r\n'
  for (let at = 0; at < nombre; at++) {
    await Promise.resolve()
    yield `"${at}\r\n"\r\n`
  }
  if (echec) throw echec
}

describe('Le journal des exports', () => {
  test('note qui, quand, quel ensemble, combien de lignes, et le SHA-256 du fichier', async () => {
    await insertDons(
      db,
      [1, 2, 3].map((at) => don({ id: `D${at}`, product_code: 'deux\r\nlignes' })),
    )
    const file = await app.inject({
      url: '/api/donations/list.csv?year=2024&details=1',
      headers: { ...headers, 'x-identite': encodeURIComponent('Zoé Péan') },
    })
    const { exports, total } = await lire()
    expect(total).toBe(1)
    expect(exports).toEqual([
      {
        export_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
        commence_le: expect.stringMatching(/^\d{4}-/) as string,
        termine_le: expect.stringMatching(/^\d{4}-/) as string,
        fichier: 'donations',
        par: 'Zoé Péan',
        parametres: { year: '2024', details: '1' },
        statut: 'complet',
        lignes: 3,
        sha256: createHash('sha256').update(file.rawPayload).digest('hex'),
      },
    ])
  })

  test('ne dit d’une question que son existence', async () => {
    const query = { ensemble: 'tous', q: 'Péan', contact_id: 'C1', annee: 2024, tri: undefined }
    for await (const _ of note(db, REQUEST, { fichier: 'liste', query })(lignes(0)));
    const { exports } = await lire()
    expect(exports[0]).toMatchObject({
      par: 'Utilisateur',
      parametres: { ensemble: 'tous', q: 'oui', contact_id: 'oui', annee: '2024' },
      lignes: 0,
    })
    const { rows } = await sql<{
      texte: string
    }>`select j::text as texte from journal_exports j`.execute(db)
    expect(rows[0]?.texte).not.toMatch(/Péan|C1/)
  })

  test('dit d’un fichier que personne n’a lu jusqu’au bout ce qui est parti', async () => {
    for await (const text of note(db, REQUEST, { fichier: 'selection', query: {} })(lignes(100)))
      if (text.includes('9')) break
    const { exports } = await lire()
    expect(exports[0]).toMatchObject({ statut: 'interrompu', lignes: 10, sha256: null })
    expect(exports[0]?.termine_le).not.toBeNull()
  })

  test('dit d’un fichier qui échoue qu’il n’est pas entier, et l’échec reste', async () => {
    const read = async () => {
      const file = note(db, REQUEST, { fichier: 'liste', query: {} })(lignes(2, new Error('panne')))
      for await (const _ of file);
    }
    await expect(read()).rejects.toThrow('panne')
    expect((await lire()).exports[0]).toMatchObject({
      statut: 'interrompu',
      lignes: 2,
      sha256: null,
    })
  })

  test('un fichier dont la fin ne peut pas être notée ne finit pas', async () => {
    const file = note(db, REQUEST, { fichier: 'liste', query: {} })(lignes(1))
    await file.next()
    await sql`alter table journal_exports rename to journal_ailleurs`.execute(db)
    await expect(file.next()).rejects.toThrow(/journal_exports/)
    await sql`alter table journal_ailleurs rename to journal_exports`.execute(db)
  })

  test('un fichier commencé est en cours ; s’il ne finit jamais, il est interrompu', async () => {
    const file = note(db, REQUEST, { fichier: 'liste', query: {} })(lignes(3))
    await file.next()
    expect((await lire()).exports[0]).toMatchObject({ statut: 'en_cours', lignes: null })
    await tamper(
      db,
      sql`update journal_exports set commence_le = clock_timestamp() - interval '3 hours'`,
      'journal_exports',
    )
    expect((await lire()).exports[0]?.statut).toBe('interrompu')
    await file.return(undefined)
  })

  test('se lit du dernier au premier, avec son fichier, et oublie après douze mois', async () => {
    await sql`
      insert into journal_exports (commence_le, termine_le, fichier, par, parametres, lignes, sha256)
      select clock_timestamp() - age::interval, clock_timestamp(), 'liste', age, '{"annee": "2024"}', 1, repeat('a', 64)
      from unnest(array['13 months', '11 months', '1 day']) as age
    `.execute(db)
    expect((await lire()).exports.map(({ par }) => par)).toEqual([
      '1 day',
      '11 months',
      '13 months',
    ])
    const { body } = await app.inject({ url: '/api/exports/journal.csv', headers })
    const lines = body.trimEnd().split('\r\n')
    expect(lines).toHaveLength(4)
    expect(lines[1]).toMatch(
      new RegExp(
        `^\\d\\d/\\d\\d/\\d{4} [\\d:]{8};liste;annee=2024;1 day;Complet;1;${'a'.repeat(64)}$`,
      ),
    )
    expect(await purgeJournal(db)).toBe(1)
    expect((await lire()).exports.map(({ par }) => par)).toEqual(['1 day', '11 months'])
    await tamper(
      db,
      sql`update journal_exports set commence_le = commence_le - interval '2 months'`,
      'journal_exports',
    )
    const purging = keepPurging(db, openLog('silent'))
    await purging.stop()
    expect((await lire()).total).toBe(1)
  })

  test('une limite qui n’en est pas une se refuse', async () => {
    const answer = await app.inject({ url: '/api/exports/journal?limit=0', headers })
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toMatchObject({ champ: 'limit' })
  })
})
