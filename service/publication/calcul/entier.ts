import { sql } from 'kysely'
import type pg from 'pg'
import type { Db } from '../../platform/database/connect'
import { onlyRow } from '../../platform/database/only-row'
import { isDistributed } from '../../platform/database/repartition'
import type { Schema } from '../../platform/database/schema'
import { calculerIci, type Demande } from './calculer'
import { ecrireJour } from './calendrier'
import { deposer, type Tables } from './depot'
import { calculerAPart } from './morceaux'
import type { Morceau } from './passe'

/** A transaction, the connection that it is on, and where to find others. */
export interface Travail {
  tx: Db
  client: pg.ClientBase
  pool: pg.Pool
}

/** What a whole computation begins with: its generation, and the first day that the breakdown keeps by itself. */
type Depart = Pick<Demande, 'generation' | 'depuis'>

/** Makes room for the next generation, in tables of its own or in the place of what is there. */
export async function preparer(tx: Db): Promise<Depart> {
  const depart = onlyRow(
    await sql<{ generation: number; depuis: number | null }>`
      select
        generation + 1 as generation,
        (
          select make_date(date_part('year', max(order_date))::integer - 2, 1, 1) - date '1970-01-01'
          from donations
          where order_amount > 0 and order_date <= (now() at time zone 'Europe/Paris')::date
        ) as depuis
      from faits_publies`.execute(tx),
  )
  await sql`call preparer_generation(${depart.generation})`.execute(tx)
  const { series, jours, mois, annees } = tablesDe(depart.generation)
  for (const table of [series, jours, mois, annees])
    await sql.raw(`delete from ${table}`).execute(tx)
  return { ...depart, depuis: depart.depuis ?? -Infinity }
}

/** Where the rows of a generation go. */
export const tablesDe = (generation: number) =>
  ({
    faits: `partitions.faits_donateurs_${generation}`,
    series: 'series_dons',
    croises: `partitions.dons_croises_${generation}`,
    jours: 'ventilation_dons',
    mois: 'ventilation_mois_dons',
    annees: 'ventilation_contacts',
  }) satisfies Tables

/** Publishes a generation that has its rows. */
export async function attacher(tx: Db, { generation, depuis }: Depart): Promise<void> {
  await sql`call attacher_faits(${generation})`.execute(tx)
  await sql`call attacher_dons_croises(${generation})`.execute(tx)
  await sql`analyze series_dons (contact_id, exclu)`.execute(tx)
  await sql`
    update faits_publies
    set ventilation_generation = ${generation},
      ventilation_depuis = ${depuis === -Infinity ? '-infinity' : ecrireJour(depuis)}`.execute(tx)
}

/**
 * All rows: by a reader beside the transaction, in a thread of its own, as far as one server has the gifts. Several share no
 * snapshot, and there the transaction reads, before it writes.
 */
async function calculer(
  { tx, client, pool }: Travail,
  depart: Depart,
  signal: AbortSignal,
): Promise<AsyncIterable<Morceau>> {
  const demande = { ...depart, url: pool.options.connectionString ?? '' }
  if (await isDistributed<Schema>(tx)) return calculerIci(client, demande)
  const { instantane } = onlyRow(
    await sql<{ instantane: string }>`select pg_export_snapshot() as instantane`.execute(tx),
  )
  return calculerAPart({ ...demande, instantane }, signal)
}

/**
 * Computes the facts anew from every gift as the next generation, and with them series, breakdown and gifts beside their
 * facts: whoever reads meanwhile reads the ones before. All of it is of the transaction; where that ends, nothing is left.
 */
export async function calculerEntier(travail: Travail, signal: AbortSignal): Promise<void> {
  const { tx, client } = travail
  const depart = await preparer(tx)
  const refus = new AbortController()
  const morceaux = await calculer(travail, depart, AbortSignal.any([signal, refus.signal]))
  const ailleurs = !(await isDistributed<Schema>(tx))
  await deposer(client, tablesDe(depart.generation), morceaux, refus, ailleurs)
  await attacher(tx, depart)
}
