import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { eurosEach, percentOf, roundTo } from '../../../service/figures/ratios'
import { startService } from '../../support/service'

const { database } = await startService()

/** Numbers of three decimals, and ratios, with their halves. */
const given = fc.sample(
  fc.record({
    part: fc.oneof(fc.integer({ min: -3000, max: 3000 }), fc.integer({ min: -1e12, max: 1e12 })),
    whole: fc.oneof(fc.integer({ min: 1, max: 2000 }), fc.integer({ min: 1, max: 1e9 })),
  }),
  3000,
)

test('[C] PostgreSQL et l’application arrondissent les mêmes nombres de la même façon', async () => {
  const parts = given.map(({ part }) => part)
  const wholes = given.map(({ whole }) => whole)
  const { rows } = await sql<{ montant: number; moyen: number; taux: number }>`
    select
      round(part / 1000, 2) as montant,
      round(part / 100 / whole, 2) as moyen,
      round(100 * part / whole, 1) as taux
    from unnest(${parts}::numeric[], ${wholes}::numeric[]) as donnes (part, whole)`.execute(
    database.db,
  )
  expect(rows).toEqual(
    given.map(({ part, whole }) => ({
      montant: roundTo(part / 1000, 2),
      moyen: eurosEach(part, whole),
      taux: percentOf(part, whole),
    })),
  )
})
