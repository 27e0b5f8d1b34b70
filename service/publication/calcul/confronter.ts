import { sql } from 'kysely'
import type { ClientBase } from 'pg'
import { onlyRow } from '../../platform/database/only-row'
import { Copie } from './copie'
import { Empreintes } from './empreintes'
import type { Travail } from './entier'
import { COLONNES } from './lignes'
import { calculerAPart } from './morceaux'
import type { Morceau } from './passe'

/** Where what a computation wrote is kept; sums that are nought again are none. */
const GARDEES: Record<Morceau['table'], string> = {
  faits: 'faits_donateurs where generation = (select generation from faits_publies)',
  series: 'series_dons',
  croises: 'dons_croises where generation = (select generation from faits_publies)',
  jours: 'ventilation_dons where nombre <> 0',
  mois: 'ventilation_mois_dons where nombre <> 0',
  annees: 'ventilation_contacts where donateurs <> 0',
}

/** How many rows all gifts come to, and in how many parts of the contacts and codes other ones are kept. */
export interface Confrontation {
  lignes: number
  ecarts: number
}

/** Computes all, in one pass over the gifts, and writes nothing: compares it with what is kept. */
export async function confronter(
  { tx, client, pool }: Travail,
  signal: AbortSignal,
): Promise<Confrontation> {
  const { depuis, ...depart } = onlyRow(
    await sql<{ instantane: string; generation: number; depuis: number | null }>`
      select
        pg_export_snapshot() as instantane,
        generation,
        case when isfinite(ventilation_depuis) then ventilation_depuis - date '1970-01-01' end as depuis
      from faits_publies`.execute(tx),
  )
  // The transaction waits for a reader that sorts all gifts first.
  await sql`set local idle_in_transaction_session_timeout = '1h'`.execute(tx)
  const url = pool.options.connectionString ?? ''
  const demande = { ...depart, url, depuis: depuis ?? -Infinity, enVrac: true }
  const ensemble = new AbortController()
  const [gardees, calculees] = await Promise.all([
    empreindre(lireGardees(client)),
    empreindre(calculerAPart(demande, AbortSignal.any([signal, ensemble.signal]))),
  ]).finally(() => ensemble.abort())
  return { lignes: calculees.lignes, ecarts: calculees.ecarts(gardees) }
}

async function* lireGardees(client: ClientBase): AsyncGenerator<Morceau> {
  for (const [table, source] of Object.entries(GARDEES) as [Morceau['table'], string][]) {
    const question = `copy (select ${COLONNES[table]} from ${source}) to stdout`
    for await (const octets of client.query(new Copie(question)))
      yield { table, octets: octets as Buffer }
  }
}

async function empreindre(morceaux: AsyncIterable<Morceau>): Promise<Empreintes> {
  const empreintes = new Empreintes()
  for await (const { table, octets } of morceaux) empreintes.ajouter(table, octets)
  return empreintes
}
