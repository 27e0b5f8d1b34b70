import { describe, expect, test } from 'vitest'
import { expectedOf } from '../../service/figures/attendu'
import { medianOf, survivalOf } from '../../service/figures/survie'

/**
 * Weeks of remission of 21 children under 6-mercaptopurine (Freireich and others, 1963), as every textbook of survival has
 * them; those with a plus were observed no longer.
 */
const REMISSIONS = '6 6 6 6+ 7 9+ 10 10+ 11+ 13 16 17+ 19+ 20+ 22 23 25+ 32+ 32+ 34+ 35+'.split(' ')

describe('La survie des séries', () => {
  const durees = REMISSIONS.map((text) => ({
    mois: Number.parseInt(text, 10),
    censures: Number(text.endsWith('+')),
    arrets: Number(!text.endsWith('+')),
  }))
  const parMois = [...new Set(durees.map(({ mois }) => mois))].map((mois) => {
    const own = durees.filter((duree) => duree.mois === mois)
    const count = (of: 'arrets' | 'censures') => own.reduce((total, one) => total + one[of], 0)
    return { mois, arrets: count('arrets'), censures: count('censures') }
  })
  const paliers = survivalOf(parMois)
  const at = (mois: number) => {
    const { risque, arrets, survie } = paliers[mois] ?? {}
    return [risque, arrets, survie?.toFixed(4)]
  }

  test('est celle de la table des manuels', () => {
    expect([6, 7, 10, 13, 16, 22, 23].map(at)).toEqual([
      [21, 3, '0.8571'],
      [17, 1, '0.8067'],
      [15, 1, '0.7529'],
      [12, 1, '0.6902'],
      [11, 1, '0.6275'],
      [7, 1, '0.5378'],
      [6, 1, '0.4482'],
    ])
    expect(paliers.length).toBe(36)
    expect(paliers.filter(({ arrets }) => arrets > 0)).toHaveLength(7)
  })

  test('a sa médiane où il en reste moins de la moitié, et nulle part s’il en reste toujours autant', () => {
    expect(medianOf(paliers)).toBe(23)
    expect(medianOf(survivalOf([{ mois: 4, arrets: 1, censures: 1 }]))).toBe(null)
    expect(survivalOf([])).toEqual([])
  })
})

describe('Ce qui reste à recevoir', () => {
  test('est ce que chaque date à venir donnera, de moins en moins sûrement', () => {
    // 31 October: two months for a monthly 10 €, December for a quarterly 30 € of September, nothing of a yearly of March.
    const series = [
      { rythme: 1, prochain: 1, montant: 10 },
      { rythme: 3, prochain: 2, montant: 30 },
      { rythme: 12, prochain: 5, montant: 100 },
      { rythme: 12, prochain: 1, montant: 500 },
    ]
    const { montant, sansArret } = expectedOf(series, 10, 0.1)
    expect(sansArret).toBe(10 + 10 + 30 + 500)
    expect(montant).toBeCloseTo(10 * 0.9 + 10 * 0.81 + 30 * 0.81 + 500 * 0.9, 10)
  })

  test('compte la date du mois même si elle est à venir', () => {
    const une = { rythme: 1, prochain: 0, montant: 10 }
    expect(expectedOf([une], 12, 0.5)).toEqual({ montant: 10, sansArret: 10 })
    expect(expectedOf([{ ...une, prochain: 1 }], 12, 0.5)).toEqual({ montant: 0, sansArret: 0 })
  })
})
