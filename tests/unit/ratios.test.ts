import { describe, expect, test } from 'vitest'
import { evolutionOf, highest, meanOf, objectifOf, percentOf } from '../../service/figures/ratios'

describe('Un pourcentage', () => {
  test.each([
    [1, 8, 12.5],
    [1, 16, 6.3], // 6,25
    [1, 3, 33.3],
    [2, 3, 66.7],
    [500, 500, 100],
    [999, 1000, 99.9],
    [9995, 10000, 100], // 99,95
    [0, 7, 0],
    [7, 0, 0],
    [1, 2000, 0.1], // 0,05
    [123_456_789_012, 123_456_789_013, 100],
  ])('%i sur %i font %f %%', (part, whole, percent) => {
    expect(percentOf(part, whole)).toBe(percent)
  })
})

describe('Une évolution', () => {
  test.each([
    [0, 0, 0],
    [3, 0, 100],
    [0, 3, -100],
    [110, 100, 10],
    [90, 100, -10],
    [17, 16, 6.3], // +6,25
    [15, 16, -6.3], // −6,25
    [7, 7, 0],
  ])('%i après %i est une évolution de %f %%', (current, previous, percent) => {
    expect(evolutionOf(current, previous)).toBe(percent)
  })
})

describe('Un objectif', () => {
  test.each([
    [0, 0],
    [4, 4], // 4,4
    [5, 6], // 5,5
    [15, 17], // 16,5
    [25, 28], // 27,5
    [1_000_000_005, 1_100_000_006], // …5,5
  ])('après %i est %i', (previous, expected) => {
    expect(objectifOf(0, previous).objectif).toBe(expected)
  })

  test('sans année précédente n’a pas de performance', () => {
    expect(objectifOf(12, 0)).toEqual({ objectif: 0, realise: 12, ecart: 12, performance: 0 })
  })
})

describe('Les rapports que l’écran calcule', () => {
  test('la moyenne de rien n’existe pas', () => {
    expect(meanOf([], 0)).toBeNull()
  })

  test('une moyenne de montants est juste au centime', () => {
    expect(meanOf([0.1, 0.2, 0.3], 2)).toBe(0.2)
    expect(meanOf([10, 11], 0)).toBe(11)
  })

  test('à égalité, la ligne la plus récente l’emporte', () => {
    const years = [
      { annee: 2023, nombre: 4 },
      { annee: 2024, nombre: 9 },
      { annee: 2025, nombre: 9 },
    ]
    expect(highest(years, ({ nombre }) => nombre)?.annee).toBe(2025)
    expect(highest<number>([], () => 0)).toBeUndefined()
  })
})
