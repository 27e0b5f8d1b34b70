import { type Colonne, type LectureFichier, type Sort, VALEURS_AU_PLUS } from '#contract/lecture'
import { Problem } from '../../problem'
import type { Row } from '../parsing/rows/row'
import { cleValeur, type Plan } from './resoudre'

/** A distinct value of a column that decides. */
export interface Valeur {
  colonne: Colonne
  valeur: string
  lignes: number
  centimes: number
  sort: Sort | null
}

const ENOUGH = 5_000

const tooMany = () =>
  new Problem(
    'invalide',
    `Une colonne qui décide si une ligne compte a plus de ${VALEURS_AU_PLUS}\u00a0valeurs différentes\u00a0: choisissez-en une autre.`,
    { champ: 'sorts' },
  )

/** What a reading decided on values. */
export function decisions(sorts: LectureFichier['sorts']) {
  const of = new Map(
    sorts.map(({ colonne, valeurs }) => [
      colonne,
      new Map(Object.entries(valeurs).map(([valeur, sort]) => [cleValeur(valeur), sort])),
    ]),
  )
  return ({ colonne, valeur }: Pick<Valeur, 'colonne' | 'valeur'>): Sort | null =>
    of.get(colonne)?.get(cleValeur(valeur)) ?? null
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
      if (all.length >= VALEURS_AU_PLUS) throw tooMany()
      const { colonne } = column
      valeur = {
        colonne,
        valeur: shown,
        lignes: 0,
        centimes: 0,
        sort: column.valeurs.get(key) ?? null,
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
        const { place } = column
        const text =
          place < row.count ? row.bytes.toString('utf8', row.starts[place], row.ends[place]) : ''
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
