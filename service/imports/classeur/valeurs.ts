import type { Format } from './formats'

/** Longer cells and rows are cut: the reader of rows rejects both for their length. */
export const MAX_TEXT = 512 * 1024

/** What a cell begins with that has no value; a character that no workbook can hold. */
const MARQUE = '\u0001'
const SANS_VALEUR = '='

export const erreur = (text: string) => MARQUE + text
export const formuleSansValeur = MARQUE + SANS_VALEUR

/** The letters of a column, from 1. */
export const lettresDe = (place: number): string =>
  place <= 0
    ? ''
    : lettresDe(Math.floor((place - 1) / 26)) + String.fromCharCode(65 + ((place - 1) % 26))

/** What a spreadsheet calls the cell of a line at a place from 0. */
export const adresseDe = (ligne: number, place = 0): string => `${lettresDe(place + 1)}${ligne}`

/** Why a row is rejected whose used cell at this address has no value. */
export function fauteDe(cellule: string, adresse: string): string {
  const text = cellule.slice(MARQUE.length)
  return text === SANS_VALEUR
    ? `La case ${adresse} est une formule sans valeur enregistrée\u00a0: ouvrez le classeur dans votre tableur, puis enregistrez-le.`
    : `La case ${adresse} est en erreur (${text})\u00a0: corrigez-la dans votre tableur.`
}

/** A text as Excel shows it: `_x0041_` is A; what is no text becomes the replacement character. */
export const unescape = (text: string) =>
  text
    .replace(/_x([\da-f]{4})_/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
    .replace(/\r\n?/g, '\n')
    // oxlint-disable-next-line no-control-regex
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, '\ufffd')

/** Digits that Excel keeps and shows: 0.1 + 0.2 is 0.3. */
const PRECISION = 15

/** Moves the point of an unsigned decimal without exponent. */
function shift(digits: string, by: number): string {
  const [whole = '', decimals = ''] = digits.split('.')
  const all = whole + decimals
  const point = whole.length + by
  const padded = point <= 0 ? '0'.repeat(1 - point) + all : all.padEnd(point, '0')
  const at = Math.max(point, 1)
  let end = padded.length
  while (end > at && padded[end - 1] === '0') end--
  const rest = padded.slice(at, end)
  const front = padded.slice(0, at).replace(/^0+(?=\d)/, '')
  return rest === '' ? front : `${front}.${rest}`
}

/** A number as its shortest decimal with a point; beyond what is exact, in scientific notation, which no id or amount is. */
export function decimal(value: number, by = 0): string {
  if (Math.abs(value) > Number.MAX_SAFE_INTEGER) return value.toExponential()
  const size = Math.abs(value)
  const written = Number.isInteger(size) ? String(size) : size.toPrecision(PRECISION)
  const [mantissa = '', exponent = '0'] = written.split('e')
  const digits = shift(mantissa, Number(exponent) + by)
  return value < 0 && digits !== '0' ? `-${digits}` : digits
}

const DAY_MS = 86_400_000
/** Serial of 31/12/9999. */
const LAST = { 1900: 2_958_466, 1904: 2_957_004 }
/** Day 60 of the 1900 system is a 29 February 1900 that never was; the days before stand one later. */
const LEAP = 60

const two = (value: number) => String(value).padStart(2, '0')
const time = (ms: number) => {
  const seconds = Math.round(ms / 1000)
  return `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}

function day(serial: number, systeme: 1900 | 1904): string {
  if (systeme === 1900 && serial === 0) return '1900-01-00'
  if (systeme === 1900 && serial === LEAP) return '1900-02-29'
  const epoch =
    systeme === 1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, serial < LEAP ? 31 : 30)
  return new Date(epoch + serial * DAY_MS).toISOString().slice(0, 10)
}

function instant(value: number, sens: Format['sens'], systeme: 1900 | 1904): string {
  if (value < 0 || value >= LAST[systeme]) return decimal(value)
  if (sens === 'duree') return time(value * DAY_MS)
  const precision = sens === 'jour' ? 1 : 1000
  const ms = Math.round((value * DAY_MS) / precision) * precision
  const serial = Math.floor(ms / DAY_MS)
  if (sens === 'jour') return day(serial, systeme)
  if (sens === 'heure' && serial === 0) return time(ms)
  return `${day(serial, systeme)} ${time(ms - serial * DAY_MS)}`
}

/** Fills the places from the right; further digits stand before the first. */
function fill(value: number, places: string): string {
  const digits = String(value).split('')
  const filled = places
    .split('')
    .reverse()
    .map((place) => {
      if (place === '0') return digits.pop() ?? '0'
      return place === '#' ? (digits.pop() ?? '') : place
    })
  return digits.join('') + filled.reverse().join('')
}

/** A number as the text that a reader of the sheet sees, but with all its decimals. */
export function numberText(value: number, format: Format, systeme: 1900 | 1904): string {
  switch (format.sens) {
    case 'nombre':
      return format.devise === undefined ? decimal(value) : `${decimal(value)} ${format.devise}`
    case 'pourcentage':
      return `${decimal(value, 2)}%`
    case 'code':
      return Number.isSafeInteger(value) && value >= 0 ? fill(value, format.places) : decimal(value)
    default:
      return instant(value, format.sens, systeme)
  }
}
