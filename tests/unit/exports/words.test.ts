import { expect, test } from 'vitest'
import { setOf } from '../../../service/files/exports-words'

test.each([
  [{}, ''],
  [{ tri: 'nom', annee: '2024', ensemble: 'tres_inactifs' }, 'tres inactifs, année 2024, tri nom'],
  [{ year: '2024', details: '1' }, 'année 2024, avec tous les détails'],
  [{ ensemble: 'tous', q: 'oui' }, 'tous, avec une recherche'],
  [
    { year: '2024', chiffrees: '1', dons: '0' },
    'année 2024, campagnes avec un coût ou des envois, hors statistiques seulement',
  ],
  [
    { ensemble: 'codes', annee: '2024', premier: '1' },
    'codes, année 2024, nouveaux donateurs, par leur premier don',
  ],
  [{ cumul_min: '1' }, 'cumul min 1'],
  [{ don_mois: '1', annee: '2025' }, 'année 2025, don du mois 1'],
])('%j', (parametres, words) => {
  expect(setOf({ parametres })).toBe(words)
})
