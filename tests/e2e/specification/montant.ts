import { lignesDe } from './ligne'

const RECALCUL = 'les deux tableaux des montants sont ceux d’un recalcul depuis les lignes'
const COLONNES = 'les colonnes sont les tranches, puis le total et son écart'

export const lignes = [
  ...lignesDe('ecrans/montant.test.ts', [
    [2, "Title 'Analyses par Montant'", RECALCUL],
    [2, 'Table: total yearly amount per donor', RECALCUL],
    [2, 'Table: last donation of the year per donor', RECALCUL],
    [2, 'A row per year and a column per amount band', RECALCUL],
    [2, "The header reads 'De X à Y'; the top band '5000+' is shown as '5000 et +'", COLONNES],
    [2, 'Each cell shows count, percent and difference', RECALCUL],
    [2, 'Up/down/flat arrows', RECALCUL],
    [2, 'Total and total-difference columns', COLONNES],
    [9, "Amount bands include '5000+'", COLONNES],
    [5, "Missing values show 'N/A'", RECALCUL],
  ]),
  ...lignesDe('e2e/style.spec.ts', [
    [2, 'Green positive, red negative, grey zero', 'une hausse est verte, une baisse rouge'],
  ]),
  ...lignesDe('ecrans/exclusions.test.ts', [
    [2, "'Actualiser' triggers a view refresh, then reloads", '« Actualiser » recalcule les vues'],
  ]),
  ...lignesDe('unit/ecrans/tableaux.test.ts', [
    [4, 'The first year has no difference', 'la première année n’a pas d’écart'],
  ]),
]
