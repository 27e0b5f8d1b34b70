import type { FastifyInstance } from 'fastify'
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
import type { Db } from '../database/connect'
import { route } from '../http/route'
import { readAnnees } from './annees'

/** Years of the cumulative charts, the selected one included. */
const ANNEES_COMPAREES = 4

export function registerDashboard(app: FastifyInstance, { db }: { db: Db }): void {
  route(app, dashboardAnnees, () => readAnnees(db))
  route(app, dashboardStats, ({ params }) => readStats(db, params.annee))
  route(app, statsGraphiques, ({ params }) => readGraphiques(db, params.annee))
  route(app, statsMensuelles, ({ params }) => readMensuelles(db, params.annee))
}

async function readStats(db: Db, annee: number): Promise<DashboardStats> {
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

/** Every year from the first gift's to `annee`, the years without a gift too. */
async function readGraphiques(db: Db, annee: number): Promise<StatsGraphiques> {
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
  }
}

/** The twelve months of each of the four years up to `annee` that has gifts. */
async function readMensuelles(db: Db, annee: number): Promise<StatsMensuelles> {
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
