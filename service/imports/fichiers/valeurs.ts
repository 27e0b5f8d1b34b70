import { type Colonne, type Sort, VALEURS_AU_PLUS, VALEURS_EN_TOUT } from '#contract/lecture'
import { citer } from '#figures/format'
import { Problem } from '../../problem'
import { estEuro } from '../parsing/cells/devises'
import { anneesLointaines, JOURS_VIDES } from '../parsing/cells/douteux'
import { dayText } from '../parsing/cells/values'
import type { Row } from '../parsing/rows/row'
import { deviseIn } from './cellules'
import { cleValeur, type Decideur, REMPLI, VIDE } from './resoudre'

/** A distinct value of a column that decides. */
export interface Valeur {
  colonne: Colonne
  valeur: string
  lignes: number
  centimes: number
  sort: Sort | null
  /** What most people would decide, of what a tool sells. */
  propose: Sort | null
  par: Decideur['par']
  /** It counts without anybody having to say so: euros, and days as others. */
  estTacite: boolean
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

/** Of an amount whose cell and heading name no currency. */
const EURO = 'EUR'

/** What a row says in a column that decides. */
function dite(row: Row, { place, par, unite }: Decideur, jour: number): string {
  if (par === 'devise') {
    const devise = deviseIn(row, place) ?? unite ?? EURO
    return estEuro(devise) ? EURO : devise
  }
  if (par === 'jour')
    return JOURS_VIDES.has(jour) ? dayText(jour) : String(Math.floor(jour / 10_000))
  const written =
    place < row.count ? row.bytes.toString('utf8', row.starts[place], row.ends[place]) : ''
  if (par === 'texte') return written
  return written.trim() === '' ? VIDE : REMPLI
}

const passe = ({ par }: Decideur, text: string) =>
  par === 'jour' ? !text.includes('-') : estEuro(text)

/** Asks about years far before nearly all other rows. */
function douterDesAnnees(valeurs: readonly Valeur[]): void {
  const annees = valeurs
    .filter(({ par, estTacite, valeur }) => par === 'jour' && estTacite && valeur !== '0')
    .map((valeur) => ({ annee: Number(valeur.valeur), lignes: valeur.lignes, valeur }))
  for (const { valeur } of anneesLointaines(annees))
    Object.assign(valeur, { sort: null, estTacite: false })
}

/** Finds and counts the values of the columns that decide. Throws a Problem if there are too many. */
export function createValeurs(sorts: readonly Decideur[]) {
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
      const { colonne, par } = column
      if (column.byKey.size >= VALEURS_AU_PLUS) throw tooMany(colonne, VALEURS_AU_PLUS)
      if (all.length >= VALEURS_EN_TOUT) throw tooMany(colonne, VALEURS_EN_TOUT)
      const decided = column.valeurs.get(key)
      const estTacite = decided === undefined && passe(column, shown)
      const sort = decided ?? (estTacite ? 'compte' : null)
      valeur = {
        colonne,
        valeur: shown,
        lignes: 0,
        centimes: 0,
        sort,
        propose: null,
        par,
        estTacite,
      }
      column.byKey.set(key, valeur)
      all.push(valeur)
    }
    if (column.byText.size < ENOUGH) column.byText.set(text, valeur)
    return valeur
  }

  const found: Valeur[] = []
  return {
    /** The values of a row, by column; one array serves all rows. `jour`: YYYYMMDD, 0 if it has none. */
    count: (row: Row, cents: number, jour: number): readonly Valeur[] => {
      for (const [at, column] of columns.entries()) {
        const valeur = (found[at] = find(column, dite(row, column, jour)))
        valeur.lignes++
        valeur.centimes += cents
      }
      return found
    },
    /** All of them, but days and currencies of which nothing is to be asked. */
    list: (): Valeur[] => {
      douterDesAnnees(all)
      const place = ({ colonne }: Valeur) => sorts.findIndex((sort) => sort.colonne === colonne)
      const isAsked = new Set(all.flatMap(({ colonne, estTacite }) => (estTacite ? [] : [colonne])))
      const isTold = ({ par, estTacite, colonne }: Valeur) =>
        par === 'jour' ? !estTacite : par !== 'devise' || isAsked.has(colonne)
      return all
        .filter(isTold)
        .toSorted(
          (one, other) =>
            place(one) - place(other) ||
            other.lignes - one.lignes ||
            (one.valeur < other.valeur ? -1 : 1),
        )
    },
  }
}
