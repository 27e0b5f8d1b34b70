import { isDay } from './values'

/** Common notations of amounts and dates, parsed from bytes; NaN for anything else, left to `values.ts`. */

const ZERO = 0x30
const PLUS = 0x2b
const COMMA = 0x2c
const DASH = 0x2d
const POINT = 0x2e
const SLASH = 0x2f

const digit = (bytes: Buffer, at: number) => {
  const value = (bytes[at] ?? 0) - ZERO
  return value >= 0 && value <= 9 ? value : NaN
}

const pair = (bytes: Buffer, at: number) => digit(bytes, at) * 10 + digit(bytes, at + 1)

/** Parses up to eleven digits, optionally with one or two decimals after a point or comma, as cents. */
export function usualCents(bytes: Buffer, start: number, end: number): number {
  let euros = 0
  let at = start
  for (; at < end && at - start < 11; at++) {
    const value = (bytes[at] ?? 0) - ZERO
    if (value < 0 || value > 9) break
    euros = euros * 10 + value
  }
  if (at === start) return NaN
  if (at === end) return euros * 100
  const byte = bytes[at]
  if (byte !== POINT && byte !== COMMA) return NaN
  if (end - at === 3) return euros * 100 + pair(bytes, at + 1)
  return end - at === 2 ? euros * 100 + digit(bytes, at + 1) * 10 : NaN
}

/** Whether the bytes end with an exponent in scientific notation: `E+12`, `e7`. */
export function endsAsPower(bytes: Buffer, start: number, end: number): boolean {
  let at = end - 1
  while (at > start && at > end - 5 && !Number.isNaN(digit(bytes, at))) at--
  if (at === end - 1) return false
  if (bytes[at] === PLUS || bytes[at] === DASH) at--
  return at > start && ((bytes[at] ?? 0) | 0x20) === 0x65
}

/** Parses YYYY-MM-DD or DD/MM/YYYY as the number YYYYMMDD. */
export function usualDay(bytes: Buffer, start: number, end: number): number {
  if (end - start !== 10) return NaN
  const isYearFirst = bytes[start + 4] === DASH && bytes[start + 7] === DASH
  const isDayFirst = bytes[start + 2] === SLASH && bytes[start + 5] === SLASH
  if (!isYearFirst && !isDayFirst) return NaN
  const yearAt = isYearFirst ? start : start + 6
  const year = pair(bytes, yearAt) * 100 + pair(bytes, yearAt + 2)
  const month = pair(bytes, isYearFirst ? start + 5 : start + 3)
  const day = pair(bytes, isYearFirst ? start + 8 : start)
  return year >= 0 && isDay(year, month, day) ? year * 10_000 + month * 100 + day : NaN
}
