import type { Donor } from './gifts'

/** Gifts of one donor that follow each other at a pace of so many months. */
export interface Series {
  contact: string
  pace: number
  gifts: readonly { day: string; cents: number }[]
}

/** Days between two gifts of a pace, and from how many on it is over: 1.6 times the days of its months. */
const PACES = [
  { pace: 1, least: 25, most: 37 },
  { pace: 3, least: 80, most: 102 },
  { pace: 12, least: 357, most: 373 },
]
const YEAR = 365.25

const serial = (day: string) => Date.parse(day) / 86_400_000
export const dayAfter = (day: string, days: number) =>
  new Date((serial(day) + days) * 86_400_000).toISOString().slice(0, 10)

/** The first day on which a series of this pace is no longer active. */
export const overAfter = (pace: number) => Math.floor((1.6 * YEAR * pace) / 12) + 1

/** The pace of a step, and whether one gift is missing in it. */
function stepOf(from: string, to: string) {
  const days = serial(to) - serial(from)
  for (const { pace, least, most } of PACES)
    for (const missed of pace === 12 ? [false] : [false, true]) {
      const times = missed ? 2 : 1
      if (days >= least * times && days <= most * times) return { pace, missed }
    }
  return undefined
}

/** 28 to 31 are one day of the month, and 1 comes next. */
function nearInMonth(one: string, other: string): boolean {
  const place = (day: string) => Math.min(28, Number(day.slice(8)))
  const apart = Math.abs(place(one) - place(other))
  return Math.min(apart, 28 - apart) <= 4
}

/** A run of gifts of one amount. */
interface Run {
  pace: number
  cents: number
  days: string[]
  /** Steps in which a gift is missing, or another one of the amount stands; and those without. */
  odd: number
  even: number
}

const fits = (pace: number, first: string, day: string) => pace === 12 || nearInMonth(first, day)

/** The run that begins with the first of these days: each step to the next day, or else to the one after it. */
function runFrom(cents: number, [first = '', ...rest]: readonly string[]): Run {
  const run: Run = { pace: 0, cents, days: [first], odd: 0, even: 0 }
  let left = rest
  for (;;) {
    const from = run.days.at(-1) ?? ''
    const at = [0, 1].find((skipped) => {
      const to = left[skipped]
      const step = to === undefined ? undefined : stepOf(from, to)
      if (to === undefined || !step) return false
      const odd = step.missed || skipped === 1
      return (
        (run.pace === 0 || run.pace === step.pace) &&
        (!odd || run.odd <= run.even) &&
        fits(step.pace, first, to)
      )
    })
    const to = at === undefined ? undefined : left[at]
    if (at === undefined || to === undefined) return run
    const step = stepOf(from, to)
    run.pace = step?.pace ?? 0
    run.days.push(to)
    if (step?.missed === true || at === 1) run.odd += 1
    else run.even += 1
    left = left.slice(at + 1)
  }
}

/** All runs of one amount; one of two gifts yields to the one that begins with its second. */
function runsOf(cents: number, days: readonly string[]): Run[] {
  if (days.length < 2) return []
  const run = runFrom(cents, days)
  const after = (day: string | undefined) => days.slice(days.indexOf(day ?? '') + 1)
  if (run.days.length === 1) return runsOf(cents, days.slice(1))
  const second = days.slice(days.indexOf(run.days[1] ?? ''))
  if (run.days.length > 2) return [run, ...runsOf(cents, after(run.days.at(-1)))]
  return runFrom(cents, second).days.length > 1
    ? runsOf(cents, second)
    : [run, ...runsOf(cents, after(run.days[1]))]
}

/** The runs of one series, in order. */
function chainsOf(runs: readonly Run[]): Run[][] {
  const inOrder = [...runs].sort(
    (a, b) => serial(a.days[0] ?? '') - serial(b.days[0] ?? '') || a.cents - b.cents,
  )
  const chains: Run[][] = []
  for (const run of inOrder) {
    const [first = ''] = run.days
    const before = chains
      .filter((chain) => {
        const last = chain.at(-1)
        const step = last && stepOf(last.days.at(-1) ?? '', first)
        return (
          last?.pace === run.pace &&
          step?.pace === run.pace &&
          last.cents !== run.cents &&
          run.days.every((day) => fits(run.pace, chain[0]?.days[0] ?? '', day))
        )
      })
      .sort((a, b) => {
        const [one, other] = [a.at(-1), b.at(-1)]
        const gap = (cents = 0) => Math.abs(cents - run.cents)
        return (
          serial(other?.days.at(-1) ?? '') - serial(one?.days.at(-1) ?? '') ||
          gap(one?.cents) - gap(other?.cents) ||
          (one?.cents ?? 0) - (other?.cents ?? 0)
        )
      })[0]
    if (before) before.push(run)
    else chains.push([run])
  }
  return chains
}

type Gift = Series['gifts'][number]

/** Of gifts that follow nothing, that after which a series may have changed its amount for good. */
function beginningOf(pace: number, gifts: readonly Gift[], alone: readonly Gift[]) {
  const [next] = gifts
  if (!next || (pace === 12 && gifts.length < 4)) return undefined
  const before = alone.filter(({ day, cents }) => {
    const step = stepOf(day, next.day)
    const follows = step?.pace === pace && !step.missed
    return follows && cents !== next.cents && gifts.every((gift) => fits(pace, day, gift.day))
  })
  const worth = ({ day, cents }: Gift) => [-serial(day), Math.abs(cents - next.cents), cents]
  return before.toSorted((a, b) => {
    const [one, other] = [worth(a), worth(b)]
    return one.map((value, at) => value - (other[at] ?? 0)).find((apart) => apart !== 0) ?? 0
  })[0]
}

/** The series of a donor, those of three gifts among them, which are only possible. */
export function seriesOf(donor: Donor): Series[] {
  const amounts = new Map<number, Set<string>>()
  for (const { cents, day } of donor) amounts.set(cents, (amounts.get(cents) ?? new Set()).add(day))
  const runs = [...amounts].flatMap(([cents, days]) => runsOf(cents, [...days].sort()))
  const inRuns = new Set(runs.flatMap(({ cents, days }) => days.map((day) => `${day} ${cents}`)))
  let alone = [...amounts]
    .flatMap(([cents, days]) => [...days].map((day) => ({ day, cents })))
    .filter(({ day, cents }) => !inRuns.has(`${day} ${cents}`))
  return chainsOf(runs).flatMap((chain) => {
    const gifts = chain.flatMap(({ days, cents }) => days.map((day) => ({ day, cents })))
    const [run] = chain
    if (run === undefined || chain.every(({ days }) => days.length < 3)) return []
    const first = beginningOf(run.pace, gifts, alone)
    alone = alone.filter((gift) => gift !== first)
    return [
      {
        contact: donor[0]?.contact ?? '',
        pace: run.pace,
        gifts: first ? [first, ...gifts] : gifts,
      },
    ]
  })
}
