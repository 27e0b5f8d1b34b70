import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { connect, type Database } from '../../../service/platform/database/connect'
import { createRandom } from '../../../service/programs/demo/random'
import { calculerEntier } from '../../../service/publication/calcul/entier'
import { Reserve } from '../../../service/publication/calcul/reserve'
import { don, insertDons } from '../../support/dons'
import { expectedTables, readTables } from '../../support/faits'
import { PATIENCE, tirages } from '../../support/hasard'
import { severalServers, startService } from '../../support/service'

const TOURS = tirages(300)
const GRAINE = Number(process.env['GRAINE'] ?? Date.now() % 100_000)

/** Whatever COPY and arrays must quote. */
const CODES = [
  null,
  '',
  'N/A',
  'X1',
  'vfl',
  'VFL É',
  'Ü',
  'a\tb',
  'c\\d',
  '"q"',
  'n\nl\r',
  '{x,y}',
  'NULL',
  '\\N',
  ' ',
  '\b\f\v',
] as const
const CONTACTS = ['A', 'B', 'a', 'É', 'f "g"', 't\tx', 'b\\s', 'n\nl', '\\.', '', 'Z'] as const
const CODES_POSTAUX = ['75011', '69001', '20200', '', 'B\t1000', null, '97133'] as const
const MONTANTS = [0, 0.01, 5, 19.99, 20, 20, 20, 30, 49.99, 50, 999.99, 5_000] as const
/** Gaps between gifts, near the bounds of each pace. */
const ECARTS = [
  0, 1, 24, 25, 28, 30, 31, 31, 37, 38, 60, 80, 91, 92, 102, 103, 357, 365, 366, 373,
] as const

class Undone extends Error {}

/** What the tables hold after a whole computation, of which nothing is kept, and what they must hold. */
async function calculerPuisDefaire({ reserve, pool }: Database) {
  let found: Record<string, string[]> = {}
  let expected: Record<string, string[]> = {}
  const run = reserve(({ db, client }) =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (tx) => {
        await calculerEntier({ tx, client, pool }, new AbortController().signal)
        found = await readTables(tx)
        expected = await expectedTables(tx)
        throw new Undone()
      }),
  )
  await expect(run).rejects.toThrow(Undone)
  return { found, expected }
}

const { database } = await startService()
const { db } = database

test.skipIf(severalServers())(
  `de dons, de fusions et d’exclusions au hasard, le calcul en une passe trouve ce que trouve un recalcul, ligne pour ligne (graine ${GRAINE})`,
  { timeout: PATIENCE },
  async () => {
    const { pick, between, chance } = createRandom(GRAINE)
    const service = connect(database.serviceUrl, { max: 4 })
    let next = 1
    const give = async (contact: string, jour: number, montant: number) => {
      const id = chance(0.3) ? `${'x'.repeat(between(0, 3))}${next++}` : String(next++)
      await sql`
        insert into donations
        values (${id}, null, ${montant}, date '1970-01-01' + ${jour}::integer, ${contact}, ${pick(CODES)}, ${pick(CODES)},
          ${pick(CODES)}, ${pick(CODES)})`.execute(db)
    }
    const acts = [
      async () => {
        // Gifts that follow each other, whose amount may change and of which some are missing.
        const contact = pick(CONTACTS)
        let jour = between(16_000, 20_600)
        let montant = pick(MONTANTS)
        const ecart = chance(0.7) ? pick([30, 31, 91, 365]) : pick(ECARTS)
        for (let count = between(1, 8); count > 0; count--) {
          await give(contact, jour, montant)
          jour += chance(0.9) ? ecart : pick(ECARTS)
          if (chance(0.15)) montant = pick(MONTANTS)
        }
      },
      async () => {
        for (let count = between(1, 5); count > 0; count--)
          await give(pick(CONTACTS), between(-25_000, 30_000), pick(MONTANTS))
      },
      // Of one day, in every order of ids.
      async () => {
        const [contact, jour] = [pick(CONTACTS), between(19_000, 19_003)]
        for (let count = between(2, 4); count > 0; count--)
          await give(contact, jour, pick(MONTANTS))
      },
      () => sql`delete from donations where random() < 0.3`.execute(db),
      () =>
        sql`
          insert into donateurs (contact_id, zip) values (${pick(CONTACTS)}, ${pick(CODES_POSTAUX)})
          on conflict (contact_id) do update set zip = excluded.zip`.execute(db),
      () =>
        sql`
          insert into fiches_dites (contact_id, zip)
          values (${pick(CONTACTS)}, ${pick([null, '2024-05-01', '2025-05-01'])}::date)
          on conflict (contact_id) do update set zip = excluded.zip`.execute(db),
      () =>
        sql`
          insert into donateurs_exclus values (${pick(CONTACTS)}, ${next++}) on conflict do nothing`.execute(
          db,
        ),
      () => sql`delete from donateurs_exclus where random() < 0.5`.execute(db),
      () =>
        sql`
          insert into groupes_contacts
          select membre, principal, ${next++}
          from (select ${pick(CONTACTS)}::text as membre, ${pick(CONTACTS)}::text as principal) as paire
          where membre <> principal
            and principal not in (select contact_id from groupes_contacts)
            and membre not in (select contact_principal from groupes_contacts)
          on conflict do nothing`.execute(db),
      () => sql`delete from groupes_contacts where random() < 0.3`.execute(db),
    ] as const

    let series = 0
    // What every seed has: a series, and a last gift that is so by the length of its id.
    for (let at = 0; at < 8; at++) await give('A', 20_000 + 30 * at, 20)
    await insertDons(db, [
      don({ id: 'z1000', contact_id: 'Z', order_date: '2024-12-30', order_amount: 5_000 }),
      don({ id: 'z999', contact_id: 'Z', order_date: '2024-12-30', order_amount: 5 }),
    ])
    try {
      for (let tour = 0; tour <= TOURS; tour++) {
        for (let act = tour === 0 ? 0 : between(1, 4); act > 0; act--) await pick(acts)()
        // Who counts as one person is excluded as one.
        await sql`
          delete from donateurs_exclus using groupes_contacts as groupes
          where donateurs_exclus.contact_id = groupes.contact_id`.execute(db)
        await sql`
          insert into donateurs_exclus
          select groupes.contact_id, -groupes.numero
          from groupes_contacts as groupes
          join donateurs_exclus on donateurs_exclus.contact_id = contact_principal`.execute(db)
        const { found, expected } = await calculerPuisDefaire(service)
        expect(found, `tour ${tour}`).toEqual(expected)
        series += found['series']?.length ?? 0
      }
    } finally {
      await service.close()
    }
    expect(series).toBeGreaterThan(0)
  },
)

test('ce qui ne tient pas en mémoire attend dans la base, et en revient par clé, dans son ordre', async () => {
  const { between } = createRandom(GRAINE)
  await database.reserve(async ({ client }) => {
    let ouverte = 0
    const reserve = new Reserve(() => {
      ouverte++
      return Promise.resolve(client)
    }, 100_000)
    const attendus = new Map<number, string>()
    for (let rang = 0; rang < 30_000; rang++) {
      const cle = between(-1, 3)
      const texte = `é\\t${rang}${'x'.repeat(between(0, 60))}`
      reserve.lignes(cle).ecrit(Buffer.from(texte)).entier(rang).fin()
      attendus.set(cle, `${attendus.get(cle) ?? ''}${texte}\t${rang}\n`)
      if (rang % 100 === 0) await reserve.ranger()
    }
    expect(reserve.cles()).toEqual([-1, 0, 1, 2, 3])
    for (const cle of reserve.cles()) {
      const morceaux: Buffer[] = []
      for await (const morceau of reserve.rendre(cle)) morceaux.push(morceau)
      expect(Buffer.concat(morceaux).toString() === attendus.get(cle), `clé ${cle}`).toBe(true)
    }
    expect(reserve.cles()).toEqual([])
    expect(ouverte).toBe(1)
    await client.query('rollback')
  })
})
