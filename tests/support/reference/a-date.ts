import { formatDay, formatPercent } from '../../../service/figures/format'
import { allYears, centsOf, type Donor, inYear, isNew } from './gifts'
import { horizon } from './horizon'
import { changeOrNone, countBy, euros, meanEuros, percent } from './rounding'

/** What lies below `t` under Student's law, by degrees of freedom: the closed forms of textbooks. */
const BELOW: Record<number, (t: number) => number> = {
  2: (t) => 1 / 2 + t / (2 * Math.sqrt(2 + t ** 2)),
  3: (t) => 1 / 2 + (t / Math.sqrt(3) / (1 + t ** 2 / 3) + Math.atan(t / Math.sqrt(3))) / Math.PI,
  4: (t) => 1 / 2 + (3 / 8) * (t / Math.sqrt(1 + t ** 2 / 4)) * (1 - t ** 2 / (12 + 3 * t ** 2)),
}

/** The t that one in ten exceeds, found by halving. */
function tOf(degrees: number): number {
  let [low, high] = [0, 10]
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2
    if ((BELOW[degrees]?.(middle) ?? Number.NaN) < 0.9) low = middle
    else high = middle
  }
  return low
}

/** The day up to which a year counts: 28 February where the year has no 29. */
export function cutOf(year: number, au: string): string {
  const day = new Date(`${year}${au.slice(4)}T00:00:00Z`)
  return au.endsWith('02-29') && day.getUTCMonth() !== 1 ? `${year}-02-28` : `${year}${au.slice(4)}`
}

/** What of each donor's gifts a comparison at a date knows: those of each year up to its cut. */
export const upTo = (donors: readonly Donor[], au: string): Donor[] =>
  donors
    .map((donor) => donor.filter(({ year, day }) => day <= cutOf(year, au)))
    .filter((donor) => donor.length > 0)

/** What is known of a year: nothing of a day to come. */
const busiest = (donors: readonly Donor[], year: number): [most: number, all: number] => {
  const last = horizon(donors).horizon ?? ''
  const gifts = donors.flatMap((donor) => inYear(donor, year)).filter(({ day }) => day <= last)
  return [Math.max(0, ...countBy(gifts, ({ day }) => day).values()), gifts.length]
}

/** Whether no day has a fifth of the year's gifts. */
function isEven(donors: readonly Donor[], year: number): boolean {
  const [most, all] = busiest(donors, year)
  return all === 0 || most / all < 0.2
}

/** Whether neither this year nor the one before it has such a day. */
export const comparableUpTo = (donors: readonly Donor[], last: number): boolean =>
  [last - 1, last].every((year) => isEven(donors, year))

function yearsUpTo(donors: readonly Donor[], last: number): number[] {
  const [first] = allYears(donors)
  if (first === undefined) return []
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at)
}

interface Growth {
  value: number
  total: number
}

function estimate(value: number, past: readonly Growth[]) {
  const logs = past.map((one) => Math.log(one.total / one.value))
  const k = logs.length
  const mean = logs.reduce((a, b) => a + b, 0) / k
  const s = Math.sqrt(logs.reduce((total, log) => total + (log - mean) ** 2, 0) / (k - 1))
  const half = tOf(k - 1) * s * Math.sqrt(1 + 1 / k)
  const [valeur, bas, haut] = [mean, mean - half, mean + half].map((log) => value * Math.exp(log))
  return [valeur ?? 0, Math.max(value, bas ?? 0), haut ?? 0].map(Math.round) as [
    number,
    number,
    number,
  ]
}

/** What the calls of the running year compare beside whole years, up to the same day. */
export interface Running {
  year: number
  au: string
  comparable: boolean
  /** Whether the horizon is that of the publication: counts by code are of its day. */
  unmoved: boolean
}

export function runningOf(donors: readonly Donor[], published: readonly Donor[]): Running | null {
  const { horizon: au, annee_en_cours: year } = horizon(donors)
  if (au === null || year === null) return null
  const unmoved = horizon(published).horizon === au
  return { year, au, comparable: comparableUpTo(donors, year), unmoved }
}

/** What an answer about a year says of it. */
export const dayOf = (running: Running | null, year: number) =>
  running?.year === year ? { au: running.au, comparable: running.comparable } : null

/** Counts donors of a year, who are new, existing or all, or of some code. */
type Count = (donors: readonly Donor[], year: number) => number

/** The count of a year if it had ended on the day: gifts of a day to come are none yet. */
function countUpTo(annee: number, au: string, donors: readonly Donor[], count: Count): number {
  const cut = cutOf(annee, au)
  const known = donors.map((donor) =>
    donor.filter((gift) => gift.year !== annee || gift.day <= cut),
  )
  return count(known, annee)
}

export const before = ({ year, au }: Running, donors: readonly Donor[], count: Count): number =>
  countUpTo(year - 1, au, donors, count)

export const now = ({ year, au }: Running, donors: readonly Donor[], count: Count): number =>
  countUpTo(year, au, donors, count)

/** The change of a count at a date; null if nothing is compared. */
export const changeAtDate = (
  running: Running | null,
  year: number,
  donors: readonly Donor[],
  count: Count,
): number | null =>
  running?.year === year && running.comparable
    ? changeOrNone(before(running, donors, count), now(running, donors, count))
    : null

/** The same of a count by code. */
export const changeByCode: typeof changeAtDate = (running, ...counted) =>
  running?.unmoved ? changeAtDate(running, ...counted) : null

export function aDate(donors: readonly Donor[], year: number, asked?: string) {
  const { horizon: day, annee_en_cours: running } = horizon(donors)
  const jour = asked ?? day
  const au = jour === null ? null : cutOf(year, jour)
  const years = jour === null ? [] : yearsUpTo(donors, year)
  const seen = jour === null ? [] : upTo(donors, jour)
  const whole = (annee: number) => donors.flatMap((donor) => inYear(donor, annee))
  const part = (annee: number) => seen.flatMap((donor) => inYear(donor, annee))
  const over = (annee: number) =>
    day !== null && annee <= Number(day.slice(0, 4)) && annee !== running
  const comparable = comparableUpTo(donors, years.at(-1) ?? 0)

  const growth = (annee: number, measure: (gifts: ReturnType<typeof part>) => number): Growth => ({
    value: measure(part(annee)),
    total: measure(whole(annee)),
  })
  const learned = (before: number) =>
    years
      .slice(1)
      .filter((annee) => annee < before && part(annee).length > 0)
      .slice(-5)
  /** Which of the years that a projection needs have a day with a fifth of their gifts. */
  const unevenOf = (annee: number) => {
    const past = learned(annee)
    return [...(past.length < 3 ? [] : past), annee].filter((one) => !isEven(donors, one))
  }
  const projected = (annee: number, measure: typeof centsOf) =>
    estimate(
      measure(part(annee)),
      learned(annee).map((one) => growth(one, measure)),
    )

  const controle = years
    .filter((annee) => over(annee) && learned(annee).length >= 3 && part(annee).length > 0)
    .filter((annee) => unevenOf(annee).length === 0)
    .map((annee) => {
      const [projete, bas, haut] = projected(annee, centsOf)
      const reel = centsOf(whole(annee))
      return {
        annee,
        projete: projete / 100,
        bas: bas / 100,
        haut: haut / 100,
        reel: euros(reel),
        erreur: percent(Math.abs(projete - reel), reel),
        dans_intervalle: bas <= reel && reel <= haut,
      }
    })
  const tenths = controle.reduce((total, { erreur }) => total + Math.round(erreur * 10), 0)
  const mean = Math.round(tenths / controle.length) / 10

  const rows = years.map((annee) => {
    const gifts = part(annee)
    const gave = seen.filter((donor) => inYear(donor, annee).length > 0)
    return {
      annee,
      au: cutOf(annee, jour ?? ''),
      donateurs: gave.length,
      donations: gifts.length,
      montant: euros(centsOf(gifts)),
      don_moyen: gifts.length === 0 ? null : meanEuros(centsOf(gifts), gifts.length),
      nouveaux: donors.filter(
        (donor) => isNew(donor, annee) && donor[0] && isSeen(donor[0].day, jour),
      ).length,
      part_annee:
        over(annee) && whole(annee).length > 0
          ? percent(centsOf(gifts), centsOf(whole(annee)))
          : null,
      comparable: isEven(donors, annee) && isEven(donors, year),
    }
  })

  const isLate = au !== null && day !== null && au > day
  const [previous, last] = [rows.at(-2), rows.at(-1)]
  const cents = (amount: number | null) => Math.round((amount ?? 0) * 100)
  const why = () => {
    if (year !== running || au === null) return null
    if (isLate) return `Pas de projection\u00A0: les données s’arrêtent au ${formatDay(day)}.`
    if (unevenOf(year).length > 0)
      return `Pas de projection\u00A0: le cinquième des dons de ${unevenOf(year).join(', ')}, ou plus, est d’un seul jour.`
    if (learned(year).length < 3)
      return 'Pas de projection\u00A0: il faut trois années complètes avant celle-ci, la première du fichier laissée de côté.'
    if (part(year).length === 0)
      return `Pas de projection\u00A0: aucun don n’est connu jusqu’au ${formatDay(au)}.`
    if (controle.length > 0 && mean > 25)
      return `Pas de projection\u00A0: à cette date des années passées, elle se serait trompée de ${formatPercent(mean)} en moyenne, soit plus de 25\u00A0%.`
    return null
  }
  const named = ([valeur, bas, haut]: readonly [number, number, number], by: number) => ({
    valeur: valeur / by,
    bas: bas / by,
    haut: haut / by,
  })
  return {
    horizon: day,
    au,
    demande: asked ?? null,
    en_cours: year === running,
    comparable,
    data: rows,
    evolutions:
      comparable && !isLate && previous && last
        ? {
            donateurs: changeOrNone(previous.donateurs, last.donateurs),
            donations: changeOrNone(previous.donations, last.donations),
            montant: changeOrNone(cents(previous.montant), cents(last.montant)),
            don_moyen:
              last.don_moyen === null
                ? null
                : changeOrNone(cents(previous.don_moyen), cents(last.don_moyen)),
            nouveaux: changeOrNone(previous.nouveaux, last.nouveaux),
          }
        : null,
    projection:
      year === running && why() === null
        ? {
            montant: named(projected(year, centsOf), 100),
            donations: named(
              projected(year, (gifts) => gifts.length),
              1,
            ),
            annees: learned(year),
          }
        : null,
    sans_projection: why(),
    controle,
    fiabilite:
      controle.length === 0
        ? null
        : {
            erreur_moyenne: mean,
            dans_intervalle: controle.filter((one) => one.dans_intervalle).length,
            annees: controle.length,
          },
  }
}

const isSeen = (day: string, jour: string | null): boolean =>
  jour !== null && day <= cutOf(Number(day.slice(0, 4)), jour)
