import { sql, ValueNode } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  type DonationsPage,
  type DonationsStats,
  TriDonations,
} from '../../../service/contract/donations'
import { writeList } from '../../../service/donations/list'
import { get } from '../../support/analyses'
import { type Don, don, insertDons } from '../../support/dons'
import { exclude, reinstate } from '../../support/exclusion'
import { publier } from '../../support/publier'
import { startService, testOnOneServer } from '../../support/service'
import { empty } from '../../support/vider'

const { app, database } = await startService()
const { db } = database

beforeEach(async () => {
  await empty(db, 'donations', 'donateurs', 'donateurs_exclus')
})

const list = (query = '') => get<DonationsPage>(app, `/api/donations/list${query}`)
const stats = (query = '') => get<DonationsStats>(app, `/api/donations/stats${query}`)
const ids = ({ donations }: DonationsPage) => donations.map((donation) => donation.id)

/** The orders of the list, told once more without SQL. */
function ordersOf(dons: Don[]): Record<string, string[]> {
  const all = dons.toSorted(
    (one, other) =>
      other.order_amount - one.order_amount ||
      other.order_date.localeCompare(one.order_date) ||
      one.id.length - other.id.length ||
      (one.id < other.id ? -1 : 1),
  )
  const byDay = all.toSorted((one, other) => other.order_date.localeCompare(one.order_date))
  const [montant, date] = [all, byDay].map((list) => list.map(({ id }) => id)) as [
    string[],
    string[],
  ]
  return { montant, '-montant': montant.toReversed(), date, '-date': date.toReversed() }
}

describe('La liste des donations', () => {
  test('va du plus grand montant au plus petit, puis du plus récent, puis par identifiant', async () => {
    await insertDons(db, [
      don({ id: '10', order_amount: 50, order_date: '2024-03-01' }),
      don({ id: '9', order_amount: 50, order_date: '2024-03-01' }),
      don({ id: '8', order_amount: 50, order_date: '2024-03-02' }),
      don({ id: '7', order_amount: 9.99, order_date: '2024-12-31' }),
      don({ id: '6', order_amount: 1000, order_date: '2024-01-01' }),
      don({ id: '5', order_amount: 2000, order_date: '2023-12-31' }),
    ])
    expect(ids(await list('?year=2024'))).toEqual(['6', '8', '9', '10', '7'])
    expect(ids(await list('?year=2023'))).toEqual(['5'])
  })

  test('montre aussi les dons nuls et ceux des donateurs exclus, et le dit', async () => {
    await insertDons(db, [
      don({ id: 'nul', contact_id: 'A', order_amount: 0 }),
      don({ id: 'exclu', contact_id: 'B', order_amount: 30 }),
      don({ id: 'valide', contact_id: 'A', order_amount: 20 }),
    ])
    await exclude(db, 'B')
    const { donations } = await list('?year=2024')
    expect(donations.map(({ id, exclu }) => [id, exclu])).toEqual([
      ['exclu', true],
      ['valide', false],
      ['nul', false],
    ])
  })

  test('joint la fiche du donateur et ses totaux sur toutes ses donations', async () => {
    await db
      .insertInto('donateurs')
      .values({
        contact_id: 'A',
        firstname: 'Zoé',
        lastname: 'Null',
        zip: '01000',
        is_company: false,
      })
      .execute()
    await insertDons(db, [
      don({ contact_id: 'A', order_amount: 30.1, order_date: '2024-05-01' }),
      don({ contact_id: 'A', order_amount: 20.2, order_date: '2019-02-28' }),
      don({ contact_id: 'A', order_amount: 0, order_date: '2025-01-01' }),
    ])
    const { donations } = await list('?year=2024')
    expect(donations[0]?.donateur).toEqual({
      firstname: 'Zoé',
      lastname: 'Null',
      city: null,
      email: null,
      phone: null,
      zip: '01000',
      birthdate: null,
      civility: null,
      is_company: false,
      total_amount: 50.3,
      first_donation_date: '2019-02-28',
      last_donation_date: '2025-01-01',
    })
  })

  test('montre un donateur sans fiche', async () => {
    await insertDons(db, [don({ contact_id: 'Sans fiche', order_amount: 5 })])
    const { donations } = await list('?year=2024')
    expect(donations[0]?.donateur).toMatchObject({ lastname: null, total_amount: 5 })
  })

  test('propose les années qui ont au moins un don, la dernière en tête, et montre celle-là', async () => {
    await insertDons(db, [
      don({ order_date: '2019-01-01' }),
      don({ order_date: '2022-12-31', id: 'dernier' }),
      don({ order_date: '2023-05-05', order_amount: 0 }),
      don({ order_date: '2024-05-05', contact_id: 'Faux' }),
    ])
    await exclude(db, 'Faux')
    const page = await list()
    expect(page.filters).toEqual({ available_years: [2022, 2019], year: 2022 })
    expect(ids(page)).toEqual(['dernier'])

    await reinstate(db, 'Faux')
    expect((await list()).filters.available_years).toEqual([2024, 2022, 2019])
  })

  test('est vide sans données, et pour une année sans don', async () => {
    const nothing = {
      donations: [],
      pagination: {
        current_page: 1,
        total_pages: 0,
        total_items: 0,
        has_previous: false,
        has_next: false,
      },
      filters: { available_years: [], year: null },
    }
    expect(await list()).toEqual(nothing)
    expect(await list('?year=2024&page=7')).toEqual({
      ...nothing,
      filters: { available_years: [], year: 2024 },
    })
  })

  test.each(['?page=0', '?limit=101', '?limit=0', '?year=1899', '?year=abc', '?page=x'])(
    'refuse %s',
    async (query) => {
      expect((await app.inject(`/api/donations/list${query}`)).statusCode).toBe(422)
    },
  )
})

describe('Les pages', () => {
  test('se suivent sans trou ni doublon, de la première à la dernière, et après la fin', async () => {
    const dons = Array.from({ length: 45 }, (_, at) => don({ id: `${at}`, order_amount: at % 7 }))
    await insertDons(db, dons)
    const pages = await Promise.all([1, 2, 3, 4].map((page) => list(`?year=2024&page=${page}`)))
    expect(pages.map((page) => page.donations.length)).toEqual([20, 20, 5, 5])
    expect(pages[3]).toEqual(pages[2])
    expect(pages[2]?.pagination).toEqual({
      current_page: 3,
      total_pages: 3,
      total_items: 45,
      has_previous: true,
      has_next: false,
    })
    expect(new Set(pages.slice(0, 3).flatMap(ids)).size).toBe(45)
  })

  test('sont toutes justes dans une longue année, avec de grands groupes de mêmes montants', async () => {
    const dons = Array.from({ length: 6000 }, (_, at) =>
      don({
        id: `${at * 7}`,
        order_amount: at < 2500 ? 20 : at < 4000 ? (at * 37) % 90 : ((at * 7919) % 100_000) / 100,
        order_date: `2024-${String(1 + (at % 3)).padStart(2, '0')}-${String(1 + (at % 2)).padStart(2, '0')}`,
      }),
    )
    await insertDons(db, dons)
    const { montant, ...orders } = ordersOf(dons)
    for (let page = 1; page <= 60; page += 1)
      expect(ids(await list(`?year=2024&limit=100&page=${page}`)), `page ${page}`).toEqual(
        montant?.slice((page - 1) * 100, page * 100),
      )
    for (const [tri, all] of Object.entries(orders))
      for (const page of [1, 2, 17, 34, 35, 60, 86]) {
        const shown = await list(`?year=2024&limit=70&page=${page}&tri=${tri}`)
        expect(ids(shown), `${tri} ${page}`).toEqual(all.slice((page - 1) * 70, page * 70))
      }
  })

  // On several servers the product says what it wrote, no trigger does, and nothing is exchanged.
  testOnOneServer(
    'suivent aussitôt chaque écriture : ajout, changement, suppression, échange de la table',
    async () => {
      await insertDons(db, [don({ id: 'a', order_amount: 10 }), don({ id: 'b', order_amount: 20 })])
      expect(ids(await list('?year=2024'))).toEqual(['b', 'a'])

      await insertDons(db, [don({ id: 'c', order_amount: 15 })])
      expect(ids(await list('?year=2024'))).toEqual(['b', 'c', 'a'])

      await sql`update donations set order_amount = 30 where id = 'a'`.execute(db)
      expect(ids(await list('?year=2024'))).toEqual(['a', 'b', 'c'])

      await sql`delete from donations where id = 'b'`.execute(db)
      expect(ids(await list('?year=2024'))).toEqual(['a', 'c'])
      expect((await stats('?year=2024')).total_amount).toBe(45)

      await db.transaction().execute(async (transaction) => {
        await sql`create table donations_autre (like partitions.donations_1 including all)`.execute(
          transaction,
        )
        await sql`insert into donations_autre select * from partitions.donations_1 where id = 'c'`.execute(
          transaction,
        )
        await sql`alter table donations detach partition partitions.donations_1`.execute(
          transaction,
        )
        await sql`alter table donations attach partition donations_autre for values from (minvalue) to (maxvalue)`.execute(
          transaction,
        )
        await sql`drop table partitions.donations_1`.execute(transaction)
        await sql`alter table donations_autre rename to donations_1`.execute(transaction)
      })
      expect(ids(await list('?year=2024'))).toEqual(['c'])
    },
  )
})

describe('Le fichier CSV de la liste', () => {
  const file = async (query: string) => {
    const response = await app.inject(`/api/donations/list.csv${query}`)
    expect(response.statusCode, response.body).toBe(200)
    return response
  }
  const lines = (body: string) => body.trimEnd().split('\r\n')

  test('s’ouvre dans Excel en français, avec la fiche, l’état et les détails demandés', async () => {
    await db
      .insertInto('donateurs')
      .values({ contact_id: 'A', firstname: 'Zoé', lastname: '=Null', zip: '01000' })
      .execute()
    await insertDons(db, [
      don({ id: '1', contact_id: 'A', order_amount: 1234.5, campaign_code: 'nan' }),
      don({ id: '2', contact_id: 'Faux', order_amount: 0, codemedia_code: 'A;B' }),
      don({ id: '3', order_date: '2023-01-01' }),
    ])
    await exclude(db, 'Faux')
    const { headers, body } = await file('?year=2024')
    expect(headers['content-disposition']).toBe('attachment; filename="donations-2024.csv"')
    expect(body).toBe(
      '\uFEFFDonation;Date;Montant (€);Donateur;Contact;Média;Campagne;Origine;Validité\r\n' +
        '1;15/06/2024;1234,50;Zoé =Null;A;;;;VALIDE\r\n' +
        '2;15/06/2024;0,00;;Faux;"A;B";;;EXCLU\r\n',
    )
    const [titles = '', first = ''] = lines((await file('?year=2024&details=1')).body)
    expect(titles).toContain('Code postal;E-mail;Téléphone;Naissance;Société;Total donné (€)')
    expect(first).toContain(';01000;')
    expect(first).toContain('1234,50;15/06/2024;15/06/2024;VALIDE')
  })

  test('a toutes les donations de l’année une fois, dans l’ordre de l’écran quel qu’il soit', async () => {
    const dons = Array.from({ length: 4_500 }, (_, at) =>
      don({
        id: `${at * 7}`,
        order_amount: at < 3_000 ? 20 : (at * 37) % 90,
        order_date: `2024-06-0${1 + (at % 3)}`,
      }),
    )
    await insertDons(db, [
      ...dons,
      don({ id: 'avant', order_date: '2023-12-31' }),
      don({ id: 'apres', order_date: '2025-01-01' }),
    ])
    const written = async (query: string) =>
      lines((await file(`?year=2024${query}`)).body)
        .slice(1)
        .map((line) => line.split(';')[0])
    const orders = ordersOf(dons)
    for (const tri of TriDonations.options)
      expect(await written(`&tri=${tri}`), tri).toEqual(orders[tri])
    expect(await written('')).toEqual(await written('&tri=montant'))
  })

  test('[0.1.0 E] n’additionne qu’une fois celui qui a donné très souvent, quelle que soit la longueur du fichier', async () => {
    const dons = Array.from({ length: 6_500 }, (_, at) =>
      don({ id: `${at}`, contact_id: at % 5 === 0 ? `C${at}` : 'Souvent', order_amount: at }),
    )
    await insertDons(db, dons)
    const summed: string[] = []
    const counting = db.withPlugin({
      transformQuery: ({ node }) => {
        if (node.kind === 'RawNode')
          for (const parameter of node.parameters)
            if (ValueNode.is(parameter) && Array.isArray(parameter.value))
              summed.push(...(parameter.value as string[]))
        return node
      },
      transformResult: ({ result }) => Promise.resolve(result),
    })
    let body = ''
    for await (const part of writeList(counting, { year: 2024, details: '1' })) body += part
    expect(summed.filter((id) => id === 'Souvent')).toHaveLength(1)
    expect(summed).toHaveLength(1 + 6_500 / 5)
    expect(body).toBe((await file('?year=2024&details=1')).body)
    const total = dons.reduce(
      (sum, one) => sum + (one.contact_id === 'Souvent' ? one.order_amount : 0),
      0,
    )
    const often = lines(body).filter((line) => line.includes(';Souvent;'))
    expect(often).toHaveLength(5_200)
    expect(often.every((line) => line.includes(`;${total},00;`))).toBe(true)
  })

  test('est d’un seul instant, quoi qu’il se décide et s’importe pendant qu’il s’écrit', async () => {
    await insertDons(
      db,
      Array.from({ length: 4_500 }, (_, at) =>
        don({
          id: `${at}`,
          contact_id: at < 4_400 ? 'A' : `B${at % 9}`,
          order_amount: 5_000 - at,
        }),
      ),
    )
    await publier(db)
    const written: string[] = []
    for await (const part of writeList(db, { year: 2024, dons: '1' })) {
      written.push(part)
      if (written.length !== 2) continue
      await exclude(db, 'A')
      await exclude(db, 'B1')
      await db.updateTable('donations').set({ order_amount: 1 }).where('id', '=', '0').execute()
      await db
        .updateTable('donations')
        .set({ order_amount: 9_999 })
        .where('id', '=', '4499')
        .execute()
    }
    const found = lines(written.join('')).slice(1)
    expect(found.map((line) => line.split(';')[0])).toEqual(
      Array.from({ length: 4_500 }, (_, at) => `${at}`),
    )
    expect(found.filter((line) => line.includes('EXCLU'))).toEqual([])
  })

  test('d’une année sans donation n’a que son en-tête', async () => {
    expect(lines((await file('?year=2024')).body)).toHaveLength(1)
  })

  test.each(['', '?year=abc', '?year=2024&details=2', '?year=2024&tri=nom'])(
    'refuse « %s »',
    async (query) => {
      expect((await app.inject(`/api/donations/list.csv${query}`)).statusCode).toBe(422)
    },
  )
})

describe('Les cartes', () => {
  test('comptent les dons de l’année : ni les nuls, ni ceux des donateurs exclus', async () => {
    await insertDons(db, [
      don({ contact_id: 'A', order_amount: 10.01 }),
      don({ contact_id: 'A', order_amount: 20 }),
      don({ contact_id: 'A', order_amount: 0 }),
      don({ contact_id: 'A', order_amount: 5000, order_date: '2023-12-31' }),
      don({ contact_id: 'Faux', order_amount: 9999.99 }),
    ])
    await exclude(db, 'Faux')
    expect(await stats('?year=2024')).toEqual({
      total_donations: 2,
      total_amount: 30.01,
      average_amount: 15.01,
      max_amount: 20,
    })
    await reinstate(db, 'Faux')
    expect(await stats('?year=2024')).toEqual({
      total_donations: 3,
      total_amount: 10030,
      average_amount: 3343.33,
      max_amount: 9999.99,
    })
  })

  test('sont à zéro sans don', async () => {
    const zero = { total_donations: 0, total_amount: 0, average_amount: 0, max_amount: 0 }
    expect(await stats()).toEqual(zero)
    await insertDons(db, [don({ order_amount: 0 })])
    expect(await stats('?year=2024')).toEqual(zero)
  })

  test('tiennent les plus grands montants, au centime', async () => {
    await insertDons(db, [don({ order_amount: 999_999_999_999.99 }), don({ order_amount: 0.01 })])
    expect(await stats('?year=2024')).toMatchObject({
      total_amount: 1_000_000_000_000,
      max_amount: 999_999_999_999.99,
    })
    expect((await list('?year=2024')).donations.map((one) => one.order_amount)).toEqual([
      999_999_999_999.99, 0.01,
    ])
  })
})
