import { allYears, centsOf, type Donor, inYear } from './gifts'
import { horizon as reachOf } from './horizon'
import { monthsLater } from './months'
import { change, euros, percent, rate, rounded } from './rounding'
import { dayAfter, overAfter, type Series, seriesOf } from './series'

const PACES = [
  ['mensuel', 1],
  ['trimestriel', 3],
  ['annuel', 12],
] as const

const lastOf = ({ gifts }: Series) => gifts.at(-1) ?? { day: '', cents: 0 }
const firstOf = ({ gifts }: Series) => gifts[0] ?? { day: '', cents: 0 }
const stopOf = (series: Series) => dayAfter(lastOf(series).day, overAfter(series.pace))

/** From the first gift of a series to the stop of the last of those that it runs into. */
interface Period {
  contact: string
  from: string
  to: string
}

function periodsOf(series: readonly Series[]): Period[] {
  const periods: Period[] = []
  for (const one of [...series].sort((a, b) => (firstOf(a).day < firstOf(b).day ? -1 : 1))) {
    const last = periods.at(-1)
    const to = stopOf(one)
    if (last?.contact === one.contact && firstOf(one).day <= last.to)
      last.to = to > last.to ? to : last.to
    else periods.push({ contact: one.contact, from: firstOf(one).day, to })
  }
  return periods
}

/** What a donor is regular by: all series, and those of four gifts or more. */
export function regularOf(donor: Donor) {
  const found = seriesOf(donor)
  const sure = found.filter(({ gifts }) => gifts.length >= 4)
  const changes = sure.flatMap(({ gifts }) =>
    gifts.slice(1).map(({ day, cents }, at) => ({ day, by: cents - (gifts[at]?.cents ?? 0) })),
  )
  return {
    sure,
    possible: found.filter((one) => !sure.includes(one)),
    periods: periodsOf(sure),
    changes,
  }
}

const monthIndex = (day: string) => 12 * Number(day.slice(0, 4)) + Number(day.slice(5, 7)) - 1
const monthEnd = (index: number) =>
  new Date(Date.UTC(Math.floor(index / 12), (index % 12) + 1, 0)).toISOString().slice(0, 10)

const unique = (contacts: readonly string[]) => new Set(contacts).size

function survivalOf(sure: readonly Series[], day: string) {
  const lives = sure.map((one) => {
    const isOver = stopOf(one) <= day
    const months = monthIndex(isOver ? stopOf(one) : day) - monthIndex(firstOf(one).day)
    return { months, isOver }
  })
  const longest = Math.max(-1, ...lives.map(({ months }) => months))
  let survie = 1
  return Array.from({ length: longest + 1 }, (_, mois) => {
    const risque = lives.filter(({ months }) => months >= mois).length
    const arrets = lives.filter(({ months, isOver }) => isOver && months === mois).length
    survie *= 1 - arrets / risque
    return { mois, risque, arrets, survie }
  })
}

const toCents = (amount: number) => Math.round(Number(amount.toPrecision(14))) / 100

export function reguliers(donors: readonly Donor[]) {
  const { horizon: day, annee_en_cours } = reachOf(donors)
  if (day === null)
    return {
      horizon: null,
      possibles: 0,
      annees: [],
      survie: [],
      mediane: null,
      rythmes: [],
      a_recevoir: null,
      essais: [],
    }
  const found = donors.map(regularOf)
  const sure = found.flatMap((one) => one.sure)
  const periods = found.flatMap((one) => one.periods)
  const changes = donors.flatMap((donor, at) =>
    (found[at]?.changes ?? []).map((one) => ({ ...one, contact: donor[0]?.contact ?? '' })),
  )
  const gifts = sure.flatMap((one) => one.gifts)
  const activeAt = (at: string) => periods.filter(({ from, to }) => from <= at && at < to).length
  const begun = (from: string, to: string) =>
    periods.filter((one) => one.from >= from && one.from <= to)
  const ended = (from: string, to: string) =>
    periods.filter((one) => one.to >= from && one.to <= to)
  const until = (end: string) => (end < day ? end : day)

  const annees = allYears(donors)
    .filter((annee) => annee <= Number(day.slice(0, 4)))
    .map((annee) => {
      const [start, end] = [`${annee}-01-01`, until(`${annee}-12-31`)]
      const own = gifts.filter((gift) => gift.day.startsWith(String(annee)))
      const raised = (up: boolean) =>
        unique(
          changes
            .filter(({ day: on, by }) => on >= start && on <= end && (up ? by > 0 : by < 0))
            .map(({ contact }) => contact),
        )
      const mois = Array.from({ length: 12 }, (_, at) => 12 * annee + at)
        .filter((index) => index <= monthIndex(day))
        .map((index) => ({
          mois: (index % 12) + 1,
          actifs: activeAt(until(monthEnd(index))),
          demarres: begun(`${monthEnd(index).slice(0, 7)}-01`, until(monthEnd(index))).length,
          arretes: ended(`${monthEnd(index).slice(0, 7)}-01`, until(monthEnd(index))).length,
          montant: euros(
            own
              .filter((gift) => monthIndex(gift.day) === index)
              .reduce((total, { cents }) => total + cents, 0),
          ),
        }))
      const demarres = unique(begun(start, end).map(({ contact }) => contact))
      const arretes = unique(ended(start, end).map(({ contact }) => contact))
      const cents = own.reduce((total, gift) => total + gift.cents, 0)
      return {
        annee,
        en_cours: annee === annee_en_cours,
        mois,
        actifs_fin: activeAt(end),
        demarres,
        arretes,
        taux_arret: rate(arretes, activeAt(`${annee - 1}-12-31`) + demarres),
        montant: euros(cents),
        part_montant: percent(cents, centsOf(donors.flatMap((donor) => inYear(donor, annee)))),
        augmentes: raised(true),
        diminues: raised(false),
      }
    })

  /** What a month's stops leave of a hundred, learnt from the twelve months that were over on a day. */
  const stopRate = (at: string) => {
    const last = monthEnd(monthIndex(at)) === at ? monthIndex(at) : monthIndex(at) - 1
    const months = Array.from({ length: 12 }, (_, back) => last - back)
    const exposed = months.reduce((total, one) => total + activeAt(monthEnd(one - 1)), 0)
    const stops = months.reduce(
      (total, one) => total + ended(`${monthEnd(one).slice(0, 7)}-01`, monthEnd(one)).length,
      0,
    )
    return exposed === 0 ? 0 : Math.min(1, stops / exposed)
  }

  /** What series active on a day should bring after it in its year, by what is known of them then. */
  const expectedAfter = (at: string) => {
    const stops = stopRate(at)
    const known = sure.flatMap((one) => {
      const till = at === day ? one.gifts : one.gifts.filter((gift) => gift.day <= at)
      const last = till.at(-1)
      if (till.length < 4 || !last || at >= dayAfter(last.day, overAfter(one.pace))) return []
      return [{ pace: one.pace, last }]
    })
    let all = 0
    let left = 0
    for (const { pace, last } of known)
      for (let step = 1; step <= 20; step++) {
        const due = monthsLater(last.day, pace * step)
        if (due <= at || due > `${at.slice(0, 4)}-12-31`) continue
        all += last.cents
        left += last.cents * (1 - stops) ** (monthIndex(due) - monthIndex(at))
      }
    return { all, left, stops }
  }

  const now = expectedAfter(day)
  const year = Number(day.slice(0, 4))
  const essais = annees
    .filter(({ annee }) => annee < year && !day.endsWith('-12-31'))
    .flatMap(({ annee }) => {
      const au = monthsLater(day, 12 * (annee - year))
      const known = sure.filter((one) => (one.gifts[3]?.day ?? '9') <= au)
      const active = known.some((one) => {
        const last = one.gifts.findLast((gift) => gift.day <= au)
        return last && au < dayAfter(last.day, overAfter(one.pace))
      })
      if (!active) return []
      const prevu = expectedAfter(au).left
      const recu = known
        .flatMap((one) => one.gifts)
        .filter((gift) => gift.day > au && gift.day <= `${annee}-12-31`)
        .reduce((total, { cents }) => total + cents, 0)
      return [
        {
          annee,
          au,
          prevu: toCents(prevu),
          recu: euros(recu),
          erreur: recu === 0 ? null : change(recu, Math.round(prevu)),
        },
      ]
    })

  const survie = survivalOf(sure, day)
  const current = sure.filter((one) => firstOf(one).day <= day && day < stopOf(one))
  return {
    horizon: day,
    possibles: found.filter(({ possible }) => possible.some((one) => day < stopOf(one))).length,
    annees,
    survie: survie.map((one) => ({ ...one, survie: Math.round(one.survie * 1000) / 10 })),
    mediane: survie.find((one) => one.survie < 0.5)?.mois ?? null,
    rythmes: PACES.map(([rythme, pace]) => {
      const own = current.filter((one) => one.pace === pace)
      const cents = own.reduce((total, one) => total + lastOf(one).cents, 0)
      return {
        rythme,
        actifs: unique(own.map(({ contact }) => contact)),
        montant_mensuel: rounded(BigInt(cents), BigInt(pace * 100), 2),
      }
    }),
    a_recevoir: day.endsWith('-12-31')
      ? null
      : {
          au: day,
          montant: toCents(now.left),
          sans_arret: toCents(now.all),
          arret_mensuel: Math.round(now.stops * 10_000) / 100,
        },
    essais,
  }
}

/** Whether a donor is in one of the lists of regular donors, asked for by the parameters of its address. */
export function isRegularIn(
  donor: Donor,
  asked: Record<string, string | number>,
  horizon: string,
): boolean {
  const { sure, possible, periods, changes } = regularOf(donor)
  const annee = String(asked['annee'] ?? '')
  const prefix = asked['du_mois'] ? `${annee}-${String(asked['du_mois']).padStart(2, '0')}` : annee
  const within = (day: string) => day.startsWith(prefix) && day <= horizon
  const at = [String(asked['au'] ?? (annee ? `${annee}-12-31` : horizon)), horizon].sort()[0] ?? ''
  const isActive = (one: Series) => firstOf(one).day <= at && at < stopOf(one)
  const paces = new Map<unknown, number>(PACES)
  switch (asked['ensemble']) {
    case 'reguliers_actifs':
      return sure.some(
        (one) => isActive(one) && (!asked['rythme'] || one.pace === paces.get(asked['rythme'])),
      )
    case 'reguliers_possibles':
      return possible.some(isActive)
    case 'reguliers_demarres':
      return periods.some(({ from }) => within(from))
    case 'reguliers_arretes':
      return periods.some(({ to }) => within(to))
    case 'reguliers_augmentes':
      return changes.some(({ day, by }) => by > 0 && within(day))
    case 'reguliers_diminues':
      return changes.some(({ day, by }) => by < 0 && within(day))
    default:
      return false
  }
}

/** The lists of regular donors of a year, each with all that may narrow it. */
export function demandesRegulieres(annee: number) {
  const moves = ['demarres', 'arretes', 'augmentes', 'diminues'].map((move) => `reguliers_${move}`)
  const mois = [1, 2, 6, 12]
  return [
    { ensemble: 'reguliers_actifs' },
    { ensemble: 'reguliers_possibles' },
    { ensemble: 'reguliers_actifs', annee },
    ...PACES.map(([rythme]) => ({ ensemble: 'reguliers_actifs', rythme })),
    ...['02-28', '06-30', '11-30'].map((day) => ({
      ensemble: 'reguliers_actifs',
      annee,
      au: `${annee}-${day}`,
    })),
    ...moves.flatMap((ensemble) => [
      { ensemble, annee },
      ...mois.map((du_mois) => ({ ensemble, annee, du_mois })),
    ]),
  ]
}
