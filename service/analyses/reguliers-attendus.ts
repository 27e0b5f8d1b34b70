import type { Reguliers } from '#contract/reguliers'
import { expectedOf } from '#figures/attendu'
import { endOfMonth } from '#figures/format'
import { changeOf, centsOf, roundTo, sum } from '#figures/ratios'
import type { Db } from '../platform/database/connect'
import { type ActiveLue, type readDons, readEnCours } from './reguliers-lus'

/** Regular donors at the end of each month since the first, and those who ceased to be in it; months from year 0. */
export type Suivi = ReadonlyMap<number, { actifs: number; arretes: number }>

/** Months whose stops say how many to expect. */
const RECENTS = 12

export const rankOf = (annee: number, mois: number): number => 12 * annee + mois - 1

/** The part of the regular donors that stopped in a month, on average of the twelve up to the one of this rank. */
export function monthlyStop(suivi: Suivi, rank: number): number {
  const ranks = Array.from({ length: RECENTS }, (_, back) => rank - back)
  const exposed = sum(ranks.map((one) => suivi.get(one - 1)?.actifs ?? 0))
  const stopped = sum(ranks.map((one) => suivi.get(one)?.arretes ?? 0))
  return exposed === 0 ? 0 : Math.min(1, stopped / exposed)
}

/** The last month that is over at the horizon, of its year; 0 in January. */
const monthOver = (horizon: string): number => {
  const [annee = 0, mois = 0] = horizon.split('-').map(Number)
  return horizon === endOfMonth(annee, mois) ? mois : mois - 1
}

/** What active series should still bring in the horizon's year; null where it is over. */
export function expectNow(
  actives: readonly ActiveLue[],
  suivi: Suivi,
  horizon: string,
): Reguliers['a_recevoir'] {
  const [annee = 0, mois = 0, jour = 0] = horizon.split('-').map(Number)
  if (horizon.endsWith('-12-31')) return null
  const lastOfMonth = Number(endOfMonth(annee, mois).slice(8))
  const arret = monthlyStop(suivi, rankOf(annee, monthOver(horizon)))
  const { montant, sansArret } = expectedOf(
    actives
      .filter(({ sure }) => sure)
      .map(({ rythme, dernier, montant: amount }) => ({
        rythme,
        montant: amount,
        dernier: 12 * (Number(dernier.slice(0, 4)) - annee) + Number(dernier.slice(5, 7)),
        ceMois: Math.min(Number(dernier.slice(8)), lastOfMonth) > jour,
      })),
    mois,
    arret,
  )
  return {
    au: horizon,
    montant: roundTo(montant, 2),
    sans_arret: roundTo(sansArret, 2),
    arret_mensuel: roundTo(arret * 100, 2),
  }
}

/** What the same would have foretold at the end of the same month of past years, and what came of it. */
export async function tryPast(
  tx: Db,
  suivi: Suivi,
  horizon: string,
  dons: Awaited<ReturnType<typeof readDons>>,
): Promise<Reguliers['essais']> {
  const mois = monthOver(horizon)
  if (mois === 0 || mois === 12) return []
  const enCours = await readEnCours(tx, mois)
  const present = Number(horizon.slice(0, 4))
  const annees = [...new Set(enCours.map(({ annee }) => annee))]
    .filter((annee) => annee < present)
    .sort((one, other) => one - other)
  return annees.map((annee) => {
    const prevu = expectedOf(
      enCours
        .filter((row) => row.annee === annee)
        .map(({ rythme, recul, montant }) => ({ rythme, montant, dernier: mois - recul })),
      mois,
      monthlyStop(suivi, rankOf(annee, mois)),
    ).montant
    const recus = dons.filter((row) => row.annee === annee && row.mois > mois && row.connue <= mois)
    const recu = sum(recus.map(({ montant }) => centsOf(montant))) / 100
    return {
      annee,
      au: endOfMonth(annee, mois),
      prevu: roundTo(prevu, 2),
      recu,
      erreur: changeOf(Math.round(prevu * 100), centsOf(recu)),
    }
  })
}
