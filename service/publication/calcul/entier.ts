import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../../platform/database/connect'
import { onlyRow } from '../../platform/database/only-row'
import { deposer, type Tables } from './depot'
import { calculerAPart } from './morceaux'

/** A transaction, the connection that it is on, and where to find others. */
export interface Travail {
  tx: Db
  client: pg.ClientBase
  pool: pg.Pool
}

interface Depart {
  instantane: string
  generation: number
  depuis: number | null
}

/** What a computation begins with: its snapshot, its generation, and the first day that the breakdown keeps by itself, if any. */
async function partir(tx: Db): Promise<Depart> {
  return onlyRow(
    await sql<Depart>`
    select
      pg_export_snapshot() as instantane,
      generation + 1 as generation,
      (
        select make_date(date_part('year', max(order_date))::integer - 2, 1, 1) - date '1970-01-01'
        from donations
        where order_amount > 0 and order_date <= (now() at time zone 'Europe/Paris')::date
      ) as depuis
    from faits_publies`.execute(tx),
  )
}

/** Where the rows of a generation go: tables of its own, or in the place of those that are there. */
const tablesDe = (generation: number) =>
  ({
    faits: `partitions.faits_donateurs_${generation}`,
    series: 'series_dons',
    croises: `partitions.dons_croises_${generation}`,
    jours: 'ventilation_dons',
    mois: 'ventilation_mois_dons',
    annees: 'ventilation_contacts',
  }) satisfies Tables

/**
 * Computes the facts anew from every gift as the next generation, and with them series, breakdown and gifts beside their
 * facts: whoever reads meanwhile reads the ones before. All of it is of the transaction; where that ends, nothing is left.
 */
export async function calculerEntier(
  { tx, client, pool }: Travail,
  signal: AbortSignal,
): Promise<void> {
  const { depuis, ...depart } = await partir(tx)
  const { generation } = depart
  const demande = {
    ...depart,
    url: pool.options.connectionString ?? '',
    depuis: depuis ?? -Infinity,
  }
  const tables = tablesDe(generation)
  for (const parent of ['faits_donateurs', 'dons_croises'])
    await sql.raw(`create table partitions.${parent}_${generation} (like ${parent})`).execute(tx)
  for (const table of [tables.series, tables.jours, tables.mois, tables.annees])
    await sql.raw(`delete from ${table}`).execute(tx)
  await deposer(client, tables, (refus) => calculerAPart(demande, AbortSignal.any([signal, refus])))
  await sql`call attacher_faits(${generation})`.execute(tx)
  await sql`call attacher_dons_croises(${generation})`.execute(tx)
  await sql`analyze series_dons (contact_id, exclu)`.execute(tx)
  await sql`
    update faits_publies
    set ventilation_generation = ${generation},
      ventilation_depuis = coalesce(date '1970-01-01' + ${depuis}::integer, '-infinity')`.execute(
    tx,
  )
}
