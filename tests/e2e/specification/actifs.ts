import { lignesDe } from './ligne'

const LEGENDE = 'la légende dit ce que veut dire chaque statut dans l’année choisie'
const CARTES = 'cinq cartes : les quatre statuts avec leur part, et tous ceux qui ont donné'
const PERIODES = 'six périodes, puis l’année précédente à comparer'
const OBJECTIF = 'l’objectif des actifs est celui de l’année précédente plus 10 %'

export const lignes = [
  ...lignesDe('ecrans/actifs.test.ts', [
    [2, 'Legend: Actifs gave in the year', LEGENDE],
    [2, 'Legend: Dormants last gave in year-1', LEGENDE],
    [2, 'Legend: Inactifs last gave in year-2', LEGENDE],
    [2, 'Legend: Très inactifs last gave before year-2', LEGENDE],
    [2, 'Five cards: the four statuses with counts and percent', CARTES],
    [2, 'Total donors who ever gave as of 31/12 of the year', CARTES],
    [2, 'Rows Trimestre 1, Trimestre 2, Septembre, Octobre, Novembre, Décembre', PERIODES],
    [2, 'Counts and percent per status and total', PERIODES],
    [2, 'A comparison row for the previous year', PERIODES],
    [2, 'Goals: objective +10% over the previous year, realised, delta', OBJECTIF],
    [2, 'Performance percent (green if >= 100)', OBJECTIF],
  ]),
  ...lignesDe('ecrans/dashboard.test.ts', [
    [2, 'Year selector', 's’ouvre sur l’année la plus récente'],
  ]),
  ...lignesDe('ecrans/pannes.test.ts', [
    [8, "'Erreur lors du chargement des statistiques'", 'quand ${call.source} échoue'],
  ]),
]
