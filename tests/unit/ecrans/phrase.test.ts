import { expect, test } from 'vitest'
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
