import { lignesDe } from './ligne'

const LISTE = 'la liste montre les donations de l’année, de la plus élevée à la plus faible'
const PAGES = 'on tourne les pages et on déplie les détails'
const EXCLUSION =
  'un donateur est exclu après confirmation, puis réintégré, et l’historique le garde'

export const lignes = [
  ...lignesDe('ecrans/donations.test.ts', [
    [2, "Title 'Donations', sorted by amount descending", LISTE],
    [2, 'Four stat cards: total donations, total amount, average, largest', LISTE],
    [2, 'Badge with the item count', LISTE],
    [9, 'Donations page size 20', LISTE],
    [2, "'Voir tous les détails' / 'Masquer détails' show extra donor columns", PAGES],
    [2, "'Précédent' / 'Suivant' and up to 5 page buttons", PAGES],
  ]),
  ...lignesDe('e2e/donations.parcours.spec.ts', [
    [4, 'valid (VALIDE, Exclure) to excluded (EXCLU, Réintégrer) and back', EXCLUSION],
    [4, 'After a change the list and the stats reload', EXCLUSION],
    [8, 'Successes show an alert with a check mark and the server message', EXCLUSION],
  ]),
  ...lignesDe('ecrans/exclusions.test.ts', [
    [8, 'Failures use the detail field and a cross', 'un refus du service est dit avec ses mots'],
  ]),
  ...lignesDe('e2e/enrichi.medium.spec.ts', [
    [5, 'Exclusion asks for confirmation', 'l’exclusion demande confirmation'],
  ]),
  ...lignesDe('ecrans/pannes.test.ts', [
    [8, "'Erreur lors du chargement des donations'", 'quand ${call.source} échoue'],
    [8, "'Erreur lors de l'exclusion', 'Erreur lors de la réintégration'", 'quand ${call.source}'],
    [
      8,
      'Exclusion failures use the server’s detail, with a cross',
      'un envoi vers ${path} sans suite',
    ],
  ]),
  ...lignesDe('unit/web.test.ts', [
    [9, 'At most 5 page buttons, centred on the current page', 'autour de la page %s sur %s'],
  ]),
]
