import { describe, expect, test } from 'vitest'
import type { Evenement, EvenementType } from '../../../service/contract/exclusions'
import { announce } from '../../../service/exclusions/phrases'

const evenement = (type: EvenementType, dons: number, montant: number): Evenement => ({
  numero: 1,
  evenement_id: '7b6f8a52-4a39-4f0e-9a51-0f6f4f0b7a10',
  contact_id: 'C-12',
  type,
  raison: '',
  exclu_par: 'Utilisateur',
  identite: null,
  survenu_le: '2026-11-20T08:15:03.000000Z',
  donations_concernees: dons,
  montant_concerne: montant,
  publication: null,
  sceau: null,
  contact_principal: null,
  connues: null,
  empreinte_precedente: '0'.repeat(64),
  empreinte: '0'.repeat(64),
})

const plain = (text: string) => text.replace(/[\u00A0\u202F]/g, ' ')

describe('Le message après une exclusion ou une réintégration', () => {
  test.each([
    ['EXCLUSION', 3, 150, 'Le donateur C-12 est exclu : 3 dons (150,00 €) ne comptent plus.'],
    ['EXCLUSION', 1, 50.5, 'Le donateur C-12 est exclu : 1 don (50,50 €) ne compte plus.'],
    ['EXCLUSION', 0, 0, 'Le donateur C-12 est exclu : aucun don n’est concerné.'],
    [
      'EXCLUSION',
      1200,
      1234567.8,
      'Le donateur C-12 est exclu : 1 200 dons (1 234 567,80 €) ne comptent plus.',
    ],
    [
      'REINTEGRATION',
      3,
      150,
      'Le donateur C-12 est réintégré : 3 dons (150,00 €) comptent à nouveau.',
    ],
    ['REINTEGRATION', 1, 50, 'Le donateur C-12 est réintégré : 1 don (50,00 €) compte à nouveau.'],
  ] as const)('%s de %i dons (%d €)', (type, dons, montant, phrase) => {
    expect(plain(announce([evenement(type, dons, montant)]))).toBe(phrase)
  })

  test('dit avec qui, si d’autres contacts sont la même personne', () => {
    const autre = { ...evenement('EXCLUSION', 1, 20), contact_id: 'C-40' }
    expect(plain(announce([evenement('EXCLUSION', 2, 100), autre]))).toBe(
      'Le donateur C-12 est exclu, avec C-40 (la même personne) : 3 dons (120,00 €) ne comptent plus.',
    )
  })

  test('tient ses espaces insécables', () => {
    expect(announce([evenement('EXCLUSION', 1200, 1000)])).toContain(
      'exclu\u00A0: 1\u202F200\u00A0dons (1\u202F000,00\u00A0€)',
    )
  })
})
