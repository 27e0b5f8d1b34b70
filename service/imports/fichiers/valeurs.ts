import { type Colonne, type Sort, VALEURS_AU_PLUS, VALEURS_EN_TOUT } from '#contract/lecture'
import { citer } from '#figures/format'
import { Problem } from '../../problem'
import type { Row } from '../parsing/rows/row'
import { estEuro } from './lexique'
import { cleValeur, type Plan, REMPLI, VIDE } from './resoudre'

/** A distinct value of a column that decides. */
export interface Valeur {
  colonne: Colonne
  valeur: string
  lignes: number
  centimes: number
  sort: Sort | null
}

const ENOUGH = 5_000

const tooMany = (colonne: Colonne, most: number) =>
  new Problem(
    'invalide',
    `La colonne ${typeof colonne === 'number' ? `n°\u00a0${colonne}` : citer(colonne)} ne peut pas dire si une ligne compte\u00a0: avec elle, il y aurait plus de ${most}\u00a0valeurs à décider. Choisissez-en une autre, ou dites que celle-ci ne décide de rien.`,
    { champ: 'sorts' },
  )

/** What the values of a row say of it together. */
export function sortDe(valeurs: readonly Pick<Valeur, 'sort'>[]): Sort | null {
  let together: Sort = 'compte'
  for (const { sort } of valeurs) {
    if (sort === null) return null
    if (sort === 'ne_compte_pas' || together === 'compte') together = sort
  }
  return together
}

/** Finds and counts the values of the columns that decide. Throws a Problem if there are too many. */
export function createValeurs(sorts: Plan['sorts']) {
  const all: Valeur[] = []
  const columns = sorts.map((column) => ({
    ...column,
    byKey: new Map<string, Valeur>(),
    byText: new Map<string, Valeur>(),
  }))

  const find = (column: (typeof columns)[number], text: string): Valeur => {
    const known = column.byText.get(text)
    if (known) return known
    const key = cleValeur(text)
    const shown = text.slice(0, 500).trim()
    let valeur = column.byKey.get(key)
    // Whichever row comes first, the same way of writing is shown.
    if (valeur && shown < valeur.valeur) valeur.valeur = shown
    if (!valeur) {
      const { colonne } = column
      if (column.byKey.size >= VALEURS_AU_PLUS) throw tooMany(colonne, VALEURS_AU_PLUS)
      if (all.length >= VALEURS_EN_TOUT) throw tooMany(colonne, VALEURS_EN_TOUT)
      valeur = {
        colonne,
        valeur: shown,
        lignes: 0,
        centimes: 0,
        sort: column.valeurs.get(key) ?? (estEuro(shown) ? 'compte' : null),
      }
      column.byKey.set(key, valeur)
      all.push(valeur)
    }
    if (column.byText.size < ENOUGH) column.byText.set(text, valeur)
    return valeur
  }

  const found: Valeur[] = []
  return {
    /** The values of a row, by column; one array serves all rows. */
    count: (row: Row, cents: number): readonly Valeur[] => {
      for (const [at, column] of columns.entries()) {
        const { place, estRempli } = column
        const written =
          place < row.count ? row.bytes.toString('utf8', row.starts[place], row.ends[place]) : ''
        const text = estRempli ? (written.trim() === '' ? VIDE : REMPLI) : written
        const valeur = (found[at] = find(column, text))
        valeur.lignes++
        valeur.centimes += cents
      }
      return found
    },
    list: (): Valeur[] =>
      all.toSorted(
        (one, other) =>
          sorts.findIndex(({ colonne }) => colonne === one.colonne) -
            sorts.findIndex(({ colonne }) => colonne === other.colonne) ||
          other.lignes - one.lignes ||
          (one.valeur < other.valeur ? -1 : 1),
      ),
  }
}
