import { lignesDe } from './ligne'

const PERIODES =
  'le tableau par période finit par le total de l’année et celui de l’année précédente'
const OBJECTIFS = 'l’objectif est le total de l’année précédente plus 10 %, arrondi'
const CODES = 'codes média, profils et codes origine se comparent à l’année précédente'

export const lignes = [
  ...lignesDe('ecrans/nouveaux.test.ts', [
    [
      2,
      'Three cards: Nouveaux Donateurs, Anciens Donateurs, Total, each with percent of total',
      'les trois cartes disent les nouveaux',
    ],
    [2, 'Table by period with new and existing counts, percent of the year', PERIODES],
    [2, 'Percent of previous year', PERIODES],
    [2, 'A total row and a previous-year total row', PERIODES],
    [2, 'Objective = previous-year total plus 10%, rounded, for new and for existing', OBJECTIFS],
    [2, 'The delta is green if >= 0, else red', OBJECTIFS],
    [9, 'Objective: +10% over the previous year (rounded)', OBJECTIFS],
    [2, 'Tables by media code, by campaign profile and by origin code', CODES],
    [2, 'An evolution percent versus the previous year', CODES],
    [2, 'Arrows: above +5% green, below -5% red, else neutral', CODES],
  ]),
  ...lignesDe('unit/tables.test.ts', [
    [9, 'Evolution arrow threshold ±5%', 'jugé par « %s » donne'],
  ]),
  ...lignesDe('unit/ratios.test.ts', [
    [2, 'Previous zero and current positive: the evolution is 100', 'est une évolution de'],
    [5, 'Percentages are computed only if the denominator is above zero', 'sur %i font'],
  ]),
  ...lignesDe('ecrans/dashboard.test.ts', [
    [2, 'Year selector (first year default)', 's’ouvre sur l’année la plus récente'],
  ]),
  ...lignesDe('ecrans/pannes.test.ts', [
    [8, "'Erreur lors du chargement des années'", 'quand ${call.source} échoue'],
    [
      8,
      'Secondary data fail without an alert, with a console log',
      'qui manque le dit sans alerte',
    ],
    [8, "'Erreur: {message}' with a 'Réessayer' button", '« Réessayer » montre l’écran'],
  ]),
]
