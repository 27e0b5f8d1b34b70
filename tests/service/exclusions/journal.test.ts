import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { selectEvenements } from '../../../service/exclusions/evenements'
import { don, insertDons } from '../../support/dons'
import { exclude, reinstate } from '../../support/exclusion'
import { createDatabase } from '../../support/service'
import { tamper } from '../../support/tamper'
import { empty } from '../../support/vider'

const database = await createDatabase()
const { db, url } = database
afterAll(database.drop)

beforeEach(async () => {
  await tamper(db, sql`truncate evenements_exclusion`)
  await empty(db, 'donateurs_exclus', 'donations')
})

describe('Le journal ne se modifie pas', () => {
  const attempts = [
    `update evenements_exclusion set raison = ''`,
    `delete from evenements_exclusion`,
    `truncate evenements_exclusion`,
  ]

  test.each(attempts)('même par son propriétaire : %s', async (attempt) => {
    await exclude(db, 'A')
    await expect(sql.raw(attempt).execute(db)).rejects.toThrow(/ne se modifie pas/)
  })

  test.each(attempts)('même quand les déclencheurs ordinaires se taisent : %s', async (attempt) => {
    await exclude(db, 'A')
    const replica = db.transaction().execute(async (transaction) => {
      await sql`set local session_replication_role = replica`.execute(transaction)
      await sql.raw(attempt).execute(transaction)
    })
    await expect(replica).rejects.toThrow(/ne se modifie pas/)
  })

  test('par un rôle qui peut ajouter et lire, et rien d’autre', async () => {
    const role = `service_${randomUUID().slice(0, 8)}`
    await sql`create role ${sql.id(role)} login password 'secret'`.execute(db)
    await sql`grant select on evenements_exclusion, donateurs_exclus, donations to ${sql.id(role)}`.execute(
      db,
    )
    await sql`
      grant execute on function ajouter_evenement_exclusion, inscrire_evenement_exclusion
      to ${sql.id(role)}`.execute(db)
    const address = new URL(url)
    address.username = role
    address.password = 'secret'
    const client = new pg.Client({ connectionString: address.href })
    await client.connect()
    try {
      await client.query(
        `select ajouter_evenement_exclusion(gen_random_uuid(), 'A', 'EXCLUSION', '', 'moi', null, 0)`,
      )
      const { rows } = await client.query('select contact_id from donateurs_exclus')
      expect(rows).toEqual([{ contact_id: 'A' }])
      for (const attempt of [
        ...attempts,
        `insert into evenements_exclusion select 2, gen_random_uuid(), contact_id, type, raison, exclu_par,
          identite, survenu_le, donations_concernees, montant_concerne, empreinte, empreinte
          from evenements_exclusion`,
        'delete from donateurs_exclus',
        `insert into donateurs_exclus values ('B', 1)`,
        'alter table evenements_exclusion disable trigger all',
        'drop table evenements_exclusion',
        'select reconstruire_donateurs_exclus()',
      ])
        await expect(client.query(attempt), attempt).rejects.toMatchObject({ code: '42501' })
    } finally {
      await client.end()
      await sql`drop owned by ${sql.id(role)}`.execute(db)
      await sql`drop role ${sql.id(role)}`.execute(db)
    }
  })
})

describe('Chaque événement', () => {
  test('porte l’empreinte de sa forme écrite, telle que la documentation la décrit', async () => {
    await insertDons(db, [don({ contact_id: 'É:1,', order_amount: 150 })])
    await sql`
      select ajouter_evenement_exclusion(
        '7b6f8a52-4a39-4f0e-9a51-0f6f4f0b7a10', 'É:1,', 'EXCLUSION', 'deux
lignes 😀', 'Utilisateur', null, 0)`.execute(db)
    const evenement = await selectEvenements(db).executeTakeFirstOrThrow()
    expect(evenement.survenu_le).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/)
    const canonical =
      '21:evenement_exclusion/1,1:1,36:7b6f8a52-4a39-4f0e-9a51-0f6f4f0b7a10,5:É:1,,9:EXCLUSION,' +
      `16:deux\nlignes 😀,11:Utilisateur,-,27:${evenement.survenu_le},1:1,6:150.00,64:${'0'.repeat(64)},`
    expect(evenement.empreinte).toBe(createHash('sha256').update(canonical).digest('hex'))
  })

  test('suit le précédent, sans trou dans les numéros, même après des échecs', async () => {
    await exclude(db, 'A')
    await expect(exclude(db, 'A')).rejects.toThrow()
    await expect(reinstate(db, 'B')).rejects.toThrow()
    await reinstate(db, 'A')
    const [first, second, ...others] = await selectEvenements(db).orderBy('numero').execute()
    expect(others).toEqual([])
    expect([first?.numero, second?.numero]).toEqual([1, 2])
    expect(second?.empreinte_precedente).toBe(first?.empreinte)
  })
})

test('[0.1.0 B5] un événement n’est jamais daté d’avant celui qu’il suit, même quand l’horloge recule', async () => {
  await exclude(db, 'A')
  await tamper(db, sql`update evenements_exclusion set survenu_le = survenu_le + interval '1 hour'`)
  await reinstate(db, 'A')
  const [first, second] = await selectEvenements(db).orderBy('numero').execute()
  expect(second?.survenu_le).toBe(first?.survenu_le)
})

describe('L’état courant', () => {
  const state = () => db.selectFrom('donateurs_exclus').selectAll().orderBy('contact_id').execute()

  test('est celui que le journal raconte', async () => {
    for (const contact of ['A', 'B', 'C']) await exclude(db, contact)
    await reinstate(db, 'B')
    await reinstate(db, 'A')
    await exclude(db, 'A')
    const expected = [
      { contact_id: 'A', numero: 6 },
      { contact_id: 'C', numero: 3 },
    ]
    expect(await state()).toEqual(expected)
    expect(
      await db
        .selectFrom('donateurs_exclus_recalcules')
        .selectAll()
        .orderBy('contact_id')
        .execute(),
    ).toEqual(expected)
  })

  test('se reconstruit depuis le journal, et dit ce qui ne lui ressemblait pas', async () => {
    await exclude(db, 'A')
    await exclude(db, 'B')
    await sql`delete from donateurs_exclus where contact_id = 'A'`.execute(db)
    await sql`insert into donateurs_exclus values ('Z', 7)`.execute(db)
    const { rows } = await sql`select * from reconstruire_donateurs_exclus()`.execute(db)
    expect(rows).toEqual([
      { contact_id: 'A', numero_trouve: null, numero_attendu: 1 },
      { contact_id: 'Z', numero_trouve: 7, numero_attendu: null },
    ])
    expect(await state()).toEqual([
      { contact_id: 'A', numero: 1 },
      { contact_id: 'B', numero: 2 },
    ])
  })
})
