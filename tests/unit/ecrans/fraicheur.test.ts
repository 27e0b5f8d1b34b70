import { expect, test } from 'vitest'
import { agreeing } from '../../../remix/ui/freshness'

test('ce qui est en écart est nommé, les trois premiers par leur phrase', () => {
  expect(agreeing({ concordants: 59, total: 59, en_ecart: [] })).toBe(
    '59\u00A0contrôles sur 59 concordants',
  )
  expect(agreeing({ concordants: 58, total: 59, en_ecart: ['Dons = dons du fichier'] })).toBe(
    '⚠ 1\u00A0contrôle sur 59 en écart\u00A0: «\u00A0Dons = dons du fichier\u00A0»',
  )
  expect(agreeing({ concordants: 54, total: 59, en_ecart: ['A', 'B', 'C'] })).toBe(
    '⚠ 5\u00A0contrôles sur 59 en écart\u00A0: «\u00A0A\u00A0», «\u00A0B\u00A0», «\u00A0C\u00A0» et 2\u00A0autres',
  )
})
