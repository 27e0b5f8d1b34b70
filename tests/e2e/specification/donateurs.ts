import { lignesDe } from './ligne'

const ANNUELLE = 'la segmentation annuelle a trois segments et le total de chaque année'
const CARRIERE = 'toute la carrière : non fidèles, fidèles et super fidèles'

export const lignes = [
  ...lignesDe('ecrans/donateurs.test.ts', [
    [2, "Title 'Analyse des Donateurs'", ANNUELLE],
    [2, 'Beginners (1 donation), Fidèles (2 to 5), Super Fidèles (6 or more)', ANNUELLE],
    [2, 'Counts and percent per year, total donors', ANNUELLE],
    [9, 'Frequency thresholds: 1, 2 to 5, 6 or more donations', ANNUELLE],
    [2, 'Averaged insights', 'les moyennes disent ce que pèse chaque segment dans une année'],
    [2, 'Career-wide: Non Fidèles (1 donation), Fidèles, Super Fidèles', CARRIERE],
    [
      2,
      'Table of non-loyal donors split between VFL and {product}',
      'les non fidèles se partagent entre VFL et l’autre campagne',
    ],
  ]),
  ...lignesDe('ecrans/pannes.test.ts', [
    [8, 'A segmentation loading message', 'quand ${call.source} échoue'],
    [8, 'The donor screen shows the message without retry', 'quand ${call.source} échoue'],
  ]),
]
