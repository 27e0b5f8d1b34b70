import { sql } from 'kysely'
import type { Annees } from '#contract/values.ts'
import type { Db } from '../database/connect'

/** The years with at least one gift, latest first. */
export async function readAnnees(db: Db): Promise<Annees> {
  const { rows } = await sql<{ annee: number }>`
    select distinct annee from dons_par_mois order by annee desc`.execute(db)
  return { annees: rows.map(({ annee }) => annee) }
}
