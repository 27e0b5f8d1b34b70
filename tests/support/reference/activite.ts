import { changeAtDate, dayOf, type Running } from './a-date'
import { allYears, type Donor, donorsIn } from './gifts'
import { goal, percent, share } from './rounding'

const PERIODS: readonly (readonly [string, number])[] = [
  ['Trimestre 1', 3],
  ['Trimestre 2', 6],
  ['Septembre', 9],
  ['Octobre', 10],
  ['Novembre', 11],
  ['Décembre', 12],
]

/** As of the last day of a month: every donor by the year of the last gift up to that day. */
function statuses(donors: readonly Donor[], year: number, month: number) {
  const counts = { actifs: 0, dormants: 0, inactifs: 0, tres_inactifs: 0 }
  for (const donor of donors) {
    const last = donor.findLast(
      (gift) => gift.year < year || (gift.year === year && gift.month <= month),
    )
    if (!last) continue
    if (last.year === year) counts.actifs += 1
    else if (last.year === year - 1) counts.dormants += 1
    else if (last.year === year - 2) counts.inactifs += 1
    else counts.tres_inactifs += 1
  }
  const total = counts.actifs + counts.dormants + counts.inactifs + counts.tres_inactifs
  return { counts, total }
}

function withPercents({ counts, total }: ReturnType<typeof statuses>) {
  return Object.fromEntries(
    Object.entries(counts).flatMap(([status, count]) => [
      [status, count],
      [`${status}_pourcentage`, percent(count, total)],
    ]),
  )
}

function withShares({ counts, total }: ReturnType<typeof statuses>) {
  return {
    actifs: share(counts.actifs, total),
    dormants: share(counts.dormants, total),
    inactifs: share(counts.inactifs, total),
    tres_inactifs: share(counts.tres_inactifs, total),
    total,
  }
}

export const activiteEvolution = (donors: readonly Donor[]) => ({
  data: allYears(donors).map((annee) => ({ annee, ...withShares(statuses(donors, annee, 12)) })),
})

export function activite(donors: readonly Donor[], year: number, running: Running | null) {
  const day = dayOf(running, year)
  const end = statuses(donors, year, 12)
  const endBefore = statuses(donors, year - 1, 12)
  return {
    stats: withPercents(end),
    total_donateurs_historique: end.total,
    periodes: PERIODS.map(([periode, month]) => ({
      periode,
      ...withShares(statuses(donors, year, month)),
    })),
    stats_annee_precedente: { ...withPercents(endBefore), total: endBefore.total },
    objectif_actifs: goal(endBefore.counts.actifs, end.counts.actifs),
    a_date: day && {
      ...day,
      evolution_actifs: changeAtDate(
        running,
        year,
        donors,
        (some, annee) => donorsIn(some, annee).length,
      ),
    },
  }
}
