import { describe, expect, test } from 'vitest'
import { learnFrom, type Observation, project, T_90 } from '../../service/figures/projection'
import { createRandom } from '../../service/programs/demo/random'
import { charity, type CharityGift } from '../support/charities'
import { tirages } from '../support/hasard'

const sum = (gifts: readonly CharityGift[]) => gifts.reduce((total, { cents }) => total + cents, 0)

/** The years of a charity as its data end, the first left aside, and what the last came to. */
function observed(seed: number): { past: Observation[]; value: number; total: number } {
  const { years, horizon } = charity(createRandom(seed))
  const seen = years.slice(1).map(({ annee, gifts }) => ({
    annee,
    value: sum(gifts.filter(({ day }) => day.slice(4) <= horizon.slice(4))),
    total: sum(gifts),
  }))
  const last = seen.at(-1)
  if (!last) throw new Error('a charity without a year')
  return { past: seen.slice(0, -1), value: last.value, total: last.total }
}

describe('La projection', () => {
  test('tient sa promesse : l’intervalle de 80 % contient le résultat de 70 à 90 % des associations', () => {
    const count = tirages(200)
    let within = 0
    for (let seed = 1; seed <= count; seed += 1) {
      const { past, value, total } = observed(seed)
      const known = learnFrom(past)
      if (!known) throw new Error('too few years')
      const { bas, valeur, haut } = project(value, known)
      expect(bas).toBeGreaterThanOrEqual(value)
      expect(valeur).toBeGreaterThanOrEqual(bas)
      expect(haut).toBeGreaterThanOrEqual(valeur)
      if (bas <= total && total <= haut) within += 1
    }
    console.info(`80 % interval: ${within} of ${count} charities`)
    expect(within / count).toBeGreaterThanOrEqual(0.7)
    expect(within / count).toBeLessThanOrEqual(0.9)
  })

  const year = (annee: number, value: number, total: number): Observation => ({
    annee,
    value,
    total,
  })

  // The densities of Student's t with 2, 3 and 4 degrees of freedom, and what lies between -t and t by Simpson's rule.
  const DENSITIES = [
    (t: number) => 1 / (2 + t * t) ** 1.5,
    (t: number) => (2 / (Math.PI * Math.sqrt(3))) * (1 + (t * t) / 3) ** -2,
    (t: number) => (3 / 8) * (1 + (t * t) / 4) ** -2.5,
  ]

  test('[C] ses bornes ont le quantile exact : entre −t et t, quatre chances sur cinq, à 1e-12 près', () => {
    for (const [at, density] of DENSITIES.entries()) {
      const [t = 0, steps] = [T_90[at], 4000]
      const inner = Array.from({ length: steps - 1 }, (_, one) => one + 1)
      const weighed = inner.map((one) => (one % 2 ? 4 : 2) * density((one * t) / steps))
      const half = [density(0), density(t), ...weighed].reduce((a, b) => a + b) * (t / steps / 3)
      expect(Math.abs(2 * half - 0.8), `${at + 2} degrees`).toBeLessThan(1e-12)
    }
  })

  test('suit la moyenne des croissances, avec l’intervalle de Student', () => {
    const { valeur, bas, haut } = project(100, [
      year(1, 1, 2),
      year(2, 1, 2 * Math.E),
      year(3, 1, 2 / Math.E),
    ])
    expect(valeur).toBeCloseTo(200, 9)
    expect(haut).toBeCloseTo(200 * Math.exp(((4 * Math.SQRT2) / 3) * Math.sqrt(4 / 3)), 9)
    expect(bas).toBe(100)
  })

  test('sans écart entre les années, l’intervalle est un point', () => {
    const { valeur, bas, haut } = project(
      50,
      [1, 2, 3, 4, 5].map((annee) => year(annee, 10, 12)),
    )
    for (const bound of [valeur, bas, haut]) expect(bound).toBeCloseTo(60, 9)
  })

  test('apprend des cinq dernières années qui avaient des dons à cette date, de trois au moins', () => {
    const years = [1, 2, 3, 4, 5, 6, 7].map((annee) => year(annee, annee === 4 ? 0 : 1, 2))
    expect(learnFrom(years)?.map(({ annee }) => annee)).toEqual([2, 3, 5, 6, 7])
    expect(learnFrom(years.slice(0, 4))?.map(({ annee }) => annee)).toEqual([1, 2, 3])
    expect(learnFrom(years.slice(2, 5))).toBeUndefined()
  })
})
