import { couperDevise } from '../parsing/cells/devises'
import { MAX_CODE, MAX_ID } from '../parsing/cells/limits'
import type { Motif } from '../parsing/cells/motifs'
import { endsAsPower, usualCents } from '../parsing/cells/numbers'
import { isScientific, readAmount, readCode, readId, readName } from '../parsing/cells/values'
import type { Row } from '../parsing/rows/row'

const NOTHING = ''

/** What the cell of a workbook begins with that has no value. */
export const SANS_VALEUR = 0x01

/** The place of the first such cell that was used of the row that is read; rows are read one at a time. */
let faulty: number | undefined

export const beginRow = (): void => void (faulty = undefined)
export const usedFaulty = (): number | undefined => faulty

/** A cell as it is written; '' beyond the row or where the reading has no such column. */
export function text(row: Row, place: number | undefined): string {
  if (place === undefined || place >= row.count) return NOTHING
  const start = row.starts[place] ?? 0
  const end = row.ends[place] ?? 0
  if (start === end) return NOTHING
  if (row.bytes[start] === SANS_VALEUR) faulty ??= place
  return row.bytes.toString('utf8', start, end)
}

/** Whether a text is its own value: no blank, formula, guard or word for nothing at its ends. */
function isAsWritten(value: string): boolean {
  const first = value.charCodeAt(0)
  const last = value.charCodeAt(value.length - 1)
  return (
    first > 0x2f &&
    first !== 0x3d &&
    first !== 0x4e &&
    first !== 0x6e &&
    first < 0x7f &&
    last > 0x20 &&
    last < 0x7f
  )
}

/** A code, an e-mail, a phone; undefined if empty. */
export function codeIn(row: Row, place: number | undefined): string | undefined {
  const value = text(row, place)
  if (value === NOTHING) return undefined
  return isAsWritten(value) ? value : readCode(value)
}

/** A name or a city; undefined if empty. */
export function nameIn(row: Row, place: number | undefined): string | undefined {
  const value = text(row, place)
  if (value === NOTHING) return undefined
  return isAsWritten(value) ? value : readName(value)
}

const isDigit = (byte: number | undefined) => byte !== undefined && byte >= 0x30 && byte <= 0x39

/** Whether the bytes from `at` are a time of day such as ` 10:12` or `T10:12:30`. */
export function isUsualTime(bytes: Buffer, at: number, end: number): boolean {
  if (end - at !== 6 && end - at !== 9) return false
  if (bytes[at] !== 0x20 && bytes[at] !== 0x54) return false
  for (let part = at + 1; part < end; part += 3) {
    if (!isDigit(bytes[part]) || !isDigit(bytes[part + 1])) return false
    if (part + 2 < end && bytes[part + 2] !== 0x3a) return false
    const tens = bytes[part] ?? 0
    const isHours = part === at + 1
    if (isHours ? tens > 0x32 || (tens === 0x32 && (bytes[part + 1] ?? 0) > 0x33) : tens > 0x35)
      return false
  }
  return true
}

const SIGN = /^[-\u2212][ \u00a0\u202f\u2009]*/
/** What accountants put around an amount below 0. */
const PARENTHESES = /^\((.*)\)$/s
/** No cents, as « 50.- » has it. */
const SANS_CENTIMES = /(?<=\d)[.,][-\u2013\u2014]{1,2}(?!\S)/
const LONGEST_AMOUNT = 100

/** Signed cents of an amount in whatever currency, or why they cannot be read. */
export function lireMontant(written: string): number | Motif {
  if (written.length > LONGEST_AMOUNT) return 'montant_illisible'
  const { devise, nombre } = couperDevise(written.replace(SANS_CENTIMES, ''))
  const given = PARENTHESES.exec(nombre)?.[1]?.trim()
  const amount = given ?? nombre
  const sign = SIGN.exec(amount)
  // Nothing, as tables of money write it: « - € ».
  if (sign && devise !== undefined && sign[0].length === amount.length) return 0
  if (sign && given !== undefined) return 'montant_illisible'
  const reading = readAmount(sign ? amount.slice(sign[0].length) : amount)
  if ('motif' in reading) return reading.motif
  // A sign alone is no amount, nor are two.
  if (reading.value === undefined) return 'montant_illisible'
  return sign || given !== undefined ? -reading.value : reading.value
}

const isUsualAmount = (row: Row, place: number) =>
  place >= row.count ||
  !Number.isNaN(usualCents(row.bytes, row.starts[place] ?? 0, row.ends[place] ?? 0))

/** Signed cents, or why they cannot be read; undefined if the cell is empty. */
export function signedCents(row: Row, place: number): number | Motif | undefined {
  const start = row.starts[place] ?? 0
  const end = row.ends[place] ?? 0
  const usual = place < row.count ? usualCents(row.bytes, start, end) : Number.NaN
  if (!Number.isNaN(usual)) return usual
  const written = readCode(text(row, place))
  return written === undefined ? undefined : lireMontant(written)
}

/** The currency that the cell of an amount names. */
export function deviseIn(row: Row, place: number): string | undefined {
  if (isUsualAmount(row, place)) return undefined
  const written = readCode(row.bytes.toString('utf8', row.starts[place], row.ends[place]))
  if (written === undefined || written.length > LONGEST_AMOUNT) return undefined
  return couperDevise(written.replace(SANS_CENTIMES, '')).devise
}

/** An id as written, '' if empty, or why it cannot be one. */
export function idOf(row: Row, place: number | undefined): string | Refused {
  const value = text(row, place)
  if (value === NOTHING) return NOTHING
  const id = isAsWritten(value) && !value.endsWith('.0') ? value : (readId(value) ?? NOTHING)
  if (id.length > MAX_ID || (row.breaks > 0 && /[\r\n]/.test(id))) return ID_INVALIDE
  const isPower = endsAsPower(row.bytes, row.starts[place ?? 0] ?? 0, row.ends[place ?? 0] ?? 0)
  return (isPower || id.length !== value.length) && isScientific(id) ? ID_SCIENTIFIQUE : id
}

interface Refused {
  motif: Motif
}
const ID_INVALIDE: Refused = { motif: 'id_invalide' }
const ID_SCIENTIFIQUE: Refused = { motif: 'id_scientifique' }

export const isLong = (value: string | undefined) => value !== undefined && value.length > MAX_CODE
