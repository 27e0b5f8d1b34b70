import { expect, test } from 'vitest'
import { unir } from '../../service/donateurs/doublons/grouper'
import { createRandom } from '../../service/programs/demo/random'
import { tirages } from '../support/hasard'

/** Whom one is led to, a step after the other. */
function reached(paires: readonly (readonly [string, string])[], from: string): Set<string> {
  const seen = new Set([from])
  for (const one of seen)
    for (const [a, b] of paires) {
      if (a === one) seen.add(b)
      if (b === one) seen.add(a)
    }
  return seen
}

test('réunit qui est relié, et personne d’autre', () => {
  const random = createRandom(Date.now())
  for (let round = 0; round < tirages(400); round += 1) {
    const contact = () => `C${random.between(1, 30)}`
    const paires = Array.from(
      { length: random.between(0, 25) },
      () => [contact(), contact()] as const,
    )
    const noms = unir(paires)
    expect(new Set(noms.keys())).toEqual(new Set(paires.flat()))
    for (const [one, nom] of noms) {
      const ensemble = [...noms.keys()].filter((other) => noms.get(other) === nom)
      expect(new Set(ensemble)).toEqual(reached(paires, one))
    }
  }
})

test('une longue chaîne est une personne', () => {
  const paires = Array.from({ length: 100_000 }, (_, at) => [`${at}`, `${at + 1}`] as const)
  expect(new Set(unir(paires).values()).size).toBe(1)
  expect(new Set(unir(paires.toReversed()).values()).size).toBe(1)
})
