import { sql } from 'kysely'
import type { Annees } from '#contract/values'
import type { Db } from '../platform/database/connect'

/** The years with at least one gift, latest first. */
export async function readAnnees(db: Db): Promise<Annees> {
  const { rows } = await sql<{ annee: number }>`
    select distinct annee from dons_par_mois_a_jour order by annee desc`.execute(db)
  return { annees: rows.map(({ annee }) => annee) }
}

/** Groups rows by year, from the first to the last, gaps included; empty without rows. */
export function groupByAnnee<Row extends { annee: number }>(
  rows: readonly Row[],
): { annee: number; rows: Row[] }[] {
  const annees = rows.map(({ annee }) => annee)
  const first = Math.min(...annees)
  const last = Math.max(...annees)
  const groups: { annee: number; rows: Row[] }[] = []
  for (let annee = first; annee <= last; annee += 1)
    groups.push({ annee, rows: rows.filter((row) => row.annee === annee) })
  return groups
}
