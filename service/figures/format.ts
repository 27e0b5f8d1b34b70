/** French text for numbers, money and time, made by hand so that server and browser always agree. */

const NARROW = '\u202F'
const SPACE = '\u00A0'
const MINUS = '\u2212'

export const MISSING = 'N/A'

/** 'N/A' where there is no value. */
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
  const [whole = '0', fraction] = Math.abs(value).toFixed(digits).split('.')
  const grouped = group(whole)
  const text = fraction === undefined ? grouped : `${grouped},${fraction}`
  return value < 0 && /[1-9]/.test(text) ? MINUS + text : text
}

const signed = (value: number, digits: number) => {
  const text = decimal(value, digits)
  return value > 0 && /[1-9]/.test(text) ? `+${text}` : text
}

/** `1 234` */
export const formatCount = present((value: number) => decimal(value, 0))

/** `1 234,50 €` */
export const formatMoney = present((value: number) => `${decimal(value, 2)}${SPACE}€`)

/** `1 235 €` */
export const formatEuros = present((value: number) => `${decimal(value, 0)}${SPACE}€`)

/** `1,2 M€` */
export const formatMillions = present((value: number) => `${decimal(value / 1e6, 1)}${SPACE}M€`)

/** `12 k€` */
export const formatThousands = present((value: number) => `${decimal(value / 1e3, 0)}${SPACE}k€`)

/** `12,3 %` */
export const formatPercent = present((value: number) => `${decimal(value, 1)}${SPACE}%`)

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

/** `12 Ko`: bytes / 1024, rounded. */
export const formatSize = (bytes: number) => `${decimal(Math.round(bytes / 1024), 0)}${SPACE}Ko`

/** `850 octets`, `12 Ko` or `3,4 Mo`, for the weight of a download. */
export function formatWeight(bytes: number): string {
  if (bytes < 1024) return plural(bytes, 'octet')
  if (bytes < 1024 ** 2) return formatSize(bytes)
  return `${decimal(bytes / 1024 ** 2, 1)}${SPACE}Mo`
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

/** The twelve month names of charts and tables: Jan … Déc. */
export const SHORT_MONTHS: readonly string[] = MONTHS.map(([, short]) => short)

/** `31/12/2024`, from `2024-12-31`; what a file had in place of a day stays as it is. */
export const formatDay = present((day: string) =>
  /^\d{4}-\d{2}-\d{2}(?![^T ])/.test(day) ? day.slice(0, 10).split('-').reverse().join('/') : day,
)

/** `1er janvier 2024`, from `2024-01-01`. */
export const formatLongDay = present((day: string) => {
  const [year, month = '1', date = '1'] = day.slice(0, 10).split('-')
  const name = MONTHS[Number(month) - 1]?.[0] ?? month
  return `${date === '01' ? '1er' : Number(date)} ${name} ${year}`
})

/** The last Sunday of a month at 01:00 UTC, when European clocks change. */
function clockChange(year: number, month: number): number {
  const last = new Date(Date.UTC(year, month + 1, 0))
  return Date.UTC(year, month, last.getUTCDate() - last.getUTCDay(), 1)
}

/** An instant as the clocks of Paris show it: `['2026-11-20', '08:15:30']`. */
function inParis(instant: string): [string, string] {
  const time = Date.parse(instant)
  const year = new Date(time).getUTCFullYear()
  const summer = time >= clockChange(year, 2) && time < clockChange(year, 9)
  const local = new Date(time + (summer ? 2 : 1) * 3_600_000).toISOString()
  return [local.slice(0, 10), local.slice(11, 19)]
}

/** `20 novembre 2026 à 08:15`, in Paris. */
export const formatInstant = present((instant: string) => {
  const [day, time] = inParis(instant)
  return `${formatLongDay(day)} à ${time.slice(0, 5)}`
})

/** `20/11/2026 08:15`, in Paris, for tables. */
export const formatShortInstant = present((instant: string) => {
  const [day, time] = inParis(instant)
  return `${formatDay(day)} ${time.slice(0, 5)}`
})
