import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { TABLES_OUTIL } from './outil'

/** The identifying fields of a card. */
export interface Fiche {
  firstname: string | null
  lastname: string | null
  email: string | null
  phone: string | null
}

export const EFFACEE = '(ligne effacée)'

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** PostgreSQL regexp for a CSV cell with exactly this text, quoted or not. */
export const cellOf = (text: string): string => `(^|[;,|\\t"])\\s*${escaped(text)}\\s*($|[;,|\\t"])`

/**
 * Case-insensitive regexps for lines about this contact: the id as a cell, the e-mail address or phone, or first and
 * last name, of at least two letters each, in either order.
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

/** All strings within a JSON value. */
function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : []
}

/** The JSON value with these strings replaced. */
function without(value: unknown, found: ReadonlySet<string>): unknown {
  if (typeof value === 'string') return found.has(value) ? EFFACEE : value
  if (Array.isArray(value)) return value.map((one) => without(one, found))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, without(one, found)]),
    )
  return value
}

/** A preview without the changes of this contact's card. */
const withoutCard = (apercus: object, contactId: string): object =>
  Object.fromEntries(
    Object.entries(apercus as Record<string, { lignes_modifiees?: { cle: string }[] }>).map(
      ([variant, { lignes_modifiees, ...apercu }]) => [
        variant,
        lignes_modifiees
          ? { ...apercu, lignes_modifiees: lignes_modifiees.filter(({ cle }) => cle !== contactId) }
          : apercu,
      ],
    ),
  )

/** Removes the contact's changes from previews of cards. */
async function eraseChanges(client: pg.ClientBase, contactId: string): Promise<void> {
  const { rows } = await client.query<{ fichier_id: string; apercus: object }>(
    `select fichier_id, apercus from fichiers
     where type = 'donateurs' and jsonb_path_exists(apercus, '$.*.lignes_modifiees[*].cle ? (@ == $cle)', $1)`,
    [JSON.stringify({ cle: contactId })],
  )
  for (const { fichier_id, apercus } of rows)
    await client.query('update fichiers set apercus = $2 where fichier_id = $1', [
      fichier_id,
      JSON.stringify(withoutCard(apercus, contactId)),
    ])
}

/** Erases texts in previews that match one of the expressions. */
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

/** Erases lines about a contact from all files' rejects and previews; returns the number of rejects. */
export async function eraseRejects(
  client: pg.ClientBase,
  contactId: string,
  fiche: Fiche | null,
): Promise<number> {
  const expressions = expressionsOf(contactId, fiche)
  const { rowCount } = await client.query(
    `update imports_rejets set texte = '${EFFACEE}' where texte ~* any ($1::text[])`,
    [expressions],
  )
  await eraseChanges(client, contactId)
  await erasePreviews(client, expressions)
  return rowCount ?? 0
}

/**
 * Erases values that name this contact, or are its first or last name, from what kept models, and imports of tools' files,
 * decide on; such a value is asked again in the next file that has it. The digest of such an import's reading goes too.
 */
export async function eraseDecisions(
  client: pg.ClientBase,
  contactId: string,
  fiche: Fiche | null,
): Promise<void> {
  const names = [fiche?.firstname, fiche?.lastname].flatMap((name) => name?.trim() || [])
  const expressions = [
    ...expressionsOf(contactId, fiche),
    ...names.map((name) => `^\\s*${escaped(name)}\\s*$`),
  ]
  const { rows } = await client.query<{ valeur: string }>(
    `select distinct valeur
     from (
       select lecture from modeles_fichiers
       union all
       select demande -> 'lecture' from imports where demande is not null
     ) as lectures
     cross join jsonb_array_elements(lecture -> 'sorts') as sort
     cross join jsonb_object_keys(sort -> 'valeurs') as valeur
     where valeur ~* any ($1::text[])`,
    [expressions],
  )
  if (rows.length === 0) return
  const valeurs = [rows.map(({ valeur }) => valeur)]
  await client.query('select effacer_valeurs_modeles($1)', valeurs)
  await client.query(
    `update imports
     set demande = demande || jsonb_build_object('empreinte', '', 'lecture', jsonb_set(demande -> 'lecture', '{sorts}', (
       select jsonb_agg(jsonb_set(sort, '{valeurs}', (sort -> 'valeurs') - $1) order by rang)
       from jsonb_array_elements(demande #> '{lecture,sorts}') with ordinality as sorts (sort, rang)
     )))
     where exists (select from jsonb_array_elements(demande #> '{lecture,sorts}') as sort where sort -> 'valeurs' ?| $1)`,
    valeurs,
  )
}

/** Tables of staged cards. */
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

/** Tables with cards as they are and were, their index, rejected lines and reasons. */
const TABLES = [
  'donateurs',
  'mots_contacts',
  'mots_noms',
  'imports',
  'imports_rejets',
  'lignes_avant_import',
  'fichiers',
  'signalements',
  'oppositions_adresses',
  ...TABLES_OUTIL,
]

const PATIENCE_MS = 60_000

/**
 * Waits for transactions that may still see the old rows: until then PostgreSQL keeps these, even in rewritten files.
 */
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
 * Rewrites these tables, whose files still contain changed and deleted rows, as do the planner's statistics. Each is
 * locked for a few seconds.
 */
export async function rewriteTables(client: pg.ClientBase): Promise<void> {
  await waitForOlder(client)
  await client.query("set lock_timeout = '30s'")
  for (const table of [...TABLES, ...(await listStaged(client))])
    await client.query(`vacuum (full, analyze) ${table}`)
}

/** Likewise for kept models and the former statistics, which only the database's owner can rewrite; false for any other role. */
export async function rewriteOwned(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ owner: boolean }>(
    "select pg_has_role(datdba, 'usage') as owner from pg_database where datname = current_database()",
  )
  if (!rows[0]?.owner) return false
  await waitForOlder(client)
  await client.query('vacuum (full, analyze) modeles_fichiers')
  await client.query('vacuum full pg_catalog.pg_statistic')
  return true
}
