import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parse } from 'csv-parse/sync'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Chaine, Exclusions, Historique } from '../../../service/contract/exclusions'
import { writeCheckpoint } from '../../../service/exclusions/chaine'
import { get, refresh } from '../../support/analyses'
import { exclude, reinstate } from '../../support/exclusion'
import { startService } from '../../support/service'
import { tamper } from '../../support/tamper'
import { empty } from '../../support/vider'

const DATA_DIR = await mkdtemp(path.join(tmpdir(), 'dons-historique-'))
afterAll(() => rm(DATA_DIR, { recursive: true }))
const { app, database } = await startService({ DATA_DIR })
const { db } = database
const checkpoints = path.join(DATA_DIR, 'checkpoints', 'exclusions.jsonl')

async function fill(): Promise<void> {
  await tamper(db, sql`truncate evenements_exclusion`)
  await empty(db, 'donateurs_exclus')
  await rm(path.dirname(checkpoints), { recursive: true, force: true })
  await writeCheckpoint(db, DATA_DIR, new Date('2026-03-09T10:00:00Z'))
  await exclude(db, 'A')
  await exclude(db, 'B')
  await reinstate(db, 'A')
  await exclude(db, '=1+1')
}
beforeEach(fill)

const history = (query = '') => get<Historique>(app, `/api/exclusions/historique${query}`)
const numbers = ({ evenements }: Historique) => evenements.map((evenement) => evenement.numero)
const chain = () => get<Chaine>(app, '/api/exclusions/chaine')

describe('L’historique', () => {
  test('montre tous les événements, le dernier en tête', async () => {
    const { evenements, pagination } = await history()
    expect(evenements.map(({ numero, contact_id, type }) => [numero, contact_id, type])).toEqual([
      [4, '=1+1', 'EXCLUSION'],
      [3, 'A', 'REINTEGRATION'],
      [2, 'B', 'EXCLUSION'],
      [1, 'A', 'EXCLUSION'],
    ])
    expect(pagination).toMatchObject({ current_page: 1, total_pages: 1, total_items: 4 })
  })

  test('dit les noms que portent les fiches aujourd’hui ; son fichier n’en a pas', async () => {
    await db.deleteFrom('donateurs').execute()
    await db
      .insertInto('donateurs')
      .values([{ contact_id: 'A', firstname: 'Anne', lastname: 'Un' }])
      .execute()
    const { evenements } = await history()
    expect(evenements.map(({ nom, nom_principal }) => [nom, nom_principal])).toEqual([
      [null, null],
      ['Anne Un', null],
      [null, null],
      ['Anne Un', null],
    ])
    expect((await app.inject('/api/exclusions/historique.csv')).body).not.toContain('Anne')
    await db.deleteFrom('donateurs').execute()
  })

  test('dit quelles exclusions sont en vigueur', async () => {
    const { evenements } = await history()
    expect(evenements.map(({ en_vigueur }) => en_vigueur)).toEqual([true, false, true, false])
  })

  test('se feuillette ; après la fin vient la dernière page', async () => {
    expect(numbers(await history('?limit=3&page=2'))).toEqual([1])
    const past = await history('?limit=3&page=9')
    expect(numbers(past)).toEqual([1])
    expect(past.pagination).toEqual({
      current_page: 2,
      total_pages: 2,
      total_items: 4,
      has_previous: true,
      has_next: false,
    })
  })

  test('se filtre par contact et par type ; un champ laissé vide ne filtre pas', async () => {
    expect(numbers(await history('?contact_id=A'))).toEqual([3, 1])
    expect(numbers(await history('?contact_id=A&type=EXCLUSION&du=&au='))).toEqual([1])
    expect(numbers(await history('?contact_id=Z'))).toEqual([])
  })

  test('C se filtre par ce qui est en vigueur : une exclusion de chaque donateur exclu', async () => {
    const { exclusions, total } = await get<Exclusions>(app, '/api/exclusions/liste')
    const { evenements, pagination } = await history('?en_vigueur=1')
    expect(evenements.map(({ contact_id }) => contact_id).sort()).toEqual(
      exclusions.map(({ contact_id }) => contact_id).sort(),
    )
    expect(evenements.every(({ en_vigueur }) => en_vigueur)).toBe(true)
    expect([pagination.total_items, total]).toEqual([evenements.length, evenements.length])
    expect(total).toBeGreaterThan(0)
    const file = await app.inject('/api/exclusions/historique.csv?en_vigueur=1')
    expect(file.body.trim().split('\r\n')).toHaveLength(1 + total)
  })

  test('se filtre par jours de Paris, bornes comprises', async () => {
    const at = (numero: number, instant: string) =>
      tamper(
        db,
        sql`update evenements_exclusion set survenu_le = ${instant} where numero = ${numero}`,
      )
    await at(1, '2026-03-09T22:59:59Z')
    await at(2, '2026-03-09T23:00:00Z')
    await at(3, '2026-03-10T22:59:59.999999Z')
    await at(4, '2026-03-10T23:00:00Z')
    expect(numbers(await history('?du=2026-03-10&au=2026-03-10'))).toEqual([3, 2])
    expect(numbers(await history('?du=2026-03-11'))).toEqual([4])
    expect(numbers(await history('?au=2026-03-09'))).toEqual([1])
  })

  test('refuse une date qui n’existe pas', async () => {
    const response = await app.inject('/api/exclusions/historique?du=2026-02-30')
    expect(response.statusCode).toBe(422)
    expect(response.json()).toMatchObject({ champ: 'du' })
  })
})

describe('L’historique en CSV', () => {
  test('s’ouvre dans Excel en français et garde chaque champ en entier', async () => {
    const response = await app.inject('/api/exclusions/historique.csv')
    expect(response.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(response.headers['content-disposition']).toMatch(/historique-exclusions\.csv/)
    expect(response.body.startsWith('\uFEFFNuméro;')).toBe(true)
    expect(response.body.endsWith('\r\n')).toBe(true)

    const rows: Record<string, string>[] = parse(response.body, {
      bom: true,
      delimiter: ';',
      columns: true,
    })
    const { evenements } = await history()
    expect(rows.map((row) => row['Empreinte'])).toEqual(
      evenements.map((evenement) => evenement.empreinte).reverse(),
    )
    expect(rows[3]).toMatchObject({
      Contact: `'=1+1`,
      'Montant concerné (€)': '0,00',
      'Horodatage UTC': evenements[0]?.survenu_le,
    })
  })

  test('suit les mêmes filtres', async () => {
    const { body } = await app.inject('/api/exclusions/historique.csv?contact_id=B')
    expect(body.trim().split('\r\n')).toHaveLength(2)
  })
})

describe('L’état de la chaîne', () => {
  test('est bon sur un journal vide et sur un journal intact', async () => {
    expect(await chain()).toMatchObject({ valide: true, evenements: 4, premiere_anomalie: null })
    await tamper(db, sql`truncate evenements_exclusion`)
    expect(await chain()).toMatchObject({ valide: true, evenements: 0, empreinte: null })
  })

  test.each([
    {
      what: 'un événement modifié',
      numero: 2,
      constat: /ne correspond plus à son empreinte/,
      damages: [sql`update evenements_exclusion set raison = 'autre' where numero = 2`],
    },
    {
      what: 'un événement supprimé',
      numero: 2,
      constat: /manque/,
      damages: [sql`delete from evenements_exclusion where numero = 2`],
    },
    {
      what: 'un événement récrit avec une nouvelle empreinte',
      numero: 3,
      constat: /ne suit pas l’événement qui le précède/,
      damages: [
        sql`update evenements_exclusion set contact_id = 'Z' where numero = 2`,
        sql`update evenements_exclusion e set empreinte = empreinte_evenement(e) where numero = 2`,
      ],
    },
  ])('montre $what, vérifié avant ou non', async ({ numero, constat, damages }) => {
    for (const verified of [false, true]) {
      if (verified) expect((await chain()).valide).toBe(true)
      for (const damage of damages) await tamper(db, damage)
      const anomalie = { numero, constat: expect.stringMatching(constat) as string }
      expect((await chain()).premiere_anomalie).toEqual(anomalie)
      await exclude(db, 'C')
      expect((await chain()).premiere_anomalie).toEqual(anomalie)
      await fill()
    }
  })

  test('suit un journal qui grandit, et montre l’événement nouveau qui ne suit pas', async () => {
    for (const contact of ['C', 'D', 'E']) {
      await exclude(db, contact)
      expect((await chain()).valide).toBe(true)
    }
    expect(await chain()).toMatchObject({ evenements: 7 })
    await exclude(db, 'F')
    await tamper(db, sql`update evenements_exclusion set raison = 'autre' where numero = 8`)
    expect((await chain()).premiere_anomalie?.numero).toBe(8)
    await tamper(db, sql`update evenements_exclusion set raison = 'essai' where numero = 8`)
    expect(await chain()).toMatchObject({ valide: true, evenements: 8 })
  })

  test('[0.1.0 B5] montre un événement antidaté, même si toutes les empreintes ont été refaites', async () => {
    await tamper(
      db,
      sql`update evenements_exclusion set survenu_le = survenu_le - interval '1 hour' where numero = 4`,
    )
    await tamper(
      db,
      sql`update evenements_exclusion e set empreinte = empreinte_evenement(e) where numero = 4`,
    )
    expect((await chain()).premiere_anomalie).toEqual({
      numero: 4,
      constat: expect.stringMatching(
        /^Il est daté du .*, avant celui qui le précède .*\u00A0: il a été antidaté/,
      ) as string,
    })
  })

  test('[0.1.0 B4] ne se fie pas à la fonction d’empreinte de la base', async () => {
    await db.transaction().execute(async (transaction) => {
      await sql`alter table evenements_exclusion disable trigger all`.execute(transaction)
      await sql`update evenements_exclusion set raison = 'autre' where numero = 2`.execute(
        transaction,
      )
    })
    await sql`
      alter function empreinte_evenement(evenements_exclusion) rename to empreinte_vraie`.execute(
      db,
    )
    await sql`
      create function empreinte_evenement(evenement evenements_exclusion) returns text
      language sql stable return (evenement).empreinte`.execute(db)
    const { premiere_anomalie } = await chain()
    await sql`drop function empreinte_evenement(evenements_exclusion)`.execute(db)
    await sql`
      alter function empreinte_vraie(evenements_exclusion) rename to empreinte_evenement`.execute(
      db,
    )
    expect(premiere_anomalie).toMatchObject({ numero: 2 })
  })

  test('[0.1.0 B3] dit qu’aucun point de contrôle ne garantit le journal, ou que leur fichier est abîmé', async () => {
    expect(await chain()).toMatchObject({ valide: true, sans_point_de_controle: false })
    await rm(checkpoints)
    expect(await chain()).toMatchObject({ valide: true, sans_point_de_controle: true })
    await refresh(app)
    expect(await chain()).toMatchObject({ valide: true, sans_point_de_controle: true })
    await writeFile(checkpoints, 'x\n')
    expect(await chain()).toMatchObject({
      valide: false,
      premiere_anomalie: {
        numero: null,
        constat: 'Le fichier des points de contrôle a 1\u00A0ligne illisible.',
      },
    })
    await rm(checkpoints)
    await symlink('/dev/null', checkpoints)
    expect((await chain()).premiere_anomalie?.constat).toMatch(/n’est pas un fichier ordinaire/)
  })

  test('[0.1.0 C] nomme qui s’est porté garant du journal', async () => {
    const { empreinte } = await chain()
    const reprise = { par: 'Zoé Ünal', motif: 'sauvegarde restaurée', reculs: [] }
    const le = '2026-03-10T10:00:00.000Z'
    await writeFile(checkpoints, `${JSON.stringify({ evenements: 4, empreinte, le, reprise })}\n`)
    expect((await chain()).reprises).toEqual([
      { le, evenements: 4, par: 'Zoé Ünal', motif: 'sauvegarde restaurée' },
    ])
  })

  test('montre une fin coupée, quand un point de contrôle l’a vue', async () => {
    await writeCheckpoint(db, DATA_DIR, new Date('2026-03-10T10:00:00Z'))
    expect(await chain()).toMatchObject({ valide: true, points_de_controle: 2 })
    await tamper(db, sql`delete from evenements_exclusion where numero = 4`)
    expect(await chain()).toMatchObject({
      valide: false,
      premiere_anomalie: {
        numero: 4,
        constat: expect.stringMatching(/fin du journal a été coupée/) as string,
      },
    })
  })
})

describe('Un point de contrôle', () => {
  const lines = async () => (await readFile(checkpoints, 'utf8')).split('\n')

  test('note combien d’événements il y a, l’empreinte du dernier, la dernière publication et l’heure', async () => {
    await writeCheckpoint(db, DATA_DIR, new Date('2026-03-10T10:00:00Z'))
    const [, line = '', end] = await lines()
    const publications = await db
      .selectFrom('publications')
      .select(['numero', 'empreinte'])
      .orderBy('numero', 'desc')
      .executeTakeFirst()
    expect(JSON.parse(line)).toEqual({
      evenements: 4,
      empreinte: (await history()).evenements[0]?.empreinte,
      ...(publications && { publications }),
      le: '2026-03-10T10:00:00.000Z',
    })
    expect(end).toBe('')
  })

  test('ne s’écrit pas deux fois pour le même journal', async () => {
    await writeCheckpoint(db, DATA_DIR, new Date())
    await writeCheckpoint(db, DATA_DIR, new Date())
    expect(await lines()).toHaveLength(3)
    await exclude(db, 'C')
    await writeCheckpoint(db, DATA_DIR, new Date())
    expect(await lines()).toHaveLength(4)
  })

  test('s’écrit après chaque rafraîchissement', async () => {
    await refresh(app)
    await vi.waitFor(async () => expect(await lines()).toHaveLength(3), { timeout: 60_000 })
  })

  test('commence une ligne nouvelle après une ligne qu’une panne a coupée', async () => {
    await writeCheckpoint(db, DATA_DIR, new Date())
    await writeFile(checkpoints, '{"evenements":4,"emp', { flag: 'a' })
    await exclude(db, 'C')
    await writeCheckpoint(db, DATA_DIR, new Date())
    expect(await chain()).toMatchObject({ valide: true, points_de_controle: 3 })
    expect(await lines()).toHaveLength(4)
  })

  test('[0.1.0 B3] se pose au départ du service, tant que le journal est vide', async () => {
    await tamper(db, sql`truncate evenements_exclusion`)
    await rm(path.dirname(checkpoints), { recursive: true })
    const other = await startService({ DATA_DIR })
    await other.app.listen({ port: 0, host: '127.0.0.1' })
    await vi.waitFor(async () => expect((await lines())[0]).toContain('"evenements":0'), {
      timeout: 60_000,
    })
  })
})
