import { lignesDe } from './ligne'

const EVOLUTION =
  'l’évolution : nouveaux et anciens par profil, totaux et évolutions de chaque année'
const PARCOURS = 'la fidélité et la migration par première campagne'
const MIXTES = 'les donateurs mixtes par année, leur moyenne globale et les années remarquables'
const REPARTITION = 'la répartition globale, le profil majoritaire et la diversification'

export const lignes = [
  ...lignesDe('ecrans/campagnes.test.ts', [
    [2, "Title 'Analyse des Campagnes'", EVOLUTION],
    [2, 'New and existing donors by profile ({product} only, VFL only, both)', EVOLUTION],
    [2, 'Evolution table with totals and evolution percent', EVOLUTION],
    [2, 'Loyalty and migration table by first campaign, stayed loyal versus migrated', PARCOURS],
    [2, 'Loyalty totals and key insights', PARCOURS],
    [2, 'Mixed donors per year: count, percent, total and average amount', MIXTES],
    [2, 'A global average row', MIXTES],
    [2, 'Highlights (year with most, best percent, highest average)', MIXTES],
    [2, 'Global distribution by campaign profile', REPARTITION],
    [2, 'The majority profile and diversification', REPARTITION],
  ]),
  ...lignesDe('unit/ecrans/campagnes.test.ts', [
    [2, 'Key insights of loyalty and migration', 'des parcours : la fidélité'],
    [2, 'Highlights of mixed donors', 'des mixtes : l’année qui en a le plus'],
    [2, 'Majority profile and diversification', 'de la répartition : le profil majoritaire'],
  ]),
  ...lignesDe('ecrans/pannes.test.ts', [
    [8, "'Erreur lors du chargement des données des campagnes'", 'quand ${call.source} échoue'],
    [8, 'The campaigns screen shows the message without retry', 'quand ${call.source} échoue'],
  ]),
]
