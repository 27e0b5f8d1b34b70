import { expect, test } from 'vitest'
import type { FicheDoublon } from '#contract/doublons'
import { Identite } from '#contract/identite'
import { compareFiches } from '../../../remix/screens/donateurs/doublons/differences'

const fiche = (values: Partial<FicheDoublon>): FicheDoublon => ({
  ...(Object.fromEntries(Object.keys(Identite.shape).map((cell) => [cell, null])) as Identite),
  contact_id: '1',
  exclu: false,
  donations: 0,
  montant: 0,
  premier_don: null,
  dernier_don: null,
  ...values,
})

const differs = (champ: keyof FicheDoublon, one: string | null, other: string | null) =>
  compareFiches([fiche({ [champ]: one }), fiche({ [champ]: other })]).map((line) => line.differs)

test.each([
  ['lastname', 'Le B\u0153uf', 'LE-BOEUF', false],
  ['lastname', '\u0141ukasz', 'lukasz', false],
  ['lastname', 'Martin', 'Marin', true],
  ['firstname', 'Ma\u00eblys', 'Mae\u0308lys', false],
  ['zip', '8020', '08020', false],
  ['zip', '08020', '80200', true],
  ['phone', '+33 6 12 34 56 78', '0612345678', false],
  ['email', ' A@b.fr', 'a@B.fr', false],
  ['city', null, 'Brest', false],
] as const)('%s : « %s » et « %s » diffèrent : %s', (champ, one, other, expected) => {
  expect(differs(champ, one, other)).toEqual([expected])
})
