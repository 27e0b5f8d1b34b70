import { beforeAll, describe, expect, test } from 'vitest'
import type { ADate } from '#contract/a-date'
import { createRandom } from '../../../service/programs/demo/random'
import { startAnalyses, store } from '../../support/analyses'
import { charity } from '../../support/charities'
import { type Don, don } from '../../support/dons'
import { PATIENCE, tirages } from '../../support/hasard'
import { aDate } from '../../support/reference/a-date'
import { donorsOf } from '../../support/reference/gifts'

const { app, ask, database, given } = await startAnalyses()

const read = (annee: number, au?: string) =>
  ask<ADate>(`/api/dashboard/a-date/${annee}${au === undefined ? '' : `?au=${au}`}`)

/** One gift on each of these days. */
const on = (...days: string[]): Partial<Don>[] =>
  days.map((order_date, at) => ({ order_date, contact_id: `C${at}`, order_amount: 10 }))

/** Six gifts on days of their own, so that no day has a fifth of the year's. */
const spread = (annee: number): string[] =>
  ['01-10', '02-10', '04-10', '06-10', '09-10', '11-20'].map((day) => `${annee}-${day}`)

describe('chaque année jusqu’au même jour', () => {
  beforeAll(() =>
    given(
      ...on(...spread(2021), ...spread(2022)),
      { order_date: '2023-02-10', contact_id: 'C1', order_amount: 30 },
      { order_date: '2023-06-10', contact_id: 'NOUVEAU', order_amount: 12.01 },
      ...on('2023-01-03', '2023-01-04', '2023-01-05', '2023-01-06'),
    ),
  )

  test('par défaut au jour de l’horizon, dans l’année demandée', async () => {
    const { horizon, au, en_cours } = await read(2023)
    expect({ horizon, au, en_cours }).toEqual({
      horizon: '2023-06-10',
      au: '2023-06-10',
      en_cours: true,
    })
    expect((await read(2021)).au).toBe('2021-06-10')
    expect((await read(2021)).en_cours).toBe(false)
  })

  test('compte donateurs, dons, montant, don moyen et nouveaux ; l’année en cours n’a pas de part', async () => {
    const { data, evolutions } = await read(2023)
    const alike = {
      donateurs: 4,
      donations: 4,
      montant: 40,
      don_moyen: 10,
      nouveaux: 4,
      part_annee: 66.7,
      comparable: true,
    }
    expect(data).toEqual([
      { annee: 2021, au: '2021-06-10', ...alike },
      { annee: 2022, au: '2022-06-10', ...alike },
      {
        annee: 2023,
        au: '2023-06-10',
        donateurs: 5,
        donations: 6,
        montant: 82.01,
        don_moyen: 13.67,
        nouveaux: 1,
        part_annee: null,
        comparable: true,
      },
    ])
    expect(evolutions).toEqual({
      donateurs: 25,
      donations: 50,
      montant: 105,
      don_moyen: 36.7,
      nouveaux: -75,
    })
  })

  test('au jour demandé, et rien que là', async () => {
    const { data } = await read(2022, '2022-02-10')
    expect(data.map(({ annee, donations }) => [annee, donations])).toEqual([
      [2021, 2],
      [2022, 2],
    ])
  })

  test('refuse un jour d’une autre année, ou qui n’existe pas', async () => {
    for (const au of ['2022-06-10', '2023-02-29', 'hier']) {
      const answer = await app.inject(`/api/dashboard/a-date/2023?au=${au}`)
      expect(answer.statusCode).toBe(422)
      expect(answer.json()).toMatchObject({ champ: 'au' })
    }
  })

  test('un jour après l’horizon ne se compare pas, et une année après non plus', async () => {
    const late = await read(2023, '2023-12-31')
    expect(late.evolutions).toBeNull()
    expect(late.sans_projection).toContain('les données s’arrêtent au 10/06/2023')
    const after = await read(2025)
    expect(after.data.map(({ annee, donations }) => [annee, donations])).toEqual([
      [2021, 4],
      [2022, 4],
      [2023, 6],
      [2024, 0],
      [2025, 0],
    ])
    expect(after).toMatchObject({ au: '2025-06-10', en_cours: false, evolutions: null })
    expect(after.projection).toBeNull()
  })
})

test('le 29 février compte avec le 28 des autres années', async () => {
  await given(
    ...on('2022-02-28', '2022-03-01', '2023-02-28', '2023-03-01', '2024-02-28', '2024-02-29'),
  )
  const { au, data } = await read(2024)
  expect(au).toBe('2024-02-29')
  expect(data.map(({ donations }) => donations)).toEqual([1, 1, 2])
  const before = await read(2023)
  expect(before.au).toBe('2023-02-28')
  expect(before.data.map(({ donations }) => donations)).toEqual([1, 1])
})

test('[C] le 29 février de l’horizon compte dans son année, vu d’une année qui n’en a pas', async () => {
  await given(...on('2015-02-28', '2015-03-01', '2016-02-28', '2016-02-29'), {
    order_date: '2016-02-29',
    contact_id: 'NOUVEAU',
    order_amount: 12.5,
  })
  const seen = await read(2017)
  expect(seen).toMatchObject({ horizon: '2016-02-29', au: '2017-02-28', demande: null })
  expect(
    seen.data.map(({ au, donations, montant, nouveaux }) => [au, donations, montant, nouveaux]),
  ).toEqual([
    ['2015-02-28', 1, 10, 1],
    ['2016-02-29', 3, 32.5, 3],
    ['2017-02-28', 0, 0, 0],
  ])
  // Who asks for the 28th has no 29 February, but where it is the 28th.
  const asked = await read(2017, '2017-02-28')
  expect(asked.data.map(({ au, donations }) => [au, donations])).toEqual([
    ['2015-02-28', 1],
    ['2016-02-28', 1],
    ['2017-02-28', 0],
  ])
  expect((await read(2016, '2016-02-28')).data.map(({ donations }) => donations)).toEqual([1, 1])
})

test('une année dont un jour a le cinquième des dons ne se compare pas, les autres si', async () => {
  await given(...on(...spread(2022), ...spread(2023)))
  expect(await read(2023)).toMatchObject({ comparable: true })
  await given(...on(...spread(2021).slice(1), ...spread(2022), ...spread(2023)))
  const seen = await read(2023)
  expect(seen).toMatchObject({ comparable: true })
  expect(seen.data.map(({ comparable }) => comparable)).toEqual([false, true, true])
  for (const annee of [2021, 2022])
    expect(await read(annee)).toMatchObject({
      comparable: false,
      evolutions: null,
      projection: null,
    })
})

test('la projection se passe des années très anciennes, et nomme celle qui l’empêche', async () => {
  const late = [2017, 2018, 2019, 2020, 2021, 2022, 2023].flatMap((annee) => spread(annee))
  await given(...on(...spread(2016).slice(1), ...late, ...spread(2024)))
  const before = await read(2024)
  expect(before.projection?.annees).toEqual([2019, 2020, 2021, 2022, 2023])
  const lump = late.filter((day) => day !== spread(2020)[0])
  await given(...on(...lump, ...spread(2024)))
  expect(await read(2024)).toMatchObject({
    comparable: true,
    projection: null,
    sans_projection: expect.stringMatching(/\u00A0: le cinquième des dons de 2020, ou plus, est/),
  })
})

test('une base vide, une seule année, une première année, des années sans don', async () => {
  await given()
  expect(await read(2024)).toMatchObject({ horizon: null, au: null, data: [], controle: [] })
  await given(...on(...spread(2024)))
  expect(await read(2024)).toMatchObject({ comparable: true, evolutions: null, projection: null })
  expect((await read(2023)).data).toEqual([])
  await given(...on(...spread(2020), ...spread(2024)))
  const { data, evolutions } = await read(2024)
  expect(data[1]).toMatchObject({ annee: 2021, donations: 0, don_moyen: null, part_annee: null })
  expect(evolutions).toEqual({
    donateurs: null,
    donations: null,
    montant: null,
    don_moyen: null,
    nouveaux: null,
  })
})

describe('la projection de l’année en cours', () => {
  /** Each year's six gifts of 10 €, and as many more after the day as these growths ask for. */
  const growing = (first: number, ...after: number[]) =>
    after.flatMap((more, at) => [
      ...spread(first + at),
      ...Array.from({ length: more }, (_, day) => `${first + at}-12-${day + 10}`),
    ])

  test('vient de la croissance des dernières années complètes, la première du fichier laissée de côté', async () => {
    await given(...on(...growing(2019, 1, 2, 5, 3, 4, 0)))
    const { projection, sans_projection, controle } = await read(2024)
    const growths = [8, 11, 9, 10].map((total) => Math.log(total / 6))
    const mean = growths.reduce((a, b) => a + b) / 4
    const s = Math.sqrt(growths.reduce((sum, one) => sum + (one - mean) ** 2, 0) / 3)
    const bound = (sign: number) =>
      6 * Math.exp(mean + sign * 1.6377443536962 * s * Math.sqrt(1.25))
    expect(sans_projection).toBeNull()
    expect(projection?.annees).toEqual([2020, 2021, 2022, 2023])
    expect(projection?.donations).toEqual({
      valeur: Math.round(6 * Math.exp(mean)),
      bas: Math.round(bound(-1)),
      haut: Math.round(bound(1)),
    })
    expect(projection?.montant.valeur).toBeCloseTo(60 * Math.exp(mean), 2)
    expect(projection?.montant.bas).toBeCloseTo(10 * bound(-1), 2)
    expect(controle.map(({ annee }) => annee)).toEqual([2023])
  })

  test('manque avec deux années complètes seulement après la première', async () => {
    await given(...on(...growing(2021, 1, 2, 2, 0)))
    const { projection, sans_projection } = await read(2024)
    expect(projection).toBeNull()
    expect(sans_projection).toContain('trois années complètes')
  })

  test('manque là où elle s’est trop trompée les années passées, et le dit', async () => {
    await given(...on(...growing(2018, 1, 1, 1, 1, 18, 1, 0)))
    const { projection, sans_projection, fiabilite } = await read(2024)
    expect(fiabilite?.erreur_moyenne).toBeGreaterThan(25)
    expect(projection).toBeNull()
    expect(sans_projection).toContain('se serait trompée de')
  })

  test('n’existe pas pour une année finie, qui garde son contrôle', async () => {
    await given(...on(...growing(2018, 1, 2, 3, 2, 3, 2, 0)))
    const { projection, sans_projection, controle } = await read(2023)
    expect({ projection, sans_projection }).toEqual({ projection: null, sans_projection: null })
    expect(controle.map(({ annee }) => annee)).toEqual([2022, 2023])
  })
})

test(
  'projection et contrôle sont ceux d’un recalcul indépendant, sur des associations tirées au hasard',
  { timeout: PATIENCE },
  async () => {
    let projected = 0
    for (let seed = 1; seed <= tirages(12); seed += 1) {
      const random = createRandom(seed)
      const { years, horizon } = charity(random)
      const dons = years.flatMap(({ gifts }) => gifts).filter(({ day }) => day <= horizon)
      const world = {
        dons: dons.map(({ day, cents }, at) =>
          don({ order_date: day, order_amount: cents / 100, contact_id: `C${at % 90}` }),
        ),
        exclus: ['C7'],
        motif: 'VFL',
        produit: 'PRODUIT',
      }
      await store(database.db, world)
      const donors = donorsOf(world)
      const running = Number(horizon.slice(0, 4))
      for (const annee of [running, running - 1, running - 5]) {
        const answer = await read(annee)
        expect(answer, `${seed}, ${annee}`).toEqual(aDate(donors, annee))
        if (answer.projection) projected += 1
      }
    }
    expect(projected).toBeGreaterThanOrEqual(tirages(12) / 2)
  },
)
