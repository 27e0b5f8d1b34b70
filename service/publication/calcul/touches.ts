import { sql } from 'kysely'
import { onlyRow } from '../../platform/database/only-row'
import { calculerIci } from './calculer'
import { deposer } from './depot'
import type { Travail } from './entier'

/** Temporary tables for the rows of some persons, and those that they are like. */
const NEUVES = {
  faits: { table: 'faits_neufs', comme: 'faits_donateurs' },
  series: { table: 'series_neuves', comme: 'series_dons' },
  croises: { table: 'dons_croises_neufs', comme: 'dons_croises' },
} as const

/**
 * Computes the facts, the series and the gifts beside their facts of these contacts, and of all who count as one of them,
 * from their gifts as the transaction sees them: into temporary tables that end with it.
 */
export async function calculerTouches(
  { tx, client, pool }: Travail,
  contacts: readonly string[],
): Promise<void> {
  for (const { table, comme } of Object.values(NEUVES))
    await sql.raw(`create temporary table ${table} (like ${comme}) on commit drop`).execute(tx)
  const { generation } = onlyRow(
    await sql<{ generation: number }>`select generation from faits_publies`.execute(tx),
  )
  const tables = Object.fromEntries(
    Object.entries(NEUVES).map(([rows, { table }]) => [rows, `pg_temp.${table}`]),
  )
  const url = pool.options.connectionString ?? ''
  const demande = { url, generation, depuis: -Infinity, contacts }
  await deposer(client, tables, calculerIci(client, demande))
}
