import { MESSAGES } from '#files/accepted'
import { csvUnguarded } from '#files/csv'
import { normalise } from '#files/entetes'
import { Problem } from '../../problem'
import {
  type Cut,
  createLineReader,
  DELIMITERS,
  MAX_COLUMNS,
  readSep,
} from '../parsing/dialect/dialect'
import { firstLines, LINES } from '../parsing/dialect/head'
import { surplusOf } from '../parsing/rows/surplus'
import type { Feuille } from '../staging/octets'
import { estArgent, estDate, estEmail } from './decideurs'

/** How a line of a sheet is cut, where that is known: any line of a workbook, that of the guessed header of a CSV. */
export const coupe = (
  { courtes, delimiteur, ligneEntete, largeur = 0 }: Feuille,
  ligne: number,
): Demandee => (courtes || ligne === ligneEntete ? { ligne, delimiteur, largeur } : { ligne })

interface Demandee {
  ligne?: number | undefined
  delimiteur?: string | undefined
  /** Columns that its rows have, with or without a heading. */
  largeur?: number
}

/** A header line of somebody's tool: names as written, one for each column. */
export interface Entete {
  noms: string[]
  /** Its line in the file, from 1. */
  ligne: number
  /** How many known names it has. */
  connus: number
  delimiteur: string
  /** Empty cells that every row has beyond the header, as delimiters at their ends leave them. */
  surplus: number
  /** Where rows begin: offset in the head, and line in the file. */
  dataStart: number
  dataLine: number
}

/** The header may be chosen among so many first lines. */
export const LIGNES_D_ENTETE = 200

const nameOf = (cell: string) => csvUnguarded(cell.trim()).trim().replaceAll('\0', '\ufffd')

const countFilled = ({ cells }: Cut) => cells.filter((cell) => cell.trim() !== '').length

/** How many distinct known names a line has; none where a cell holds what rows do: an e-mail, a day, an amount. */
function countKnown({ cells }: Cut, connus: ReadonlySet<string>): number {
  if (cells.some((cell) => [estEmail, estDate, estArgent].some((looks) => looks(cell.trim()))))
    return 0
  const names = new Set(cells.map((cell) => normalise(nameOf(cell))))
  return [...names].filter((name) => name !== '' && connus.has(name)).length
}

interface Likely {
  cut: Cut
  known: number
}

const better = (one: Likely, other: Likely | undefined) =>
  other === undefined ||
  one.known > other.known ||
  (one.known === other.known &&
    one.known === 0 &&
    countFilled(other.cut) < 2 &&
    countFilled(one.cut) >= 2)

/** Every way to cut a line, likeliest first. */
function cutsOf(
  line: number,
  readers: ((line: number) => Cut[])[],
  connus: ReadonlySet<string>,
): Likely[] {
  return readers
    .flatMap((read) => read(line))
    .map((cut) => ({ cut, known: countKnown(cut, connus) }))
    .sort((one, other) => other.known - one.known || other.cut.count - one.cut.count)
}

/**
 * Finds the header in the first bytes (UTF-8) of a file: among the first lines, the first with most distinct names of
 * `connus`, else the first with two filled cells; or line `ligne`, if one is asked for. Throws a Problem if there is none.
 */
export function trouverEntete(
  head: Buffer,
  connus: ReadonlySet<string>,
  asked: Demandee = {},
): Entete {
  const lines = firstLines(head, asked.ligne === undefined ? LINES : LIGNES_D_ENTETE)
  if (lines.every(({ start, stop }) => head.toString('utf8', start, stop).trim() === ''))
    throw new Problem('invalide', MESSAGES.vide)
  const sep = asked.delimiteur ?? readSep(head, lines)
  const readers = (sep ? [sep] : DELIMITERS).map((delimiter) =>
    createLineReader(head, lines, delimiter),
  )
  let best: Likely | undefined
  if (asked.ligne === undefined)
    for (let line = readSep(head, lines) ? 1 : 0; line < lines.length; line++) {
      const [likeliest] = cutsOf(line, readers, connus)
      if (likeliest && better(likeliest, best)) best = likeliest
    }
  else [best] = cutsOf(asked.ligne - 1, readers, connus)
  const cut = best?.cut
  if (!cut || countFilled(cut) === 0)
    throw new Problem(
      'invalide',
      asked.ligne === undefined
        ? 'Aucune des premières lignes de ce fichier ne peut être son en-tête\u00a0: elles sont vides, ou trop longues.'
        : `La ligne ${asked.ligne} ne peut pas être l’en-tête\u00a0: elle est vide, trop longue, ou trop loin du début du fichier.`,
      { champ: 'ligne_entete' },
    )
  if (cut.count > MAX_COLUMNS)
    throw new Problem(
      'invalide',
      `L’en-tête a ${cut.count} colonnes\u00a0; le maximum est ${MAX_COLUMNS}. Supprimez les colonnes inutiles.`,
      { champ: 'ligne_entete' },
    )
  const noms = cut.cells.map(nameOf)
  while (noms.length < Math.min(asked.largeur ?? 0, MAX_COLUMNS)) noms.push('')
  const dataStart = lines[cut.last]?.end ?? head.length
  return {
    noms,
    surplus: surplusOf(head.subarray(dataStart), cut.delimiter, noms.length),
    ligne: cut.line + 1,
    connus: best?.known ?? 0,
    delimiteur: cut.delimiter,
    dataStart,
    dataLine: cut.last + 2,
  }
}
