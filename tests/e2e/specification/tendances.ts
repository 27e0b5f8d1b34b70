import { lignesDe } from './ligne'

export const lignes = lignesDe('ecrans/coquille.test.ts', [
  [
    2,
    "/tendances shows only the placeholder text 'Page Tendances - En développement'",
    'la page des tendances ne montre que son annonce',
  ],
])
