import type { Random } from './random'

/** A standing order: a gift of each of these days that was paid. */
export interface Mandat {
  rythme: number
  dons: { jour: string; montant: number }[]
}

const RYTHMES = [
  [1, 80],
  [3, 12],
  [12, 8],
] as const

const MONTANTS = [
  [10, 34],
  [15, 22],
  [20, 24],
  [30, 12],
  [50, 8],
] as const

/** What fails, what is cancelled at a date, and what is raised each year. */
const REJET = 0.04
const ARRET = 0.015
const HAUSSE = 0.08

/** The day of a month, its last where it is shorter. */
function dayIn(month: number, day: number): string {
  const last = new Date(Date.UTC(0, month + 1, 0)).getUTCDate()
  return new Date(Date.UTC(Math.floor(month / 12), month % 12, Math.min(day, last)))
    .toISOString()
    .slice(0, 10)
}

/** A mandate from a random month on, up to one that is cancelled, or to the last day; months from year 0. */
export function makeMandat(random: Random, from: number, lastDay: string): Mandat {
  const rythme = random.weighted(RYTHMES)
  const last = 12 * Number(lastDay.slice(0, 4)) + Number(lastDay.slice(5, 7)) - 1
  const day = random.pick([5, 10, 15, 28, 31])
  let montant: number = random.weighted(MONTANTS)
  const dons: Mandat['dons'] = []
  for (let month = random.between(from, last); month <= last; month += rythme) {
    if (random.chance(ARRET * rythme)) break
    if (month % 12 < rythme && random.chance(HAUSSE)) montant += 5
    if (!random.chance(REJET)) dons.push({ jour: dayIn(month, day), montant })
  }
  return { rythme, dons }
}
