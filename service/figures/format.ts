/** French formatting of numbers, money, sizes and time, identical in every browser and server. */

import { roundTo } from './ratios'

const NARROW = '\u202F'
const SPACE = '\u00A0'
const MINUS = '\u2212'

export const MISSING = 'N/A'

/** 'N/A' if there is no value. */
const present =
  <Value>(format: (value: Value) => string) =>
  (value: Value | null | undefined): string =>
    value === null || value === undefined ? MISSING : format(value)

/** Digits in groups of three from the right. */
function group(digits: string): string {
  const first = digits.length % 3 || 3
  const groups = [digits.slice(0, first)]
  for (let at = first; at < digits.length; at += 3) groups.push(digits.slice(at, at + 3))
  return groups.join(NARROW)
}

function decimal(value: number, digits: number): string {
  const [whole = '0', fraction] = Math.abs(roundTo(value, digits)).toFixed(digits).split('.')
  const grouped = group(whole)
  const text = fraction === undefined ? grouped : `${grouped},${fraction}`
  return value < 0 && /[1-9]/.test(text) ? MINUS + text : text
}

/** One decimal, or none if it is 0. */
const shortDecimal = (value: number) => decimal(value, 1).replace(/,0$/, '')

const signed = (value: number, digits: number) => {
  const text = decimal(value, digits)
  return value > 0 && /[1-9]/.test(text) ? `+${text}` : text
}

/** `1 234` */
export const formatCount = present((value: number) => decimal(value, 0))

/** `1 234,50 €` */
export const formatMoney = present((value: number) => `${decimal(value, 2)}${SPACE}€`)

/** `1 234` or `1 234,50`: for columns mixing counts and euros. */
export const formatMeasure = present((value: number) =>
  decimal(value, Number.isInteger(value) ? 0 : 2),
)

/** `1 235 €` */
export const formatEuros = present((value: number) => `${decimal(value, 0)}${SPACE}€`)

/** `1,2 M€` */
export const formatMillions = present((value: number) => `${decimal(value / 1e6, 1)}${SPACE}M€`)

/** `12 k€` */
export const formatThousands = present((value: number) => `${decimal(value / 1e3, 0)}${SPACE}k€`)

/** `12,3 %` */
export const formatPercent = present((value: number) => `${decimal(value, 1)}${SPACE}%`)

/** `12,3 %` or `10 %`, in sentences. */
export const formatShortPercent = (value: number) => `${shortDecimal(value)}${SPACE}%`

/** `+1 234` */
export const formatDifference = present((value: number) => signed(value, 0))

/** `+3,2 %` */
export const formatEvolution = present((value: number) => `${signed(value, 1)}${SPACE}%`)

/** `+3,2 pt`: the difference of two percentages. */
export const formatPoints = present(
  (value: number) => `${signed(value, 1)}${SPACE}${Math.abs(value) < 2 ? 'pt' : 'pts'}`,
)

/** `1 don`, `2 dons`; 0, 1 and 1,5 are singular. */
export function plural(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)}${SPACE}${Math.abs(count) < 2 ? one : many}`
}

/** `Dormant : dernier don le 03/11/2024`, from `dormant : …`. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

// Units in powers of 1024, as specified: 1 Ko = 1024 octets, 1 Mo = 1024 Ko, 1 Go = 1024 Mo. The default limit of 5 368
// 709 120 bytes is thus 5 Go.
const KO = 1024
const MO = 1024 * KO
const GO = 1024 * MO

/** `12 Ko`, rounded: the size of a chosen file. */
export const formatSize = (bytes: number) => `${decimal(bytes / KO, 0)}${SPACE}Ko`

/** `850 octets`, `12 Ko`, `3,4 Mo` or `1,2 Go`, rounded: the weight of a file. */
export function formatWeight(bytes: number): string {
  if (bytes < KO) return plural(bytes, 'octet')
  if (bytes < MO) return formatSize(bytes)
  if (bytes < GO) return `${decimal(bytes / MO, 1)}${SPACE}Mo`
  return `${decimal(bytes / GO, 1)}${SPACE}Go`
}

/** `5 Go`, `4,5 Mo` or `20 000 octets`: a limit, in octets if no unit expresses it exactly. */
export function formatLimit(bytes: number): string {
  const units = [
    [GO, 'Go'],
    [MO, 'Mo'],
    [KO, 'Ko'],
  ] as const
  const exact = units.find(
    ([unit]) => bytes >= unit && bytes < 1024 * unit && (bytes * 10) % unit === 0,
  )
  return exact ? `${shortDecimal(bytes / exact[0])}${SPACE}${exact[1]}` : plural(bytes, 'octet')
}

/** `3,2 s` or `2 min 05 s`, from seconds. */
export const formatDuration = present((seconds: number) => {
  if (seconds < 60) return `${decimal(seconds, 1)}${SPACE}s`
  const whole = Math.round(seconds)
  const rest = String(whole % 60).padStart(2, '0')
  return `${decimal(Math.floor(whole / 60), 0)}${SPACE}min${SPACE}${rest}${SPACE}s`
})

const MONTHS = [
  ['janvier', 'Jan'],
  ['février', 'Fév'],
  ['mars', 'Mar'],
  ['avril', 'Avr'],
  ['mai', 'Mai'],
  ['juin', 'Juin'],
  ['juillet', 'Juil'],
  ['août', 'Août'],
  ['septembre', 'Sep'],
  ['octobre', 'Oct'],
  ['novembre', 'Nov'],
  ['décembre', 'Déc'],
] as const

/** The twelve months in words: janvier … décembre. */
export const MONTH_NAMES: readonly string[] = MONTHS.map(([long]) => long)

/** `2025`, or `mars 2025` */
export const periodOf = ({ annee, mois }: { annee: number; mois: number | null }): string =>
  mois === null ? String(annee) : `${MONTH_NAMES[mois - 1]} ${annee}`

/** The twelve month names of charts and tables: Jan … Déc. */
export const SHORT_MONTHS: readonly string[] = MONTHS.map(([, short]) => short)

/** `31/12/2024`, from `2024-12-31`; other text is left as it is. */
export const formatDay = present((day: string) =>
  /^\d{4}-\d{2}-\d{2}(?![^T ])/.test(day) ? day.slice(0, 10).split('-').reverse().join('/') : day,
)

/** The last day of a month, as `2024-02-29`. */
export const endOfMonth = (annee: number, mois: number): string =>
  new Date(Date.UTC(annee, mois, 0)).toISOString().slice(0, 10)

/** `31/10`, from `2024-10-31`. */
export const formatDayMonth = present((day: string) => formatDay(day).slice(0, 5))

/** `1er janvier 2024`, from `2024-01-01`. */
export const formatLongDay = present((day: string) => {
  const [year, month = '1', date = '1'] = day.slice(0, 10).split('-')
  const name = MONTHS[Number(month) - 1]?.[0] ?? month
  return `${date === '01' ? '1er' : Number(date)} ${name} ${year}`
})

/** Only its numeric parts are used, so that any ICU version gives the same; `hourCycle` makes midnight 00. */
const PARIS = new Intl.DateTimeFormat('en', {
  timeZone: 'Europe/Paris',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
})

/** An instant in Paris time: `['2026-11-20', '08:15']`. */
export function inParis(instant: Date): [day: string, time: string] {
  const parts = PARIS.formatToParts(instant)
  const read = (type: Intl.DateTimeFormatPartTypes) =>
    parts.find((part) => part.type === type)?.value ?? ''
  return [`${read('year')}-${read('month')}-${read('day')}`, `${read('hour')}:${read('minute')}`]
}

/** `20 novembre 2026 à 08:15`, in Paris. */
export const formatInstant = present((instant: string) => {
  const [day, time] = inParis(new Date(instant))
  return `${formatLongDay(day)} à ${time}`
})

/** `20/11 à 08:15`, in Paris; with its year unless that is the year of `day`, which is beside it. */
export function formatInstantBeside(instant: string, day: string | null): string {
  const [date, time] = inParis(new Date(instant))
  const isSameYear = day?.slice(0, 4) === date.slice(0, 4)
  return `${isSameYear ? formatDayMonth(date) : formatDay(date)} à ${time}`
}

/** `20/11/2026 08:15`, in Paris, for tables. */
export const formatShortInstant = present((instant: string) => {
  const [day, time] = inParis(new Date(instant))
  return `${formatDay(day)} ${time}`
})

/** The same with its seconds, which no zone has of its own. */
export const formatSeconds = (instant: string): string =>
  `${formatShortInstant(instant)}:${instant.slice(17, 19)}`

/** Quotes a text in a sentence. */
export const citer = (text: string): string => `«\u00A0${text}\u00A0»`

/** Inserts the no-break spaces of French typography; `::1`, `?page` and other words of machines stay as they are. */
export const typeset = (text: string): string =>
  text
    .replace(/ (?=[:;?!»%€](?![\w:/]))/g, SPACE)
    .replace(/« /g, `«${SPACE}`)
    .replace(/n° (?=\d)/g, `n°${SPACE}`)

const LISTE = new Intl.ListFormat('fr')

/** `a, b et c`. */
export const listWords = (words: readonly string[]): string => LISTE.format(words)
