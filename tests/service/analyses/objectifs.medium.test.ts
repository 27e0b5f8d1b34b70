import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Objectifs, Suivi } from '#contract/objectifs'
import { startAnalyses, store } from '../../support/analyses'
import { type Don, don } from '../../support/dons'
import { PATIENCE, tirages } from '../../support/hasard'
import { donorsOf } from '../../support/reference/gifts'
import { type Aim, suivre } from '../../support/reference/objectifs'
import { spreadWorld, withDictionary, world } from '../../support/worlds'

const { app, database, given, ask } = await startAnalyses()

const read = (annee: number) => ask<Objectifs>(`/api/analytics/objectifs/${annee}`)

const post = (url: string, payload: object) =>
  app.inject({ method: 'POST', url: `/api/objectifs${url}`, payload })

async function fix(annee: number, { mesure, famille, valeur }: Aim) {
  const answer = await post('', {
    annee,
    mesure,
    valeur: String(valeur),
    ...(famille && { famille }),
  })
  expect(answer.statusCode, answer.body).toBe(201)
}

/** The only aim of a year, set anew. */
async function follow(annee: number, aim: Aim): Promise<Suivi> {
  for (const { mesure, famille } of (await read(annee)).objectifs)
    expect(
      (await post('/retirer', { annee, mesure, ...(famille && { famille }) })).statusCode,
    ).toBe(201)
  await fix(annee, aim)
  const [found, ...others] = (await read(annee)).objectifs
  expect(others).toEqual([])
  if (!found) throw new Error('No aim is in force.')
  return found
}

let number = 0

/** Gifts of 10 € on as many days of a month. */
const inMonth = (month: string, count: number): Partial<Don>[] =>
  Array.from({ length: count }, (_, at) =>
    don({
      id: `${++number}`,
      contact_id: `C${number}`,
      order_date: `${month}-${String(at + 2).padStart(2, '0')}`,
      order_amount: 10,
    }),
  )

const EUROS: Aim = { mesure: 'montant', famille: null, valeur: 1000 }

/** January and December share 5 to 5, 4 to 6, and 6 to 2 beside a day of July that outweighs its year. */
const YEARS = [
  ...inMonth('2021-01', 5),
  ...inMonth('2021-12', 5),
  ...inMonth('2022-01', 4),
  ...inMonth('2022-12', 6),
  ...inMonth('2023-01', 6),
  ...inMonth('2023-02', 2),
  ...inMonth('2023-12', 2),
  don({ id: 'legs', contact_id: 'L', order_date: '2023-07-14', order_amount: 1000 }),
]

const february = (day: string) => [
  don({ id: 'j', contact_id: 'J', order_date: '2024-01-20', order_amount: 200 }),
  don({ id: 'f', contact_id: 'F', order_date: `2024-02-${day}`, order_amount: 30 }),
]

/** The aim of the family of the code NOEL, which the dictionary names. */
async function followNoel(): Promise<Suivi> {
  const said = await app.inject({
    method: 'POST',
    url: '/api/campagnes/dictionnaire',
    payload: { fiches: [{ code: 'NOEL', famille: 'NOEL' }] },
  })
  expect(said.statusCode, said.body).toBe(201)
  return follow(2024, { mesure: 'montant', famille: 'NOEL', valeur: 900 })
}

test('l’objectif d’une famille née en novembre suit ses novembres : seule la première année du fichier est entamée', async () => {
  const noel = (annee: number) =>
    inMonth(`${annee}-11`, 3).map((gift) => ({ ...gift, campaign_code: 'NOEL' }))
  await given(...inMonth('2019-05', 2), ...[2021, 2022, 2023].flatMap(noel), ...february('10'))
  const found = await followNoel()
  expect(found).toMatchObject({ annees: [2021, 2022, 2023], a_date: 0, ecart: 0 })
  expect(found.mois[10]).toMatchObject({ part: 1, vise: 900 })
})

test('le premier jour d’un mois, ce qu’une famille y a reçu compte déjà pour son objectif', async () => {
  const noel = february('01').map((gift) => ({ ...gift, campaign_code: 'NOEL' }))
  await given(...inMonth('2023-11', 3), ...noel)
  const found = await followNoel()
  expect(found.recu).toBe(230)
})

test('un objectif suit les mois médians, un jour écrasant laissé de côté, et le 29 février finit le mois', async () => {
  await given(...YEARS, ...february('29'))
  const found = await follow(2024, EUROS)
  expect(found).toMatchObject({
    annees: [2021, 2022, 2023],
    recu: 230,
    a_date: 500,
    ecart: -270,
    par_mois: 77,
  })
  expect(found.mois.map(({ part }) => part)).toEqual([0.5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0.5])
  expect(found.mois.map(({ vise }) => vise)).toEqual([...Array(11).fill(500), 1000])
  expect(found.mois.map(({ recu }) => recu)).toEqual([200, 230, ...Array(10).fill(null)])

  await given(...YEARS, ...february('28'))
  expect(await follow(2024, EUROS)).toMatchObject({ a_date: 500, par_mois: 70 })
})

test('moins de trois années complètes font douze parts égales, et une première année entamée n’en est pas une', async () => {
  await given(...YEARS.filter(({ order_date = '' }) => order_date > '2021-02'), ...february('29'))
  expect(await follow(2024, EUROS)).toMatchObject({ annees: [], a_date: 166.67, ecart: 63.33 })
  expect(await follow(2025, { ...EUROS, valeur: 1200 })).toMatchObject({
    recu: 0,
    a_date: 0,
    par_mois: 100,
  })
  expect(await follow(2023, EUROS)).toMatchObject({
    recu: 1100,
    a_date: 1000,
    ecart: 100,
    par_mois: null,
  })
})

test('une exclusion se voit aussitôt dans ce qui est reçu et dans les mois à suivre', async () => {
  await given(...YEARS, ...february('29'))
  expect(await follow(2024, EUROS)).toMatchObject({ recu: 230, a_date: 500 })
  const exclude = async (contact_id: string) => {
    const url = '/api/exclusions/exclure'
    const answer = await app.inject({ method: 'POST', url, payload: { contact_id } })
    expect(answer.statusCode, answer.body).toBe(200)
  }
  await exclude('J')
  expect((await read(2024)).objectifs).toMatchObject([{ recu: 30, a_date: 500, ecart: -470 }])
  // Without the day that outweighs it, 2023 is of 6, 2 and 2 gifts as before.
  await exclude('L')
  expect((await read(2024)).objectifs).toMatchObject([{ recu: 30, a_date: 500 }])
  // A gift less in January 2021: 4 of 9 are the median of the three years, as 5 of 9 are in December.
  const january = YEARS.find(({ order_date }) => order_date?.startsWith('2021-01'))
  await exclude(january?.contact_id ?? '')
  const [one] = (await read(2024)).objectifs
  expect(one).toMatchObject({ a_date: 444.44, ecart: -414.44 })
  expect(one?.mois[11]?.part).toBeCloseTo(5 / 9, 5)
})

test('le dernier mot compte, chacun est gardé, et un retrait sans objet est refusé', async () => {
  await given(...YEARS)
  await follow(2023, EUROS)
  await fix(2023, { ...EUROS, valeur: 1500 })
  expect((await read(2023)).objectifs.map(({ valeur }) => valeur)).toEqual([1500])
  expect((await post('/retirer', { annee: 2023, mesure: 'montant' })).statusCode).toBe(201)
  const { objectifs, saisies } = await read(2023)
  expect(objectifs).toEqual([])
  expect(saisies.slice(0, 3).map(({ valeur }) => valeur)).toEqual([null, 1500, 1000])
  expect((await post('/retirer', { annee: 2023, mesure: 'montant' })).statusCode).toBe(409)
})

test.each([
  ['Noel', ' Aucune campagne n’est encore de la famille «\u00A0Noel\u00A0».'],
  ['Noël', ''],
  ['N/A', ''],
])('la famille %s est notée, et dite si aucune campagne ne l’a', async (famille, more) => {
  const fiches = [{ code: 'VFL-NOEL', famille: 'Noël' }]
  const url = '/api/campagnes/dictionnaire'
  const said = await app.inject({ method: 'POST', url, payload: { fiches } })
  expect(said.statusCode, said.body).toBe(201)
  const noted = await post('', { annee: 2023, mesure: 'montant', famille, valeur: '5' })
  expect(noted.json()).toEqual({ message: `L’objectif de 2023 est noté.${more}` })
  expect((await post('/retirer', { annee: 2023, mesure: 'montant', famille })).statusCode).toBe(201)
})

test.each([
  ['un montant nul', { annee: 2024, mesure: 'montant', valeur: '0' }, 'valeur'],
  ['des donateurs à moitié', { annee: 2024, mesure: 'donateurs', valeur: '1,5' }, 'valeur'],
  ['un montant démesuré', { annee: 2024, mesure: 'montant', valeur: '1000000000000' }, 'valeur'],
  ['un exposant', { annee: 2024, mesure: 'montant', valeur: '1e3' }, 'valeur'],
  ['une mesure inconnue', { annee: 2024, mesure: 'dons', valeur: '3' }, 'mesure'],
  ['une année hors du calendrier', { annee: 1, mesure: 'montant', valeur: '3' }, 'annee'],
])('%s est refusé', async (_, payload, champ) => {
  const answer = await post('', payload)
  expect(answer.statusCode).toBe(422)
  expect(answer.json()).toMatchObject({ champ })
})

const aim: fc.Arbitrary<Aim> = fc.record({
  mesure: fc.constantFrom('montant' as const, 'donateurs' as const, 'nouveaux' as const),
  famille: fc.constantFrom(null, null, 'Noël', 'ÉTÉ', 'N/A'),
  valeur: fc.constantFrom(1, 12, 1000, 250_000),
})

test(
  'chaque objectif est ce qu’un recalcul sans SQL trouve, sur des données tirées au hasard',
  { timeout: PATIENCE },
  async () => {
    const years = fc.constantFrom(2018, 2020, 2023, 2024, 2025)
    const cases = fc.oneof(
      fc.tuple(withDictionary(world), years, aim),
      fc.tuple(withDictionary(spreadWorld), years, aim),
      // Three complete years behind it, and an aim of all gifts: the months are learned.
      fc.tuple(
        withDictionary(spreadWorld),
        fc.constant(2024),
        aim.map(({ mesure, valeur }) => ({ mesure, valeur, famille: null })),
      ),
    )
    await fc.assert(
      fc.asyncProperty(cases, async ([one, annee, asked]) => {
        await store(database.db, one)
        const found = await follow(annee, asked)
        const expected = suivre(donorsOf(one), annee, asked)
        expect(found.annees).toEqual(expected.annees)
        for (const field of ['recu', 'a_date', 'ecart', 'par_mois'] as const)
          if (expected[field] === null) expect(found[field]).toBeNull()
          else expect(found[field], field).toBeCloseTo(expected[field], 1)
        for (const [at, month] of found.mois.entries()) {
          expect(month.part).toBeCloseTo(expected.mois[at]?.part ?? Number.NaN, 5)
          expect(month.vise).toBeCloseTo(expected.mois[at]?.vise ?? Number.NaN, 1)
          if (expected.mois[at]?.recu === null) expect(month.recu).toBeNull()
          else expect(month.recu).toBeCloseTo(expected.mois[at]?.recu ?? Number.NaN, 1)
        }
      }),
      { numRuns: tirages(60) },
    )
  },
)
