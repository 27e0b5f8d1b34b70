import { expect, test } from 'vitest'
import { setOf } from '../../../service/files/exports-columns'

test.each([
  ['liste', {}, ''],
  [
    'liste',
    { tri: 'nom', annee: '2024', ensemble: 'tres_inactifs' },
    'tres inactifs, année 2024, tri nom',
  ],
  ['donations', { year: '2024', details: '1' }, 'année 2024, avec tous les détails'],
  ['liste', { ensemble: 'tous', q: 'oui' }, 'tous, avec une recherche'],
  [
    'donations',
    { year: '2024', chiffrees: '1', dons: '0' },
    'année 2024, campagnes avec un coût ou des envois, hors statistiques seulement',
  ],
  [
    'liste',
    { ensemble: 'codes', annee: '2024', premier: '1' },
    'codes, année 2024, nouveaux donateurs, par leur premier don',
  ],
  ['liste', { cumul_min: '1' }, 'cumul min 1'],
  ['liste', { don_mois: '1', annee: '2025' }, 'année 2025, don du mois 1'],
  [
    'selection',
    { ensemble: 'tous', ids_retires: '3', meme_email: 'true', societes: 'true' },
    'tous, identifiants retirés 3, un seul par e-mail, sans sociétés',
  ],
  ['series', { suivies: '12', rythme: 'annuel' }, 'rythme annuel, mois, au moins 12'],
  ['a_verifier', { etat: 'tous', donne_en: '2024' }, 'donne en 2024, etat tous'],
  ['une autre', { annee: '2024' }, 'annee 2024'],
])('%s %j', (fichier, parametres, words) => {
  expect(setOf({ fichier, parametres })).toBe(words)
})
