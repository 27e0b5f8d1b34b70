import { once } from 'node:events'
import { sql } from 'kysely'
import type pg from 'pg'
import { type CopyStreamQuery, from } from 'pg-copy-streams'
import type { Db } from '../../platform/database/connect'
import { onlyRow } from '../../platform/database/only-row'
import { COLONNES } from './lignes'
import { calculerAPart } from './morceaux'
import type { Morceau } from './passe'

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
const tablesDe = (generation: number): Record<Morceau['table'], string> => ({
  faits: `partitions.faits_donateurs_${generation}`,
  series: 'series_dons',
  croises: `partitions.dons_croises_${generation}`,
  jours: 'ventilation_dons',
  mois: 'ventilation_mois_dons',
  annees: 'ventilation_contacts',
})

/** COPYs into tables, one after the other, on one connection. `signal` fires with the server's error about any of them. */
function ouvrir(client: pg.ClientBase) {
  const refus = new AbortController()
  const refuse = once(refus.signal, 'abort').then(() => refus.signal.throwIfAborted())
  refuse.catch(() => undefined)
  let stream: CopyStreamQuery | undefined
  const attendre = (begin: (done: (error?: Error | null) => void) => void) =>
    Promise.race([
      refuse,
      new Promise<void>((resolve, reject) => begin((error) => (error ? reject(error) : resolve()))),
    ])
  return {
    signal: refus.signal,
    commencer: (statement: string) => {
      stream = client.query(from(statement))
      stream.on('error', (error) => refus.abort(error))
    },
    ecrire: (octets: Buffer) => attendre((done) => void stream?.write(octets, done)),
    finir: () => attendre((done) => void stream?.end(done)),
    /** Else the connection would wait for rows. */
    abandonner: () => void (refus.signal.aborted || stream?.destroy()),
  }
}

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

  const copie = ouvrir(client)
  let table: Morceau['table'] = 'faits'
  const commencer = () => copie.commencer(`copy ${tables[table]} (${COLONNES[table]}) from stdin`)
  const finir = async () => {
    await copie.finir()
    if (table === 'faits') await sql`call attacher_faits(${generation})`.execute(tx)
  }
  commencer()
  try {
    for await (const morceau of calculerAPart(demande, AbortSignal.any([signal, copie.signal]))) {
      if (morceau.table !== table) {
        await finir()
        table = morceau.table
        commencer()
      }
      await copie.ecrire(morceau.octets)
    }
    await finir()
  } catch (error) {
    copie.abandonner()
    throw copie.signal.aborted ? copie.signal.reason : error
  }
  await sql`call attacher_dons_croises(${generation})`.execute(tx)
  await sql`analyze series_dons (contact_id, exclu)`.execute(tx)
  await sql`
    update faits_publies
    set ventilation_generation = ${generation},
      ventilation_depuis = coalesce(date '1970-01-01' + ${depuis}::integer, '-infinity')`.execute(
    tx,
  )
}
