import type pg from 'pg'
import { connect } from '../../platform/database/connect'
import { Copie } from './copie'
import { DONS_EN_ORDRE } from './lecture'
import { type Morceau, Passe, SERIES } from './passe'
import { Reserve } from './reserve'

/** What to compute: of which moment, and as what. */
export interface Demande {
  url: string
  /** A snapshot that a transaction exports as long as the computation lasts. */
  instantane: string
  generation: number
  /** The first day that the breakdown keeps by itself, since 1 January 1970. */
  depuis: number
}

/** Gifts are sorted in memory or by several processes; whoever reads has gone where this one has. */
const REGLAGES = `
  set local work_mem = '64MB';
  set local parallel_tuple_cost = 0.01;
  set local statement_timeout = '1h';
  set local idle_in_transaction_session_timeout = 0;
  set local client_connection_check_interval = '5s'`

/** The departments of the postal codes of all cards. */
async function lireDepartements(client: pg.ClientBase): Promise<Map<string, string>> {
  const { rows } = await client.query<{ zip: string; departement: string }>(`
    select zip, departement_du_code_postal(zip) as departement
    from (select distinct zip from donateurs where zip is not null) as codes`)
  return new Map(rows.map(({ zip, departement }) => [zip, departement]))
}

/**
 * Computes from every gift of one moment, in one pass, the facts, the series, the gifts beside their facts and the breakdown by
 * code: the rows table by table, facts first. Reads on a connection of its own, and writes nothing that outlasts it. Fails
 * where `signal` fires.
 */
export async function* calculer(demande: Demande, signal?: AbortSignal): AsyncGenerator<Morceau> {
  const base = connect(demande.url, { max: 2, statementTimeout: 0 })
  const pris = new Set<pg.PoolClient>()
  const rendre = () => {
    for (const client of pris) client.release(true)
    pris.clear()
  }
  const prendre = async () => {
    const client = await base.pool.connect()
    pris.add(client)
    return client
  }
  signal?.addEventListener('abort', rendre, { once: true })
  try {
    yield* calculerDepuis(await prendre(), prendre, demande)
  } finally {
    signal?.removeEventListener('abort', rendre)
    rendre()
    await base.close()
  }
}

async function* calculerDepuis(
  client: pg.ClientBase,
  prendre: () => Promise<pg.ClientBase>,
  { instantane, generation, depuis }: Demande,
): AsyncGenerator<Morceau> {
  await client.query('begin isolation level repeatable read read only')
  await client.query(`set transaction snapshot '${instantane}'; ${REGLAGES}`)
  const departements = await lireDepartements(client)
  const reserve = new Reserve(prendre)
  const passe = new Passe({ generation, depuis, departements, reserve })
  for await (const morceau of client.query(new Copie(`copy (${DONS_EN_ORDRE}) to stdout`))) {
    passe.lire(morceau as Buffer)
    await reserve.ranger()
    const octets = passe.faits.prendre()
    if (octets) yield { table: 'faits', octets }
  }
  passe.finir()
  const octets = passe.faits.prendre(true)
  if (octets) yield { table: 'faits', octets }
  for await (const octets of reserve.rendre(SERIES)) yield { table: 'series', octets }
  for (const cle of reserve.cles())
    for await (const octets of reserve.rendre(cle)) yield { table: 'croises', octets }
  yield* passe.ventiler()
}
