/** @import { Client } from 'pg' */
/** @import { Arretes } from './arretes.mjs' */
/** @import { Checkpoint } from './checkpoints.mjs' */
/** @import { Controls } from './controls.mjs' */
/** @import { Dons } from './dons.mjs' */
/** @import { Faits } from './faits.mjs' */
/** @import { Event } from './event.mjs' */
/** @import { Groups } from './groupes.mjs' */
/** @import { Protections } from './protections.mjs' */
/** @import { Publications } from './publications.mjs' */
/** @import { Query } from './rows.mjs' */
/** @import { Registres } from './suivis.mjs' */
import { readArretes } from './arretes.mjs'
import { readControls } from './controls.mjs'
import { readDons } from './dons.mjs'
import { readEvents } from './event.mjs'
import { readFaits } from './faits.mjs'
import { tryForbidden } from './forbidden.mjs'
import { readGroups } from './groupes.mjs'
import { readProtections } from './protections.mjs'
import { readPublications } from './publications.mjs'
import { resumeGifts } from './reprise-dons.mjs'
import { readRegistres } from './suivis.mjs'

/**
 * One state of the database, to be read in this order.
 * @typedef {object} State
 * @property {AsyncIterable<Event>} events
 * @property {() => Promise<Map<string, number>>} readExcluded
 * @property {() => Promise<Groups>} readGroups
 * @property {() => Promise<Decisions>} readDecisions
 * @property {(checkpoints: Checkpoint[]) => Promise<Publications>} readPublications
 * @property {(checkpoints: Checkpoint[]) => Promise<Registres>} readRegistres
 * @property {() => Promise<Arretes>} readArretes
 * @property {() => Promise<Controls>} readControls
 * @property {() => Promise<Dons>} readDons
 * @property {() => Promise<Faits>} readFaits
 * @property {() => Promise<Protections>} readProtections
 */

/**
 * How many donors were judged genuine, and the first and last such day.
 * @typedef {{ nombre: number, premiere: string | null, derniere: string | null }} Decisions
 */

/**
 * Opens the embedded database of a data folder, starting it if needed.
 * @typedef {(dataDir: string) => Promise<{ url: string, ownerUrl: string, started: boolean, stop: () => Promise<void> }>} OpenEmbedded
 */

/**
 * Donors excluded in the projection: contact id to event number.
 * @param {Pick<Client, 'query'>} client
 */
async function readExcluded(client) {
  /** @type {{ rows: { contact_id: string, numero: string }[] }} */
  const { rows } = await client.query(
    'select contact_id, numero::text from public.donateurs_exclus',
  )
  return new Map(rows.map(({ contact_id, numero }) => [contact_id, Number(numero)]))
}

/**
 * @param {Pick<Client, 'query'>} client
 * @returns {Promise<Decisions>}
 */
async function readDecisions(client) {
  /** @type {{ rows: Decisions[] }} */
  const { rows } = await client.query(`
    select count(*)::integer as nombre,
      to_char(min(decide_le) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as premiere,
      to_char(max(decide_le) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as derniere
    from public.decisions_legitimes`)
  return rows[0] ?? { nombre: 0, premiere: null, derniere: null }
}

/** @param {string} url */
const isLoopback = (url) => /^(localhost|127\.|\[?::1\]?$)/.test(new URL(url).hostname)

/**
 * A connection immune to settings of the environment, server or role.
 * @param {string} url
 */
async function connect(url) {
  const { default: pg } = await import('pg')
  delete process.env.PGOPTIONS
  delete process.env.PGBINARY
  delete process.env.PGCLIENT_ENCODING
  delete process.env.PGREPLICATION
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    ...(isLoopback(url) && { ssl: false }),
  })
  // A connection that is lost between two queries fails the next one.
  client.on('error', () => undefined)
  await client.connect()
  await client.query(
    "set search_path to public, pg_temp; set default_transaction_isolation to 'read committed'; set default_transaction_read_only to off; set statement_timeout to 0",
  )
  return client
}

/**
 * Calls `read` with one snapshot of the log, the projection and what protects it; finally, in a transaction of its own
 * that is rolled back, with what the database lets pass. Changes nothing.
 * @template T
 * @param {Pick<Client, 'query'>} client
 * @param {(state: State) => Promise<T>} read
 * @returns {Promise<T>}
 */
export async function readState(client, read) {
  const query = queryBy(client)
  const [kept] = /** @type {{ tables: string | null }[]} */ (
    await query(`
      select string_agg(oid::regclass::text, ', ') as tables from pg_class
      where oid in (to_regclass('public.donations'), to_regclass('public.faits_donateurs'))
        and has_table_privilege(oid, 'select')`)
  )
  await client.query('begin transaction isolation level repeatable read read only')
  await client.query("set local timezone to 'UTC'; set local bytea_output to 'hex'")
  // Before the first query: of a table that an import puts in the place of another, an older snapshot sees a part.
  if (kept?.tables) await client.query(`lock table ${kept.tables} in access share mode`)
  return read({
    events: readEvents(query),
    readExcluded: () => readExcluded(client),
    readGroups: () => readGroups(query),
    readDecisions: () => readDecisions(client),
    readPublications: (checkpoints) => readPublications(query, checkpoints),
    readRegistres: (checkpoints) => readRegistres(query, checkpoints),
    readArretes: () => readArretes(query),
    readControls: () => readControls(query),
    readDons: () => readDons(query),
    readFaits: () => readFaits(query),
    readProtections: async () => {
      const { open, faults } = await readProtections(query)
      await client.query('rollback')
      return { open: [...new Set([...open, ...(await tryForbidden(client))])], faults }
    },
  })
}

/**
 * The same on a connection of its own.
 * @template T
 * @param {string} url
 * @param {(state: State) => Promise<T>} read
 * @returns {Promise<T>}
 */
export async function readDatabase(url, read) {
  const client = await connect(url)
  try {
    return await readState(client, read)
  } finally {
    await client.end()
  }
}

/**
 * Runs `write` while holding the checkpoint lock of this database.
 * @template T
 * @param {string} url
 * @param {() => Promise<T>} write
 * @returns {Promise<T>}
 */
export async function withCheckpoints(url, write) {
  const client = await connect(url)
  try {
    await client.query('begin')
    await client.query("select pg_advisory_xact_lock(hashtextextended('points_de_controle', 0))")
    return await write()
  } finally {
    await client.end()
  }
}

/**
 * @param {Pick<Client, 'query'>} client
 * @returns {Query}
 */
const queryBy = (client) => async (text, values) => {
  /** @type {{ rows: Record<string, unknown>[] }} */
  const { rows } = await client.query(text, values)
  return rows
}

/**
 * Records a person's endorsement of the gifts as stored: reads with the service's role, writes with the owner's.
 * @param {{ url: string, ownerUrl: string }} access
 * @param {{ par: string, motif: string }} resumption
 */
export async function resumeStoredGifts({ url, ownerUrl }, resumption) {
  const service = await connect(url)
  const owner = await connect(ownerUrl)
  try {
    return await resumeGifts(queryBy(service), queryBy(owner), resumption)
  } finally {
    await owner.end()
    await service.end()
  }
}

/**
 * Rebuilds the projections from the log; returns what was wrong, a line a row.
 * @param {string} url
 */
export async function rebuildProjections(url) {
  const client = await connect(url)
  try {
    /** @type {{ rows: { contact_id: string, numero_trouve: string | null, numero_attendu: string | null }[] }} */
    const excluded = await client.query('select * from public.reconstruire_donateurs_exclus()')
    /** @type {{ rows: { contact_id: string, contact_trouve: string | null, contact_attendu: string | null }[] }} */
    const groups = await client.query('select * from public.reconstruire_groupes()')
    return [
      ...excluded.rows.map(
        ({ contact_id, numero_trouve, numero_attendu }) =>
          `${contact_id} (événement ${numero_trouve ?? 'aucun'} → ${numero_attendu ?? 'aucun'})`,
      ),
      ...groups.rows.map(
        ({ contact_id, contact_trouve, contact_attendu }) =>
          `${contact_id} (même personne : ${contact_trouve ?? 'lui-même'} → ${contact_attendu ?? 'lui-même'})`,
      ),
    ]
  } finally {
    await client.end()
  }
}

/**
 * Calls `use` with the database URLs: the configured ones, else those of the embedded database of `dataDir`, started
 * for the duration. A rebuild needs `ownerUrl`.
 * @template T
 * @param {{ databaseUrl: string | undefined, ownerUrl: string | undefined, dataDir: string, openEmbedded: OpenEmbedded }} settings
 * @param {(access: { url: string, ownerUrl: string }) => Promise<T>} use
 * @returns {Promise<T>}
 */
export async function withDatabase({ databaseUrl, ownerUrl, dataDir, openEmbedded }, use) {
  if (databaseUrl) return use({ url: databaseUrl, ownerUrl: ownerUrl || databaseUrl })
  const embedded = await openEmbedded(dataDir)
  try {
    return await use(embedded)
  } finally {
    if (embedded.started) await embedded.stop()
  }
}
