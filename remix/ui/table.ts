import {
  formatCount,
  formatDay,
  formatDifference,
  formatEvolution,
  formatMeasure,
  formatMoney,
  formatPercent,
  formatPoints,
  formatShortInstant,
  MISSING,
} from '#figures/format'

/** A plain cell value. */
export type Value = string | number | null

/** A value linked to what it counts or names. */
export interface Linked {
  value: string | number
  href: string
}

/** Year-to-date comparison of the running year; `value` is null if there was nothing to compare with. */
export interface AtDate {
  au: string
  comparable: boolean
  value: number | null
}

/** The running year's change versus the full previous year, with the year-to-date one. */
export interface Compared {
  value: number
  atDate: AtDate
}

export type Cell = Value | Linked | Compared

export const valueOf = (cell: Cell): Value =>
  typeof cell === 'object' && cell !== null ? cell.value : cell

/** The year-to-date comparison of a cell, if any. */
export const atDateOf = (cell: Cell): AtDate | undefined =>
  typeof cell === 'object' && cell !== null && 'atDate' in cell ? cell.atDate : undefined

/** The day that a table's cells are compared up to, if any are. */
export const atDateIn = ({ rows, totals = [] }: Table): AtDate | undefined =>
  [...totals, ...rows.toReversed()].flat().flatMap((cell) => atDateOf(cell) ?? [])[0]

/** Format of a column's year-to-date change: difference or percentage. */
export const atDateFormat = ({ format }: Column): 'ecart' | 'evolution' =>
  format === 'ecart' ? 'ecart' : 'evolution'

/** Cell format on screen and in CSV files; 'code' never wraps, 'mesure' is a count or an amount in euros. */
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
 * How a number is judged, in colour and arrow: by its sign; by more than 5 % either way; as the distance from a goal (0
 * is reached); as a percentage of a goal (100 is reached).
 */
export type Judgement = 'signe' | 'evolution' | 'objectif' | 'performance'

export interface Column {
  title: string
  /** Set for columns that the screen renders specially. */
  key?: string | undefined
  format: Format
  /** Adjacent columns under one heading. */
  group?: string | undefined
  judged?: Judgement | undefined
  /** The rows' first order is this column's: months, bands of amounts. */
  inOrder?: boolean | undefined
  /** What sorts a page of rows by this column, for the service. */
  tri?: string | undefined
  /** Screens show it with « Plus de colonnes »; files and paper always have it. */
  more?: boolean | undefined
  /** It compares with the year before: whole, or up to the same day. */
  compares?: 'annee' | 'jour' | undefined
  /** Not shown, as nobody compares so here; files have it. */
  hidden?: boolean | undefined
  /** Nothing stands where there is no value, as in one half of a triangle. */
  blank?: boolean | undefined
}

/** A table, on screen and in its CSV file. The first column names the row. */
export interface Table {
  /** Names the file and its URL. */
  name: string
  title: string
  columns: Column[]
  rows: Cell[][]
  totals?: Cell[][] | undefined
  /** Query parameters of its CSV file's URL. */
  query?: Record<string, string | number> | undefined
  /** Definition of its figures. */
  definition?: string | undefined
  /** Stacks a group's columns in one cell, to save width. */
  stacked?: boolean | undefined
  /** Rows go by year: the screen shows the latest if there are many, the file has all. */
  byYear?: boolean | undefined
  /** Set for a page of rows, which the service sorts: its order unless the address says another. */
  tri?: string | undefined
}

/** A file's link and its text. */
export interface Download {
  href: string
  text: string
}

/** A table for screens, with the link to its file if it has one. */
export interface ShownTable extends Table {
  download: Download | null
  /** Number of earlier rows only in the file. */
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

/** A formatted cell; 'N/A' if empty. */
export const showCell = (cell: Cell, format: Format): string => {
  const value = valueOf(cell)
  return value === null || value === '' ? MISSING : WRITERS[format](value)
}

/** A formatted change, with its sign; of a percentage in points. */
export const showSigned = (value: number, format: Format): string =>
  format === 'pourcentage'
    ? formatPoints(value)
    : `${value > 0 ? '+' : ''}${showCell(value, format)}`

export const isNumeric = ({ format }: Column): boolean =>
  ['nombre', 'montant', 'mesure', 'pourcentage', 'ecart', 'evolution'].includes(format)

const UNITS: Partial<Record<Format, string>> = { montant: '€', pourcentage: '%', evolution: '%' }

/** A column's one-line heading, including its group. */
export const groupedTitle = ({ title, group }: Column): string =>
  group ? `${group} – ${title}` : title

/** Likewise with the unit, for CSV files, whose cells lack it. */
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
