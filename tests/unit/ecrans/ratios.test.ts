import { describe, expect, test } from 'vitest'
import { evolutionOf, highest, meanOf, percentOf } from '../../../service/figures/ratios'

describe('Les rapports que l’écran calcule', () => {
  test.each([
    [1, 3, 33.3],
    [2, 3, 66.7],
    [1, 16, 6.3],
    [500, 500, 100],
    [0, 12, 0],
    [5, 0, 0],
  ])('%i sur %i font %f %%', (part, whole, percent) => {
    expect(percentOf(part, whole)).toBe(percent)
  })

  test.each([
    [110, 100, 10],
    [90, 100, -10],
    [15, 16, -6.3],
    [100, 100, 0],
    [3, 0, 100],
    [0, 0, 0],
    [0, 8, -100],
  ])('%i après %i est une évolution de %f %%', (current, previous, percent) => {
    expect(evolutionOf(current, previous)).toBe(percent)
  })

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
