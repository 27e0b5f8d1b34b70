import { lignesDe } from './ligne'

const CHIFFRES = 'les quatre chiffres clés sont ceux des lignes de la base'
const ANNEE = 'le tableau de bord s’ouvre sur l’année la plus récente et change d’année'
const GRAPHIQUES = 'quatre graphiques montrent les années, la prévision et les mois'
const ACTUALISER = '« Actualiser » montre la progression des vues, puis revient au tableau de bord'
const VUES = 'pendant un rafraîchissement, chaque vue dit où elle en est et rien ne s’annule'

export const lignes = [
  ...lignesDe('ecrans/dashboard.test.ts', [
    [2, 'Total Donateurs, Total Donations, Montant Total, Don Moyen', CHIFFRES],
    [2, 'Two bar charts per year: donation count and amount', GRAPHIQUES],
    [2, "The tooltip 'Prévision basée sur la tendance 2013-…'", GRAPHIQUES],
    [2, 'Two line charts of cumulative monthly counts and amounts over 4 years', GRAPHIQUES],
    [2, 'Months are Jan to Déc', GRAPHIQUES],
  ]),
  ...lignesDe('e2e/dashboard.parcours.spec.ts', [
    [2, 'Year selector (default: the first year)', ANNEE],
    [2, "'Actualiser' opens a progress dialog", ACTUALISER],
    [2, "Title 'Rafraîchissement des vues matérialisées'", ACTUALISER],
    [2, 'On completion the dialog waits, the dashboard reloads, the dialog closes', ACTUALISER],
  ]),
  ...lignesDe('e2e/enrichi.medium.spec.ts', [
    [2, "Loading text 'Chargement du dashboard...'", 'changer d’année suffit'],
  ]),
  ...lignesDe('e2e/rafraichissement.spec.ts', [
    [2, 'Overall progress percent = completed views / total views', VUES],
    [2, "Current position 'Vue X sur N', estimated total time", VUES],
    [2, 'A card per view: name, technical name, status label, duration, percent', VUES],
    [2, 'Terminé, En cours..., Erreur, En attente', VUES],
    [2, 'Database process id and duration, error box', VUES],
    [2, "'Annuler' is disabled while running", VUES],
    [8, "'Erreur lors de la récupération du statut'", 'arrête le suivi du rafraîchissement'],
    [8, 'A polling failure stops the progress', 'arrête le suivi du rafraîchissement'],
  ]),
  ...lignesDe('ecrans/pannes.test.ts', [
    [8, "'Erreur lors du chargement des données'", 'quand ${call.source} échoue'],
    [8, "'Erreur lors du démarrage du rafraîchissement'", 'un envoi vers ${path} sans suite dit'],
  ]),
  ...lignesDe('unit/ecrans/graphiques.test.ts', [
    [
      9,
      'Amount charts abbreviate in millions with one decimal',
      'sont en millions avec une décimale',
    ],
  ]),
  ...lignesDe('unit/prevision.test.ts', [
    [9, 'Trend forecast: the line through the earliest and second-to-last year', 'la droite passe'],
  ]),
  ...lignesDe('unit/tables.test.ts', [
    [2, 'Monthly figures are cumulated', 'les montants se cumulent au centime près'],
  ]),
]
