import { expect, test } from 'vitest'
import { rangeOf } from '../../../remix/screens/dashboard/range'
import { sentenceOf } from '../../../remix/ui/figure'

test('une barre seule se dit en une phrase, sans ce qui n’est pas connu', () => {
  const table = {
    ...{ name: 'un', title: 'Coût', download: null },
    columns: [
      { title: 'Exercice', format: 'annee' as const },
      { title: 'Coût', format: 'montant' as const },
      { title: 'Envois', format: 'nombre' as const },
      { title: 'Nouveaux', format: 'nombre' as const },
    ],
    rows: [['2025', 1234.5, null, { value: 1200, href: '/donateurs' }]],
  }
  expect(sentenceOf(table).replace(/\s/g, ' ')).toBe('2025. Coût : 1 234,50 €, Nouveaux : 1 200.')
})

test('ce que d’autres années ont apporté va du moindre au plus grand ; une seule n’en dit rien', () => {
  const years = [
    { annee: 2022, montant: 0 },
    { annee: 2023, montant: 29_370.37 },
    { annee: 2024, montant: 15_273.42 },
    { annee: 2025, montant: 18_973.06 },
  ]
  expect(rangeOf(years)?.replace(/\s/g, ' ')).toBe('de 15 273 € à 29 370 € de 2023 à 2025')
  expect(rangeOf(years.slice(0, 2))).toBeNull()
})
