import { type Reguliers, reguliers, RYTHMES, Rythme } from '#contract/reguliers'
import { centsOf, percentOf, rateOf, roundTo, sum } from '#figures/ratios'
import { medianOf, survivalOf } from '#figures/survie'
import type { Db } from '../platform/database/connect'
import { inSnapshot } from '../platform/database/snapshot'
import { type Analysis, call } from './analysis'
import { readHorizon } from './horizon'
import { expectNow, partsOf, rankOf, type Suivi, tryPast } from './reguliers-attendus'
import { defineReguliers } from './reguliers-definitions'
import {
  type ActiveLue,
  type MoisLu,
  readActives,
  readDelais,
  readDons,
  readDurees,
  readEnCours,
  readMois,
  readMontants,
} from './reguliers-lus'

export default {
  section: 'Donateurs',
  calls: [call(reguliers, ({ db }) => readReguliers(db))],
  definitions: async ({ db }, annee) =>
    defineReguliers(await readReguliers(db), await readDelais(db), annee),
} satisfies Analysis

const NONE: Reguliers = {
  horizon: null,
  possibles: 0,
  annees: [],
  survie: [],
  mediane: null,
  rythmes: [],
  a_recevoir: null,
  essais: [],
}

/** Donors with series of gifts, year by year and month by month. */
export const readReguliers = (db: Db): Promise<Reguliers> =>
  inSnapshot(db, async (tx) => {
    const { horizon, annee_en_cours } = await readHorizon(tx)
    if (horizon === null) return NONE
    const lus = await readMois(tx, horizon)
    const actives = await readActives(tx, horizon)
    const dons = await readDons(tx, partsOf(horizon))
    const montants = await readMontants(tx)
    const paliers = survivalOf(await readDurees(tx, horizon))
    const first = montants[0]?.annee ?? Number(horizon.slice(0, 4))
    const suivi = follow(lus, first, horizon)
    const euros = new Map(
      dons.map(({ annee, mois, montant }) => [rankOf(annee, mois), centsOf(montant)]),
    )
    return {
      horizon,
      possibles: sum(actives.filter(({ sure }) => !sure).map((row) => row.reguliers)),
      annees: countYears({ lus, suivi, euros, montants, first, horizon, enCours: annee_en_cours }),
      survie: paliers.map((palier) => ({ ...palier, survie: roundTo(palier.survie * 100, 1) })),
      mediane: medianOf(paliers),
      rythmes: Rythme.options.map((rythme) => nowAt(actives, rythme)),
      a_recevoir: expectNow(actives, suivi, horizon),
      essais: tryPast(await readEnCours(tx, partsOf(horizon)), suivi, horizon, dons),
    }
  })

/** Every month from the first year's January to that of the horizon. */
function follow(lus: readonly MoisLu[], first: number, horizon: string) {
  const found = new Map(lus.map((row) => [rankOf(row.annee, row.mois), row]))
  const [annee = 0, mois = 0] = horizon.split('-').map(Number)
  const suivi = new Map<number, { actifs: number; demarres: number; arretes: number }>()
  let actifs = 0
  for (let rank = rankOf(first, 1); rank <= rankOf(annee, mois); rank++) {
    const { demarres = 0, arretes = 0 } = found.get(rank) ?? {}
    actifs += demarres - arretes
    suivi.set(rank, { actifs, demarres, arretes })
  }
  return suivi
}

interface Comptes {
  lus: readonly MoisLu[]
  suivi: ReturnType<typeof follow> & Suivi
  /** Cents of series by month. */
  euros: ReadonlyMap<number, number>
  montants: readonly { annee: number; montant: number }[]
  first: number
  horizon: string
  enCours: number | null
}

function countYears({ lus, suivi, euros, montants, first, horizon, enCours }: Comptes) {
  const last = Number(horizon.slice(0, 4))
  return Array.from({ length: last - first + 1 }, (_, at) => {
    const annee = first + at
    const ranks = Array.from({ length: 12 }, (__, index) => rankOf(annee, index + 1))
    const own = lus.filter((row) => row.annee === annee)
    const before = suivi.get(rankOf(annee, 1) - 1)?.actifs ?? 0
    const mois = ranks.flatMap((rank, index) => {
      const found = suivi.get(rank)
      return found ? [{ mois: index + 1, ...found, montant: (euros.get(rank) ?? 0) / 100 }] : []
    })
    const demarres = sum(own.map((row) => row.demarres_annee))
    const arretes = sum(own.map((row) => row.arretes_annee))
    const cents = sum(ranks.map((rank) => euros.get(rank) ?? 0))
    return {
      annee,
      en_cours: annee === enCours,
      mois,
      actifs_fin: mois.at(-1)?.actifs ?? 0,
      demarres,
      arretes,
      taux_arret: rateOf(arretes, before + demarres),
      montant: cents / 100,
      part_montant: percentOf(
        cents,
        centsOf(montants.find((row) => row.annee === annee)?.montant ?? 0),
      ),
      augmentes: sum(own.map((row) => row.augmentes_annee)),
      diminues: sum(own.map((row) => row.diminues_annee)),
    }
  })
}

/** Who gives at a pace at the horizon, and what a month of it is worth. */
function nowAt(actives: readonly ActiveLue[], rythme: Rythme) {
  const own = actives.filter(({ sure, rythme: pace }) => sure && pace === RYTHMES[rythme])
  return {
    rythme,
    actifs: sum(own.map(({ donateurs }) => donateurs)),
    montant_mensuel: roundTo(
      sum(own.map(({ montant }) => centsOf(montant))) / RYTHMES[rythme] / 100,
      2,
    ),
  }
}
