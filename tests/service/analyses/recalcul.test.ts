import fc from 'fast-check'
import { expect, test } from 'vitest'
import { get, startAnalyses, store } from '../../support/analyses'
import { tirages } from '../../support/hasard'
import { recompute } from '../../support/reference/answers'
import { world } from '../../support/worlds'

/** Random data sets compared. */
const NOMBRE = tirages(50)

const { app, database } = await startAnalyses()

/** A year without data among them, the gap years, the years around, and one far beyond. */
const year = fc.constantFrom(2014, 2015, 2016, 2017, 2018, 2019, 2020, 2021, 2022, 2024, 2025, 2100)
const years = fc.uniqueArray(year, { minLength: 2, maxLength: 2 })

test(
  'chaque appel répond ce qu’un recalcul indépendant trouve, sur des données tirées au hasard',
  { timeout: NOMBRE * 2_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(world, years, async (given, asked) => {
        await store(database.db, given)
        const expected = recompute(given, asked)
        const found = await Promise.all(
          [...expected.keys()].map(async (url) => [url, await get(app, url)] as const),
        )
        expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected))
      }),
      { numRuns: NOMBRE },
    )
  },
)
