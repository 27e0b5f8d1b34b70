import { type Donor, isNew } from './gifts'
import { horizon } from './horizon'

/** An aim of a year. */
export interface Aim {
  mesure: 'montant' | 'donateurs' | 'nouveaux'
  famille: string | null
  valeur: number
}

/** Something that counts on a day: euros, or a donor who gives first in a year. */
interface Event {
  day: string
  value: number
}

const yearOf = ({ day }: Event) => Number(day.slice(0, 4))
const monthOf = ({ day }: Event) => Number(day.slice(5, 7))
const total = (events: readonly Event[]) => events.reduce((sum, { value }) => sum + value, 0)

function eventsOf(donors: readonly Donor[], { mesure, famille }: Aim): Event[] {
  if (famille !== null)
    return donors
      .flat()
      .filter(({ family }) => family === famille)
      .map(({ day, cents }) => ({ day, value: mesure === 'montant' ? cents / 100 : 1 }))
  if (mesure === 'montant')
    return donors.flat().map(({ day, cents }) => ({ day, value: cents / 100 }))
  return donors.flatMap((donor) =>
    donor
      .filter(({ year }, at) => year !== donor[at - 1]?.year)
      .filter(({ year }) => mesure === 'donateurs' || isNew(donor, year))
      .map(({ day }) => ({ day, value: 1 })),
  )
}

/** Twelve shares of the years that count, and these. */
function phasing(
  events: readonly Event[],
  { annee, over, byDay, first }: { annee: number; over: number; byDay: boolean; first: string },
) {
  const shares: [number, number[]][] = []
  for (let year = annee - 10; year < annee && year <= over; year++) {
    const own = events.filter((event) => yearOf(event) === year)
    const kept = own.filter(
      ({ day }) => !byDay || total(own.filter((one) => one.day === day)) * 5 <= total(own) + 1e-9,
    )
    if (kept.length === 0 || (first.startsWith(`${year}-`) && !first.startsWith(`${year}-01`)))
      continue
    shares.push([
      year,
      Array.from(
        { length: 12 },
        (_, at) => total(kept.filter((event) => monthOf(event) === at + 1)) / total(kept),
      ),
    ])
  }
  const used = shares.slice(-5)
  const medians = Array.from({ length: 12 }, (_, at) => {
    const values = used.map(([, parts]) => parts[at] ?? 0).sort((one, other) => one - other)
    const half = values.length / 2
    return values.length % 2 === 1
      ? (values[Math.floor(half)] ?? 0)
      : ((values[half - 1] ?? 0) + (values[half] ?? 0)) / 2
  })
  const all = medians.reduce((sum, part) => sum + part, 0)
  return used.length < 3 || all <= 0
    ? { annees: [], parts: Array.from({ length: 12 }, () => 1 / 12) }
    : { annees: used.map(([year]) => year), parts: medians.map((part) => part / all) }
}

/** Where an aim stands, unrounded but what came. */
export function suivre(donors: readonly Donor[], annee: number, aim: Aim) {
  const { horizon: until, annee_en_cours } = horizon(donors)
  const last = until === null ? 0 : Number(until.slice(0, 4))
  const events = eventsOf(donors, aim)
  const over = annee_en_cours === null ? last : last - 1
  const first = donors.flat().reduce((least, { day }) => (day < least ? day : least), '9999-12-31')
  const byDay = aim.famille === null
  const { annees, parts } = phasing(events, { annee, over, byDay, first })
  const day =
    until === null || annee > last ? null : annee === annee_en_cours ? until : `${annee}-12-31`
  const own = events.filter((event) => yearOf(event) === annee)
  const byFamily =
    aim.famille !== null && aim.mesure !== 'montant'
      ? donors.filter((donor) =>
          aim.mesure === 'donateurs'
            ? donor.some(({ year, family }) => year === annee && family === aim.famille)
            : isNew(donor, annee) && donor[0]?.family === aim.famille,
        ).length
      : undefined
  const recu = byFamily ?? total(own)
  const [month, date] = day === null ? [0, 0] : [Number(day.slice(5, 7)), Number(day.slice(8, 10))]
  const length = new Date(Date.UTC(annee, month, 0)).getUTCDate()
  const due = parts.reduce(
    (sum, part, at) =>
      sum + (at + 1 < month ? part : at + 1 === month ? (part * date) / length : 0),
    0,
  )
  const left = day === null ? 12 : 12 - month + (date === length ? 0 : 1)
  return {
    ...aim,
    annees,
    recu,
    a_date: due * aim.valeur,
    ecart: recu - due * aim.valeur,
    par_mois: left === 0 ? null : Math.max(0, aim.valeur - recu) / left,
    mois: parts.map((part, at) => ({
      part,
      vise: parts.slice(0, at + 1).reduce((sum, one) => sum + one, 0) * aim.valeur,
      recu:
        byFamily === undefined && at < month
          ? total(own.filter((event) => monthOf(event) <= at + 1))
          : null,
    })),
  }
}
