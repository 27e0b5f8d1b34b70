import { sql } from 'kysely'
import {
  activiteAnnees,
  type ActiviteEvolution,
  activiteEvolution,
  type ActiviteStats,
  activiteStats,
} from '#contract/activite'
import { formatCount, formatDay, formatPercent, plural } from '#figures/format'
import { objectifOf, partOf, percentOf } from '#figures/ratios'
import type { Db } from '../platform/database/connect'
import { type Analysis, call, type Given } from './analysis'
import { readAnnees } from './annees'
import { compareADate, evolutionADate, jourCompare } from './comparaison-a-date'
import { rule } from './definition'

/** The last month of each period; its row is the state at the period's end. */
const PERIODES = [
  ['Trimestre 1', 3],
  ['Trimestre 2', 6],
  ['Septembre', 9],
  ['Octobre', 10],
  ['Novembre', 11],
  ['Décembre', 12],
] as const

interface Statuts {
  actifs: number
  dormants: number
  inactifs: number
  tres_inactifs: number
}

const PERSONNE: Statuts = { actifs: 0, dormants: 0, inactifs: 0, tres_inactifs: 0 }

export default {
  section: 'Actifs',
  calls: [
    call(activiteAnnees, ({ db }) => readAnnees(db)),
    call(activiteStats, ({ db, params }) => readActivite(db, params.annee)),
    call(activiteEvolution, ({ db }) => readEvolution(db)),
  ],
  definitions: defineActivite,
} satisfies Analysis

async function readActivite(db: Db, annee: number): Promise<ActiviteStats> {
  const [etats, comparaison] = await Promise.all([readEtats(db, annee), compareADate(db, annee)])
  const jour = jourCompare(comparaison)
  const at = (year: number, mois: number) => etats.get(`${year}-${mois}`) ?? PERSONNE
  const fin = at(annee, 12)
  const finPrecedente = at(annee - 1, 12)
  return {
    stats: toStats(fin),
    total_donateurs_historique: totalOf(fin),
    periodes: PERIODES.map(([periode, mois]) => ({ periode, ...toParts(at(annee, mois)) })),
    stats_annee_precedente: { ...toStats(finPrecedente), total: totalOf(finPrecedente) },
    objectif_actifs: objectifOf(fin.actifs, finPrecedente.actifs),
    a_date: jour && { ...jour, evolution_actifs: evolutionADate(comparaison, 'total') },
  }
}

/** The year and the one before, by month; past the view's last year, its state persists. */
async function readEtats(db: Db, annee: number): Promise<Map<string, Statuts>> {
  const { rows } = await sql<Statuts & { demandee: number; mois: number }>`
    with activite as materialized (select * from activite_a_jour)
    select demandee, mois, actifs, dormants, inactifs, tres_inactifs
    from unnest(array[${annee}::integer - 1, ${annee}::integer]) as demandee
    join activite on annee = least(demandee, (select max(annee) from activite))`.execute(db)
  return new Map(rows.map((row) => [`${row.demandee}-${row.mois}`, row]))
}

async function readEvolution(db: Db): Promise<ActiviteEvolution> {
  const { rows } = await sql<Statuts & { annee: number }>`
    select annee, actifs, dormants, inactifs, tres_inactifs
    from activite_a_jour
    where mois = 12 and annee <= (select max(annee) from dons_par_mois_a_jour)
    order by annee`.execute(db)
  return { data: rows.map(({ annee, ...etat }) => ({ annee, ...toParts(etat) })) }
}

const totalOf = ({ actifs, dormants, inactifs, tres_inactifs }: Statuts): number =>
  actifs + dormants + inactifs + tres_inactifs

function toStats(etat: Statuts): ActiviteStats['stats'] {
  const total = totalOf(etat)
  return {
    actifs: etat.actifs,
    actifs_pourcentage: percentOf(etat.actifs, total),
    dormants: etat.dormants,
    dormants_pourcentage: percentOf(etat.dormants, total),
    inactifs: etat.inactifs,
    inactifs_pourcentage: percentOf(etat.inactifs, total),
    tres_inactifs: etat.tres_inactifs,
    tres_inactifs_pourcentage: percentOf(etat.tres_inactifs, total),
  }
}

function toParts(etat: Statuts) {
  const total = totalOf(etat)
  return {
    actifs: partOf(etat.actifs, total),
    dormants: partOf(etat.dormants, total),
    inactifs: partOf(etat.inactifs, total),
    tres_inactifs: partOf(etat.tres_inactifs, total),
    total,
  }
}

/** Defines the statuses, with a year's figures as examples. */
async function defineActivite({ db }: Given, annee: number) {
  const { stats, objectif_actifs, stats_annee_precedente, total_donateurs_historique, a_date } =
    await readActivite(db, annee)
  const some = (exemple: string) => (total_donateurs_historique > 0 ? exemple : null)
  return {
    statuts: rule({
      titre: 'Actifs, dormants, inactifs, très inactifs',
      formule:
        'Selon l’année du dernier don fait jusqu’au jour dit : actif, cette année ; dormant, l’année précédente ; inactif, deux ans avant ; très inactif, plus tôt. Les quatre ensemble sont tous ceux qui ont donné jusqu’à ce jour ; chaque ligne est l’état au dernier jour de sa période. Le taux de fidélisation d’une année est 1 − dormants ÷ actifs de l’année précédente.',
      exemple: some(
        `Au ${formatDay(a_date?.au ?? `${annee}-12-31`)} : ${formatCount(stats.actifs)} + ${formatCount(stats.dormants)} + ${formatCount(stats.inactifs)} + ${formatCount(stats.tres_inactifs)} = ${plural(total_donateurs_historique, 'donateur')}.`,
      ),
    }),
    'objectif-actifs': rule({
      titre: 'Objectif des actifs',
      formule:
        'Objectif : actifs de l’année précédente + 10 %, arrondi. Écart : réalisé − objectif. Performance : réalisé ÷ objectif.',
      exemple: some(
        `${annee} : ${formatCount(stats_annee_precedente.actifs)} × 1,1 = ${formatCount(objectif_actifs.objectif)} ; réalisé ${formatCount(objectif_actifs.realise)}, soit ${formatPercent(objectif_actifs.performance)}.`,
      ),
    }),
  }
}
