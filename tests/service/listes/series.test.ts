import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Reguliers } from '#contract/reguliers'
import type { Serie, Series } from '#contract/series'
import { readAllSeries } from '../../../service/donateurs/series/lire'
import { get, startAnalyses, store } from '../../support/analyses'
import { don } from '../../support/dons'
import { PATIENCE, tirages } from '../../support/hasard'
import { donorsOf } from '../../support/reference/gifts'
import { regularOf } from '../../support/reference/reguliers'
import { mandatWorld } from '../../support/worlds'

const { app, database, given } = await startAnalyses()

const NOMBRE = tirages(8)
const PATH = '/api/donateurs/reguliers/series'

async function readAll(query: Record<string, string> = {}): Promise<Serie[]> {
  const found: Serie[] = []
  for (let page = 1; ; page += 1) {
    const asked = new URLSearchParams({ ...query, page: String(page), limit: '7' })
    const { series, pagination } = await get<Series>(app, `${PATH}?${asked}`)
    found.push(...series)
    if (!pagination.has_next) return found
  }
}

const countOf = async (query: Record<string, string>) =>
  (await get<Series>(app, `${PATH}?${new URLSearchParams({ ...query, limit: '1' })}`)).pagination
    .total_items

const inOrder = (series: readonly string[]) => [...series].sort()

test(
  'la liste des séries est celle d’une seconde lecture, et chaque nombre de la courbe y mène',
  { timeout: PATIENCE },
  async () => {
    await fc.assert(
      fc.asyncProperty(mandatWorld, async (world) => {
        await store(database.db, world)
        const expected = donorsOf(world).flatMap((donor) =>
          regularOf(donor).sure.map(({ contact, pace, gifts }) =>
            JSON.stringify([
              contact,
              pace,
              gifts.length,
              gifts[0]?.day,
              gifts[3]?.day,
              gifts.at(-1)?.day,
              (gifts.at(-1)?.cents ?? 0) / 100,
              gifts.reduce((sum, { cents }) => sum + cents, 0) / 100,
            ]),
          ),
        )
        const found = await readAll()
        const paces = { mensuel: 1, trimestriel: 3, annuel: 12 }
        expect(
          inOrder(
            found.map((serie) =>
              JSON.stringify([
                serie.contact_id,
                paces[serie.rythme],
                serie.donations,
                serie.premier,
                serie.connue_le,
                serie.dernier,
                serie.montant,
                serie.total,
              ]),
            ),
          ),
        ).toEqual(inOrder(expected))
        expect(found.map(({ mois }) => mois)).toEqual(
          found.map(({ mois }) => mois).toSorted((one, other) => other - one),
        )

        const { survie } = await get<Reguliers>(app, '/api/analytics/reguliers')
        for (const { mois, risque, arrets } of survie) {
          expect(await countOf({ suivies: `${mois}` })).toBe(risque)
          expect(await countOf({ arretees: `${mois}` })).toBe(arrets)
        }
        const { body } = await app.inject(`${PATH}.csv`)
        expect(body.trimEnd().split('\n').slice(1)).toHaveLength(found.length)
      }),
      { numRuns: NOMBRE },
    )
  },
)

test('C séries : une année sans don n’est enjambée par aucune série annuelle, un mois par une mensuelle', async () => {
  const gift = (contact_id: string, order_date: string) =>
    don({ contact_id, order_date, order_amount: 20 })
  await given(
    ...[2018, 2019, 2021, 2022, 2023].map((annee) => gift('saute', `${annee}-12-10`)),
    ...[2018, 2019, 2020, 2021].map((annee) => gift('suit', `${annee}-12-10`)),
    ...['01', '02', '04', '05'].map((mois) => gift('mois', `2023-${mois}-10`)),
  )
  const found = await readAll()
  expect(found.map(({ contact_id, rythme, donations }) => [contact_id, rythme, donations])).toEqual(
    expect.arrayContaining([
      ['suit', 'annuel', 4],
      ['mois', 'mensuel', 4],
    ]),
  )
  expect(found).toHaveLength(2)
})

test('C séries : le premier don est de la série qui le suit à un autre montant, où ses jours conviennent', async () => {
  const gifts = (contact_id: string, ...dons: readonly (readonly [string, number])[]) =>
    dons.map(([order_date, order_amount]) => don({ contact_id, order_date, order_amount }))
  const each = (amount: number, day: string, ...months: string[]) =>
    months.map((month) => [`2024-${month}-${day}`, amount] as const)
  await given(
    ...gifts('hausse', ['2024-01-05', 10], ...each(15, '05', '02', '03', '04')),
    ...gifts('trou', ['2023-12-05', 20], ...each(15, '05', '02', '03', '04')),
    ...gifts('autre jour', ['2024-01-20', 10], ...each(15, '05', '02', '03', '04', '05')),
    ...gifts('trop peu', ['2024-01-05', 10], ...each(15, '05', '02', '03')),
    ...gifts('choix', ['2024-01-05', 12], ['2024-01-05', 40], ...each(15, '05', '02', '03', '04')),
    ...gifts(
      'deux',
      ['2024-01-05', 12],
      ...[15, 25].flatMap((sum) => each(sum, '05', '02', '03', '04')),
    ),
    ...gifts(
      'dérive',
      ['2024-01-01', 10],
      ...each(15, '05', '02', '03', '04'),
      ...each(25, '09', '05', '06'),
    ),
    ...gifts(
      'annuel',
      ...[2019, 2020, 2021, 2022, 2023].map(
        (year) => [`${year}-12-10`, year === 2019 ? 5 : 50] as const,
      ),
    ),
    ...gifts(
      'décembres',
      ...[2020, 2021, 2022, 2023].map((year) => [`${year}-12-10`, year === 2020 ? 5 : 50] as const),
    ),
  )
  const found = await readAll()
  expect(
    found
      .map(({ contact_id, donations, premier, total }) => [contact_id, donations, premier, total])
      .sort(([one], [other]) => (String(one) < String(other) ? -1 : 1)),
  ).toEqual([
    ['annuel', 5, '2019-12-10', 205],
    ['autre jour', 4, '2024-02-05', 60],
    ['choix', 4, '2024-01-05', 57],
    ['deux', 4, '2024-01-05', 57],
    ['dérive', 5, '2024-02-05', 95],
    ['hausse', 4, '2024-01-05', 55],
  ])
  const { annees } = await get<Reguliers>(app, '/api/analytics/reguliers')
  expect(annees.find(({ annee }) => annee === 2024)).toMatchObject({ augmentes: 4, diminues: 0 })
})

test('une exclusion se voit aussitôt dans la liste et dans la courbe', async () => {
  const dons = ['01', '02', '03', '04', '05'].flatMap((month) =>
    ['A', 'B'].map((contact_id) => ({
      id: `${contact_id}${month}`,
      contact_id,
      order_date: `2024-${month}-10`,
      order_amount: 10,
    })),
  )
  await given(...dons.map((one) => don(one)))
  expect(await countOf({})).toBe(2)
  await app.inject({
    method: 'POST',
    url: '/api/exclusions/exclure',
    payload: { contact_id: 'A' },
  })
  expect((await readAll()).map(({ contact_id }) => contact_id)).toEqual(['B'])
  const { survie } = await get<Reguliers>(app, '/api/analytics/reguliers')
  expect(survie[0]?.risque).toBe(1)
  expect(await countOf({ rythme: 'annuel' })).toBe(0)
  expect((await app.inject(`${PATH}?rythme=parfois`)).statusCode).toBe(422)
})

test('deux mandats du même jour ont chacun leur ligne, d’une page à l’autre et dans le fichier', async () => {
  const months = Array.from({ length: 6 }, (_, month) => `2024-0${month + 1}-05`)
  await store(database.db, {
    dons: ['A', 'B', 'C', 'D'].flatMap((contact_id) =>
      [10, 25, 40].flatMap((order_amount) =>
        months.map((order_date) => don({ contact_id, order_amount, order_date })),
      ),
    ),
    exclus: [],
    motif: 'VFL',
    produit: 'PRODUIT',
  })
  const found = await readAll()
  const told = ['A', 'B', 'C', 'D'].flatMap((contact) => [10, 25, 40].map((sum) => [contact, sum]))
  expect(found.map(({ contact_id, montant }) => [contact_id, montant])).toEqual(told)
  const sizes = [1, 2, 5]
  for (const size of sizes) {
    const rows: Serie[] = []
    for await (const some of readAllSeries(database.db, {}, size)) rows.push(...some)
    expect(rows.map(({ contact_id, montant }) => [contact_id, montant])).toEqual(told)
  }
})
