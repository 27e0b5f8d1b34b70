import { sql } from 'kysely'
import {
  dashboardAnnees,
  type DashboardStats,
  dashboardStats,
  type StatsGraphiques,
  statsGraphiques,
  type StatsMensuelles,
  statsMensuelles,
} from '#contract/dashboard'
import { formatCount, formatMoney, plural } from '#figures/format'
import { forecastOf } from '#figures/prevision'
import { centsOf, roundTo } from '#figures/ratios'
import type { Db } from '../platform/database/connect'
import { type Analysis, call, type Given } from './analysis'
import { readAnnees } from './annees'
import { rule } from './definition'

/** Years on the cumulative charts, including the selected one. */
const ANNEES_COMPAREES = 4

export default {
  section: 'Dashboard',
  calls: [
    call(dashboardAnnees, ({ db }) => readAnnees(db)),
    call(dashboardStats, ({ db, params }) => readStats(db, params.annee)),
    call(statsGraphiques, ({ db, params }) => readGraphiques(db, params.annee)),
    call(statsMensuelles, ({ db, params }) => readMensuelles(db, params.annee)),
  ],
  definitions: defineDashboard,
} satisfies Analysis

/** The key figures of a year. */
export async function readStats(db: Db, annee: number): Promise<DashboardStats> {
  const { rows } = await sql<DashboardStats>`
    select
      (select coalesce(sum(nombre), 0)::bigint from donateurs_par_mois_a_jour where annee = ${annee})
        as total_donateurs,
      coalesce(sum(nombre), 0)::bigint as total_donations,
      coalesce(sum(montant), 0) as montant_total,
      coalesce(round(sum(montant) / sum(nombre), 2), 0) as montant_moyen
    from dons_par_mois_a_jour
    where annee = ${annee}`.execute(db)
  const [stats] = rows
  if (!stats) throw new Error('un agrégat sans ligne')
  return stats
}

/** Every year from the first gift's to `annee`, including years without gifts. */
export async function readGraphiques(db: Db, annee: number): Promise<StatsGraphiques> {
  const { rows } = await sql<{ annee: number; nombre: number; montant: number }>`
    with dons as materialized (select * from dons_par_mois_a_jour)
    select annee, coalesce(sum(nombre), 0)::bigint as nombre, coalesce(sum(montant), 0) as montant
    from generate_series((select min(annee) from dons), ${annee}::integer) as annees (annee)
    left join dons using (annee)
    group by annee
    order by annee`.execute(db)
  return {
    donations_par_annee: rows.map(({ annee, nombre }) => ({ annee, nombre })),
    montants_par_annee: rows.map(({ annee, montant }) => ({ annee, montant })),
    prevision: previsionOf(rows),
  }
}

/** Trend forecast of gifts and amount for the last of these years. */
function previsionOf(
  rows: readonly { annee: number; nombre: number; montant: number }[],
): StatsGraphiques['prevision'] {
  const donations = forecastOf(rows.map(({ annee, nombre }) => ({ annee, valeur: nombre })))
  const montants = forecastOf(
    rows.map(({ annee, montant }) => ({ annee, valeur: centsOf(montant) })),
  )
  const annee = rows.at(-1)?.annee
  if (!donations || !montants || annee === undefined) return null
  return {
    annee,
    depuis: donations.depuis,
    jusqua: donations.jusqua,
    donations: roundTo(donations.valeur, 0),
    montant: roundTo(montants.valeur, 0) / 100,
  }
}

/** The twelve months of each of the four years up to `annee` that have gifts. */
export async function readMensuelles(db: Db, annee: number): Promise<StatsMensuelles> {
  const premiere = annee - ANNEES_COMPAREES + 1
  const { rows } = await sql<{ annee: number; mois: number; nombre: number; montant: number }>`
    with dons as materialized (
      select * from dons_par_mois_a_jour where annee between ${premiere} and ${annee}
    )
    select annee, mois, coalesce(nombre, 0) as nombre, coalesce(montant, 0) as montant
    from (select distinct annee from dons) annees
    cross join generate_series(1, 12) as mois
    left join dons using (annee, mois)
    order by annee, mois`.execute(db)
  const donneesParAnnee: StatsMensuelles['donnees_par_annee'] = {}
  for (const { annee, mois, nombre, montant } of rows) {
    const month = { mois, nombre_donations: nombre, montant_total: montant }
    if (mois === 1) donneesParAnnee[annee] = [month]
    else donneesParAnnee[annee]?.push(month)
  }
  return { donnees_par_annee: donneesParAnnee }
}

/** Defines the dashboard figures, with a year's as examples. */
async function defineDashboard({ db }: Given, annee: number) {
  const [stats, { prevision }] = await Promise.all([
    readStats(db, annee),
    readGraphiques(db, annee),
  ])
  const dons = plural(stats.total_donations, 'don')
  const some = <Text>(exemple: Text) => (stats.total_donations > 0 ? exemple : null)
  return {
    donateurs: rule({
      titre: 'Donateurs',
      formule:
        'Nombre de contacts qui ont fait au moins un don dans l’année, chacun compté une fois.',
      exemple: some(`${annee} : ${plural(stats.total_donateurs, 'donateur')} pour ${dons}.`),
    }),
    donations: rule({
      titre: 'Donations',
      formule:
        'Nombre de dons de l’année, à leur date telle qu’elle est écrite dans le fichier. Cumulés, ils s’ajoutent depuis janvier.',
      exemple: some(`${annee} : ${dons}.`),
    }),
    'montant-total': rule({
      titre: 'Montant total',
      formule:
        'Somme des montants des dons de l’année, au centime. Cumulés, ils s’ajoutent depuis janvier.',
      exemple: some(`${annee} : ${formatMoney(stats.montant_total)} pour ${dons}.`),
    }),
    'don-moyen': rule({
      titre: 'Don moyen',
      formule: 'Montant total ÷ nombre de dons, arrondi au centime.',
      exemple: some(
        `${annee} : ${formatMoney(stats.montant_total)} ÷ ${formatCount(stats.total_donations)} = ${formatMoney(stats.montant_moyen)}.`,
      ),
    }),
    prevision: rule({
      titre: 'Prévision (tendance)',
      formule:
        'Droite qui passe par la première année et par l’avant-dernière, prolongée jusqu’à l’année choisie ; à partir de trois années, et jamais moins de 0.',
      exemple: prevision
        ? `${prevision.annee}, d’après ${prevision.depuis} et ${prevision.jusqua} : ${plural(prevision.donations, 'don')}, ${formatMoney(prevision.montant)}.`
        : null,
    }),
    'plus-grand-don': rule({
      titre: 'Don le plus élevé',
      formule: 'Montant du plus grand don de l’année.',
      perimetre:
        'Dons de plus de 0 € des donateurs qui ne sont pas exclus ; c’est le montant seul qui compte, non qui l’a donné.',
      exemple: null,
    }),
  }
}
