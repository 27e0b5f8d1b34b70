import { csvUnguarded } from '#files/csv'
import type { Motif } from './motifs'

/** A parsed value (`undefined` for an empty cell), or why it cannot be read. */
export type Reading<Value> = { value: Value | undefined } | { motif: Motif }

const NO_VALUE = new Set(['nan', 'NaN', 'null', 'NULL', 'None', 'N/A'])

/** What programs write so that a spreadsheet keeps zeros: `="0012"`, or what is left of it, `=0012`. */
const KEPT_TEXT = /^=(?:"([^"]*)"|(\d+))$/

/** Trims spaces, no-break ones included, the formula guard of our own exports, and `="…"` where there is none. */
function trim(text: string): string {
  const given = text.trim()
  const kept = given.startsWith('=') ? KEPT_TEXT.exec(given) : null
  return (kept ? (kept[1] ?? kept[2] ?? '') : csvUnguarded(given)).trim()
}

/** Codes, zip codes, phones, e-mails: text as written, or empty. */
export function readCode(text: string): string | undefined {
  const value = trim(text)
  return value === '' || NO_VALUE.has(value) ? undefined : value
}

/** An id as written; `12345.0`, an integer turned into a float, is `12345`. */
export function readId(text: string): string | undefined {
  return readCode(text)?.replace(/^(\d+)\.0$/, '$1')
}

/** Whether a spreadsheet turned the id into a number, losing digits: `1,23E+12`. */
export const isScientific = (id: string): boolean =>
  /^[+-]?\d+(?:[.,]\d+)?E[+-]\d{1,4}$/i.test(id) || /^[+-]?\d+[.,]\d+E\d{1,4}$/i.test(id)

/** Names and cities: only `nan` is empty, as Null and Nan are surnames. */
export function readName(text: string): string | undefined {
  const value = trim(text)
  return value === '' || value === 'nan' ? undefined : value
}

const YES = new Set(['1', '1.0', 'true', 'oui', 'vrai'])
const NO = new Set(['0', '0.0', 'false', 'non', 'faux'])

/** Undefined if the cell is empty, or neither yes nor no. */
export function readBoolean(text: string): boolean | undefined {
  const value = trim(text).toLowerCase()
  if (YES.has(value)) return true
  return NO.has(value) ? false : undefined
}

/** Maximum amount of the column, in cents: numeric(14, 2). */
const MAX_CENTS = 10n ** 14n - 1n

const SIGN = /^([+\-\u2212])[ \u00a0\u202f\u2009]*/
const PLAIN = /^(\d+)(?:[.,](\d+))?$/
const GROUPED = /^(\d{1,3})(?:([ \u00a0\u202f\u2009'’])\d{3})(?:\2\d{3})*(?:[.,](\d+))?$/
const GROUPED_BY_POINT = /^\d{1,3}(?:\.\d{3})+(?:,(\d+))$|^\d{1,3}(?:\.\d{3}){2,}$/
const GROUPED_BY_COMMA = /^\d{1,3}(?:,\d{3})+(?:\.(\d+))$|^\d{1,3}(?:,\d{3}){2,}$/
const SCIENTIFIC = /^(\d+)(?:[.,](\d+))?E([+-]?\d{1,3})$/i

/** Strips a trailing currency. */
function withoutCurrency(text: string): string {
  if (text.endsWith('€')) return text.slice(0, -1).trimEnd()
  return text.slice(-3).toUpperCase() === 'EUR' ? text.slice(0, -3).trimEnd() : text
}

/** Cents of `digits`,`decimals`, rounded half up. */
function toCents(digits: string, decimals: string): bigint {
  const cents = BigInt(digits + decimals.slice(0, 2).padEnd(2, '0'))
  return (decimals[2] ?? '0') >= '5' ? cents + 1n : cents
}

function scientific(whole: string, decimals: string, exponent: number): bigint | undefined {
  if (Math.abs(exponent) > 40 || whole.length + decimals.length > 60) return undefined
  const digits = whole + decimals
  const point = whole.length + exponent
  if (point <= 0) return toCents('0', '0'.repeat(-point) + digits)
  return toCents(digits.slice(0, point).padEnd(point, '0'), digits.slice(point))
}

function unsignedCents(text: string): bigint | Motif {
  if (/^\d+,\d{3}$/.test(text)) return 'montant_ambigu'
  const plain = PLAIN.exec(text)
  if (plain) return toCents(plain[1] ?? '', plain[2] ?? '')
  const grouped = GROUPED.exec(text)
  if (grouped) return toCents(text.replace(/[.,]\d+$/, '').replace(/\D/g, ''), grouped[3] ?? '')
  const byPoint = GROUPED_BY_POINT.exec(text)
  if (byPoint) return toCents(text.replace(/,\d+$/, '').replace(/\D/g, ''), byPoint[1] ?? '')
  const byComma = GROUPED_BY_COMMA.exec(text)
  if (byComma) return toCents(text.replace(/\.\d+$/, '').replace(/\D/g, ''), byComma[1] ?? '')
  const power = SCIENTIFIC.exec(text)
  if (power)
    return scientific(power[1] ?? '', power[2] ?? '', Number(power[3])) ?? 'montant_illisible'
  return 'montant_illisible'
}

/** Parses an amount as cents, rounded half up; ambiguous notations are rejected, not guessed. */
export function readAmount(text: string): Reading<number> {
  const written = readCode(text)
  if (written === undefined) return { value: undefined }
  if (written.length > 100) return { motif: 'montant_illisible' }
  const sign = SIGN.exec(written)
  const cents = unsignedCents(withoutCurrency(written.slice(sign?.[0].length ?? 0)))
  if (typeof cents === 'string') return { motif: cents }
  const isNegative = sign !== null && sign[1] !== '+' && /[1-9]/.test(written.replace(/E.*/i, ''))
  if (isNegative) return { motif: 'montant_negatif' }
  return cents > MAX_CENTS ? { motif: 'montant_trop_grand' } : { value: Number(cents) }
}

const YEAR_FIRST = /^(\d{4})([-/])(\d{2})\2(\d{2})/
const DAY_FIRST = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})/
const SHORT_YEAR = /^\d{1,2}([-/.])\d{1,2}\1\d{2}/
const TIME =
  /^[T ](?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:[.,]\d{1,9})?)?(?: ?Z| ?[+-]\d{2}(?::?\d{2})?)?$/i

/** Matches a date in this form, optionally followed by a time and nothing else. */
function dayIn(form: RegExp, text: string): RegExpExecArray | undefined {
  const found = form.exec(text)
  const rest = text.slice(found?.[0].length)
  return found && (rest === '' || TIME.test(rest)) ? found : undefined
}

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** Whether this is a calendar date. */
export function isDay(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1) return false
  const isLeap = month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return day <= (DAYS[month - 1] ?? 0) + (isLeap ? 1 : 0)
}

/** A year alone, or with a month in digits or letters. */
const PARTIAL =
  /^(?:(?:19|20)\d\d(?:[-/. ]\d{1,2})?|\d{1,2}[-/. ](?:19|20)\d\d|\p{L}{3,9}\.?[-/. ](?:\d\d|(?:19|20)\d\d))$/u
export const isPartialDay = (written: string): boolean => PARTIAL.test(written)

/** Parses a date as YYYYMMDD: as written, ignoring time and zone. */
export function readDay(text: string): Reading<number> {
  const written = readCode(text)
  if (written === undefined) return { value: undefined }
  if (written.length > 60) return { motif: 'date_illisible' }
  if (dayIn(SHORT_YEAR, written)) return { motif: 'date_annee_courte' }
  if (isPartialDay(written)) return { motif: 'date_partielle' }
  const yearFirst = dayIn(YEAR_FIRST, written)
  const dayFirst = yearFirst ? undefined : dayIn(DAY_FIRST, written)
  const [year, month, day] = yearFirst
    ? [yearFirst[1], yearFirst[3], yearFirst[4]].map(Number)
    : [dayFirst?.[4], dayFirst?.[3], dayFirst?.[1]].map(Number)
  if (year === undefined || month === undefined || day === undefined) return { value: undefined }
  return isDay(year, month, day)
    ? { value: year * 10_000 + month * 100 + day }
    : { motif: 'date_illisible' }
}

const days = new Map<number, string>()

/** YYYYMMDD as YYYY-MM-DD; there are few days, each written many times. */
export function dayText(day: number): string {
  const known = days.get(day)
  if (known !== undefined) return known
  const digits = String(day).padStart(8, '0')
  const written = `${digits.slice(0, 4)}-${digits.slice(4, 6)}-${digits.slice(6)}`
  if (days.size < 100_000) days.set(day, written)
  return written
}

/** A birth date as YYYY-MM-DD if it can be parsed, else as written. */
export function readBirthdate(text: string): string | undefined {
  const day = readDay(text)
  return 'value' in day && day.value !== undefined ? dayText(day.value) : readCode(text)
}
