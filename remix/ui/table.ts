import {
  formatCount,
  formatDay,
  formatDifference,
  formatEvolution,
  formatMeasure,
  formatMoney,
  formatPercent,
  formatShortInstant,
  MISSING,
} from '#figures/format'

/** What stands in a cell. */
export type Value = string | number | null

/** A value with the address of what it counts or names. */
export interface Linked {
  value: string | number
  href: string
}

/** What the running year is compared with up to the same day: `value` is null if there was nothing then. */
export interface AtDate {
  au: string
  comparable: boolean
  value: number | null
}

/** A change of the running year against the whole year before, and beside it the one up to the same day. */
export interface Compared {
  value: number
  atDate: AtDate
}

export type Cell = Value | Linked | Compared

export const valueOf = (cell: Cell): Value =>
  typeof cell === 'object' && cell !== null ? cell.value : cell

/** What stands beside a value; undefined if nothing does. */
export const atDateOf = (cell: Cell): AtDate | undefined =>
  typeof cell === 'object' && cell !== null && 'atDate' in cell ? cell.atDate : undefined

/** How the change at a date of a column is written: a difference of numbers, or in percent. */
export const atDateFormat = ({ format }: Column): 'ecart' | 'evolution' =>
  format === 'ecart' ? 'ecart' : 'evolution'

/**
 * What a column holds, and so how screens and CSV files write it; a code is text that is never wrapped, a measure is a
 * number of things or of euros and cents.
 */
export type Format =
  | 'texte'
  | 'code'
  | 'annee'
  | 'nombre'
  | 'montant'
  | 'mesure'
  | 'pourcentage'
  | 'ecart'
  | 'evolution'
  | 'jour'
  | 'instant'

/**
 * How a number is judged, in colour and arrow: by its sign; by more than 5 % either way; as the
 * distance from a goal (0 is reached); as a percentage of a goal (100 is reached).
 */
export type Judgement = 'signe' | 'evolution' | 'objectif' | 'performance'

export interface Column {
  title: string
  /** Names the column for the screen that shows its cells in a way of its own. */
  key?: string | undefined
  format: Format
  /** Columns that stand side by side under one heading. */
  group?: string | undefined
  judged?: Judgement | undefined
}

/** One table, as the screen shows it and as its CSV file holds it. The first column names the row. */
export interface Table {
  /** Names the file and its address. */
  name: string
  title: string
  columns: Column[]
  rows: Cell[][]
  totals?: Cell[][] | undefined
  /** What the address of its CSV file needs beside the name. */
  query?: Record<string, string | number> | undefined
  /** How its figures are made. */
  definition?: string | undefined
  /** Shows the columns of a group as lines of one cell: many figures in little width. */
  stacked?: boolean | undefined
  /** Its rows go by years: the screen has the latest of them, if they are many, and the file has all. */
  byYear?: boolean | undefined
}

/** Where a file is, and what its link says. */
export interface Download {
  href: string
  text: string
}

/** A table as screens take it, with the link to its file. */
export interface ShownTable extends Table {
  download: Download
  /** How many earlier rows only the file has. */
  omitted?: number | undefined
}

const asNumber =
  (format: (value: number) => string) =>
  (cell: string | number): string =>
    typeof cell === 'number' ? format(cell) : cell

const asText =
  (format: (value: string) => string) =>
  (cell: string | number): string =>
    format(String(cell))

const WRITERS: Record<Format, (cell: string | number) => string> = {
  texte: String,
  code: String,
  annee: String,
  nombre: asNumber(formatCount),
  montant: asNumber(formatMoney),
  mesure: asNumber(formatMeasure),
  pourcentage: asNumber(formatPercent),
  ecart: asNumber(formatDifference),
  evolution: asNumber(formatEvolution),
  jour: asText(formatDay),
  instant: asText(formatShortInstant),
}

/** A cell as the screen shows it; 'N/A' where it is empty. */
export const showCell = (cell: Cell, format: Format): string => {
  const value = valueOf(cell)
  return value === null || value === '' ? MISSING : WRITERS[format](value)
}

/** A change as the screen shows it, with its sign. */
export const showSigned = (value: number, format: Format): string =>
  `${value > 0 ? '+' : ''}${showCell(value, format)}`

export const isNumeric = ({ format }: Column): boolean =>
  ['nombre', 'montant', 'mesure', 'pourcentage', 'ecart', 'evolution'].includes(format)

const UNITS: Partial<Record<Format, string>> = { montant: '€', pourcentage: '%', evolution: '%' }

/** A column's heading in one line, with that of its group. */
export const groupedTitle = ({ title, group }: Column): string =>
  group ? `${group} – ${title}` : title

/** The same where no cell repeats the unit: in a CSV file. */
export function fullTitle(column: Column): string {
  const unit = UNITS[column.format]
  const named = groupedTitle(column)
  return unit && !named.includes(unit) ? `${named} (${unit})` : named
}

/** +1 better, -1 worse, 0 neither. */
export function judge(value: number, judgement: Judgement): -1 | 0 | 1 {
  switch (judgement) {
    case 'signe':
      return value > 0 ? 1 : value < 0 ? -1 : 0
    case 'evolution':
      return value > 5 ? 1 : value < -5 ? -1 : 0
    case 'objectif':
      return value >= 0 ? 1 : -1
    case 'performance':
      return value >= 100 ? 1 : -1
  }
}
