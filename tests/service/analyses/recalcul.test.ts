import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { NouveauxMedia } from '#contract/nouveaux-anciens'
import type { Reguliers } from '#contract/reguliers'
import { getAll, startAnalyses, store } from '../../support/analyses'
import { don } from '../../support/dons'
import { PATIENCE, tirages } from '../../support/hasard'
import { recompute } from '../../support/reference/answers'
import type { World } from '../../support/reference/gifts'
import { mandatWorld, spreadWorld, withCards, withDictionary, world } from '../../support/worlds'

/** Random data sets compared. */
const NOMBRE = tirages(60)

const { app, database } = await startAnalyses()

/** A year without data among them, the gap years, the years around, and one far beyond. */
const year = fc.constantFrom(2014, 2015, 2016, 2017, 2018, 2019, 2020, 2021, 2022, 2024, 2025, 2100)
const years = fc.uniqueArray(year, { minLength: 2, maxLength: 2 })

async function expectSameAnswers(given: World, asked: readonly number[]) {
  await store(database.db, given)
  const expected = recompute(given, asked)
  expect(await getAll(app, expected.keys())).toEqual(Object.fromEntries(expected))
  return expected
}

test(
  'chaque appel répond ce qu’un recalcul indépendant trouve, sur des données tirées au hasard',
  { timeout: PATIENCE },
  async () => {
    await fc.assert(
      fc.asyncProperty(withCards(withDictionary(world)), years, async (given, asked) => {
        await expectSameAnswers(given, asked)
      }),
      { numRuns: NOMBRE },
    )
  },
)

/** Somebody new every month, up to September of the running year: it compares for sure. */
const ONE_A_MONTH: World = {
  dons: [2023, 2024].flatMap((annee) =>
    Array.from({ length: annee === 2024 ? 9 : 12 }, (_, at) =>
      don({
        contact_id: `N${annee}-${at}`,
        order_date: `${annee}-${String(at + 1).padStart(2, '0')}-11`,
        codemedia_code: 'M1',
      }),
    ),
  ),
  exclus: [],
  motif: 'VFL',
  produit: 'PRODUIT',
}

test(
  'de même sur des données qui se comparent à date, où une année est en cours',
  { timeout: PATIENCE },
  async () => {
    let compared = 0
    await fc.assert(
      fc.asyncProperty(withCards(withDictionary(spreadWorld)), async (given) => {
        const answers = await expectSameAnswers(given, [2023, 2024])
        const media = answers.get('/api/analytics/nouveaux-anciens/media/2024') as NouveauxMedia
        if (media.data.some(({ evolution_a_date }) => evolution_a_date !== null)) compared += 1
      }),
      { numRuns: Math.ceil(NOMBRE / 3), endOnFailure: true, examples: [[ONE_A_MONTH]] },
    )
    expect(compared).toBeGreaterThan(0)
  },
)

test(
  'de même sur des mandats : rejets, pauses, hausses, séries à la fois, dons de Noël, fins de mois, jours de lot',
  { timeout: PATIENCE },
  async () => {
    let found = 0
    let changed = 0
    await fc.assert(
      fc.asyncProperty(mandatWorld, async (given) => {
        const answers = await expectSameAnswers(given, [])
        const { annees } = answers.get('/api/analytics/reguliers') as Reguliers
        if (annees.some(({ arretes }) => arretes > 0)) found += 1
        if (annees.some(({ augmentes, diminues }) => augmentes + diminues > 0)) changed += 1
      }),
      { numRuns: NOMBRE, endOnFailure: true },
    )
    expect(found).toBeGreaterThan(NOMBRE / 4)
    expect(changed).toBeGreaterThan(NOMBRE / 8)
  },
)
