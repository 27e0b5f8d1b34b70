import { describe, expect, test } from 'vitest'
import { evolution, objectif, pourcentage } from '../../service/analyses/calcul'

describe('Un pourcentage', () => {
  test.each([
    [1, 8, 12.5],
    [1, 16, 6.3], // 6,25
    [1, 3, 33.3],
    [2, 3, 66.7],
    [999, 1000, 99.9],
    [9995, 10000, 100], // 99,95
    [0, 7, 0],
    [7, 0, 0],
    [1, 2000, 0.1], // 0,05
    [123_456_789_012, 123_456_789_013, 100],
  ])('de %i sur %i est %d', (part, whole, expected) => {
    expect(pourcentage(part, whole)).toBe(expected)
  })
})

describe('Une évolution', () => {
  test.each([
    [0, 0, 0],
    [0, 3, 100],
    [3, 0, -100],
    [16, 17, 6.3], // +6,25
    [16, 15, -6.3], // −6,25
    [7, 7, 0],
  ])('de %i à %i est %d', (previous, current, expected) => {
    expect(evolution(previous, current)).toBe(expected)
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
    expect(objectif(previous, 0).objectif).toBe(expected)
  })

  test('sans année précédente n’a pas de performance', () => {
    expect(objectif(0, 12)).toEqual({ objectif: 0, realise: 12, ecart: 12, performance: 0 })
  })
})
