import { describe, expect, test } from 'vitest'
import { trendSource } from '../../remix/charts/trend'
import { forecastOf } from '../../service/figures/prevision'

const years = (first: number, ...values: number[]) =>
  values.map((valeur, at) => ({ annee: first + at, valeur }))

describe('La tendance et la prévision', () => {
  test('la droite passe par la première et l’avant-dernière année et va jusqu’à l’année choisie', () => {
    expect(forecastOf(years(2022, 100, 500, 200, 900))).toEqual({
      depuis: 2022,
      jusqua: 2024,
      valeur: 250,
    })
  })

  test('une prévision négative est montrée à zéro', () => {
    expect(forecastOf(years(2023, 100, 10, 50))?.valeur).toBe(0)
  })

  test('il faut trois années pour une tendance', () => {
    expect(forecastOf(years(2024, 1, 2))).toBeNull()
  })

  test('l’infobulle nomme les deux années de la droite', () => {
    const [from, to] = [
      { annee: 2013, valeur: 1 },
      { annee: 2025, valeur: 13 },
    ]
    expect(trendSource({ from, to, through: 2024 })).toBe(
      'Prévision basée sur la tendance 2013-2024',
    )
  })
})
