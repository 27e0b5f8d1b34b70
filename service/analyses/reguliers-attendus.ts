import type { Reguliers } from '#contract/reguliers'
import { expectedOf } from '#figures/attendu'
import { endOfMonth } from '#figures/format'
import { changeOf, centsOf, roundTo, sum } from '#figures/ratios'
import type { ActiveLue, readDons, readEnCours } from './reguliers-lus'

/** Regular donors at the end of each month since the first, and those who ceased to be in it; months from year 0. */
export type Suivi = ReadonlyMap<number, { actifs: number; arretes: number }>

/** Months whose stops say how many to expect. */
const RECENTS = 12

export const rankOf = (annee: number, mois: number): number => 12 * annee + mois - 1

export const partsOf = (day: string) => {
  const [annee = 0, mois = 0, jour = 0] = day.split('-').map(Number)
  return { annee, mois, jour, rank: rankOf(annee, mois) }
}

/** The part of the regular donors that stopped in a month, on average of the last twelve that were over on this day. */
function monthlyStop(suivi: Suivi, au: string): number {
  const { annee, mois, rank } = partsOf(au)
  const last = au === endOfMonth(annee, mois) ? rank : rank - 1
  const ranks = Array.from({ length: RECENTS }, (_, back) => last - back)
  const exposed = sum(ranks.map((one) => suivi.get(one - 1)?.actifs ?? 0))
  const stopped = sum(ranks.map((one) => suivi.get(one)?.arretes ?? 0))
  return exposed === 0 ? 0 : Math.min(1, stopped / exposed)
}

/** The months from this day to the next date of a series with such a last gift; 0 where it is still to come in this month. */
function nextOf({ rythme, dernier }: ActiveLue, au: string): number {
  const { annee, mois, jour, rank } = partsOf(au)
  const last = partsOf(dernier)
  const since = rank - last.rank
  if (since <= 0) return rythme - since
  if (since % rythme > 0) return rythme - (since % rythme)
  const date = Math.min(last.jour, partsOf(endOfMonth(annee, mois)).jour)
  return date > jour ? 0 : rythme
}

/** What active series should still bring in the horizon's year; null where it is over. */
export function expectNow(
  actives: readonly ActiveLue[],
  suivi: Suivi,
  horizon: string,
): Reguliers['a_recevoir'] {
  if (horizon.endsWith('-12-31')) return null
  const arret = monthlyStop(suivi, horizon)
  const { montant, sansArret } = expectedOf(
    actives.filter(({ sure }) => sure).map((une) => ({ ...une, prochain: nextOf(une, horizon) })),
    partsOf(horizon).mois,
    arret,
  )
  return {
    au: horizon,
    montant: roundTo(montant, 2),
    sans_arret: roundTo(sansArret, 2),
    arret_mensuel: roundTo(arret * 100, 2),
  }
}

/** What the same would have foretold on the same day of past years, 28 February for the 29, and what came of it. */
export function tryPast(
  enCours: Awaited<ReturnType<typeof readEnCours>>,
  suivi: Suivi,
  horizon: string,
  dons: Awaited<ReturnType<typeof readDons>>,
): Reguliers['essais'] {
  if (horizon.endsWith('-12-31')) return []
  const { annee: present, mois } = partsOf(horizon)
  const annees = [...new Set(enCours.map(({ annee }) => annee))].filter((annee) => annee < present)
  return annees.map((annee) => {
    const [au = ''] = [`${annee}${horizon.slice(4)}`, endOfMonth(annee, mois)].sort()
    const prevu = expectedOf(
      enCours.filter((row) => row.annee === annee),
      mois,
      monthlyStop(suivi, au),
    ).montant
    const recu = sum(dons.filter((row) => row.annee === annee).map((row) => centsOf(row.a_venir)))
    return {
      annee,
      au,
      prevu: roundTo(prevu, 2),
      recu: recu / 100,
      erreur: changeOf(Math.round(prevu * 100), recu),
    }
  })
}
