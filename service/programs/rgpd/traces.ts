import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'

/** What a card says that may tell whose it is. */
export interface Fiche {
  firstname: string | null
  lastname: string | null
  email: string | null
  phone: string | null
}

export const EFFACEE = '(ligne effacée)'

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** A cell of a CSV line that holds exactly this text, with or without quotes: an expression of PostgreSQL. */
export const cellOf = (text: string): string => `(^|[;,|\\t"])\\s*${escaped(text)}\\s*($|[;,|\\t"])`

/**
 * What finds a line of a file about this contact: its number as a cell, its e-mail address or phone, or its first and
 * last name, each of two letters at least, in either order. Without regard to case.
 */
export function expressionsOf(contactId: string, fiche: Fiche | null): string[] {
  const { firstname, lastname, email, phone } = fiche ?? {}
  const names = [firstname, lastname].map((name) => name?.trim() ?? '')
  const isNamed = names.every((name) => name.length > 1)
  const [first = '', last = ''] = names.map(escaped)
  return [
    cellOf(contactId),
    ...[email, phone].flatMap((value) => (value && value.length > 5 ? [escaped(value)] : [])),
    ...(isNamed ? [`${first}.*${last}|${last}.*${first}`] : []),
  ]
}

/** Every text in a JSON value. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : []
}

/** The same JSON with these texts replaced. */
function without(value: unknown, found: ReadonlySet<string>): unknown {
  if (typeof value === 'string') return found.has(value) ? EFFACEE : value
  if (Array.isArray(value)) return value.map((one) => without(one, found))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, without(one, found)]),
    )
  return value
}

/** Empties the texts of previews that one of these expressions finds. */
async function erasePreviews(client: pg.ClientBase, expressions: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ fichier_id: string; apercus: object }>(
    "select fichier_id, apercus from fichiers where apercus <> '{}'",
  )
  for (const { fichier_id, apercus } of rows) {
    const { rows: texts } = await client.query<{ texte: string }>(
      'select texte from unnest($1::text[]) as texte where texte ~* any ($2::text[])',
      [textsOf(apercus), expressions],
    )
    if (texts.length > 0)
      await client.query('update fichiers set apercus = $2 where fichier_id = $1', [
        fichier_id,
        JSON.stringify(without(apercus, new Set(texts.map(({ texte }) => texte)))),
      ])
  }
}

/** Empties the rejected lines about a contact, in the rejects of all files and in their previews; returns the rejects. */
export async function eraseRejects(
  client: pg.ClientBase,
  expressions: readonly string[],
): Promise<number> {
  const { rowCount } = await client.query(
    `update imports_rejets set texte = '${EFFACEE}' where texte ~* any ($1::text[])`,
    [expressions],
  )
  await erasePreviews(client, expressions)
  return rowCount ?? 0
}

/** The tables of cards in files that are staged. */
export async function listStaged(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ nom: string }>(`
    select format('depots.%I', relname) as nom
    from pg_class
    where relnamespace = 'depots'::regnamespace and relkind in ('r', 'p')
      and (relname like 'lignes\\_%' or relname like 'reprises\\_%')
      and exists (
        select from pg_attribute where attrelid = pg_class.oid and attname = 'lastname' and not attisdropped
      )`)
  return rows.map(({ nom }) => nom)
}

/** Where cards, their words, rejected lines and reasons are. */
const TABLES = ['donateurs', 'mots_contacts', 'imports_rejets', 'fichiers', 'signalements']

const PATIENCE_MS = 60_000

/** Waits for whoever may still see the rows as they were before: until then PostgreSQL keeps those, in new files too. */
async function waitForOlder(client: pg.ClientBase): Promise<void> {
  const { rows: own } = await client.query<{ xid: string }>(
    'select pg_current_xact_id()::text as xid',
  )
  const end = performance.now() + PATIENCE_MS
  for (;;) {
    const { rows } = await client.query<{ passed: boolean }>(
      `select pg_snapshot_xmin(pg_current_snapshot()) > $1::xid8 and not exists (
         select from pg_stat_activity
         where datname = current_database() and pid <> pg_backend_pid()
           and age(backend_xmin) >= age(($1::xid8)::xid)
       ) as passed`,
      [own[0]?.xid],
    )
    if (rows[0]?.passed) return
    if (performance.now() > end)
      throw new Error(
        'la fiche est vidée, mais un travail en cours retient encore ce qu’elle contenait dans les fichiers de la base\u00A0: recommencez quand il sera fini.',
      )
    await setTimeout(250)
  }
}

/**
 * Writes the files of these tables anew: what was changed or deleted stays in them until then, and samples of it in
 * what the planner knows of them. Each is locked for the seconds that it takes.
 */
export async function rewriteTables(client: pg.ClientBase): Promise<void> {
  await waitForOlder(client)
  await client.query("set lock_timeout = '30s'")
  for (const table of [...TABLES, ...(await listStaged(client))])
    await client.query(`vacuum (full, analyze) ${table}`)
}

/**
 * The same for the samples that the planner had before, which are the database owner's to write anew; false where this
 * connection is not the owner's.
 */
export async function rewriteStatistics(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ owner: boolean }>(
    "select pg_has_role(datdba, 'usage') as owner from pg_database where datname = current_database()",
  )
  if (!rows[0]?.owner) return false
  await waitForOlder(client)
  await client.query('vacuum full pg_catalog.pg_statistic')
  return true
}
