/** @import { Client } from 'pg' */
import { createHash } from 'node:crypto'

/**
 * Which of update, delete and truncate the database lets pass, and what else is not as the migrations leave it.
 * @typedef {{ open: string[], faults: string[] }} Protections
 */

/**
 * Returns the rows of a statement.
 * @typedef {(text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>} Query
 */

/** The log, what is computed from it, and the functions that may touch them. */
const TABLES = ['evenements_exclusion', 'donateurs_exclus', 'donateurs_exclus_version']

/**
 * The SHA-256 of each function as the migrations leave it: language, rights, settings, result and source. A migration
 * that changes one changes it here; the audit's test names the new one.
 * @type {Record<string, string>}
 */
const FUNCTIONS = {
  champ_canonique: 'bdedf73b56578283148f217aa174105d9d69d6df3ea183641567c466f615bee6',
  empreinte_evenement: '11457dd7e57506c872fe1c4abdda272554cbcc0ea94cfa4ed1bc012440813565',
  refuser_modification_evenements:
    '5d3b575be538478725ea6c5134519b8d479aa13c84a117f1b5cd253549ed6797',
  inscrire_evenement_exclusion: '59e5916f346342234b5680326cb0dd8e4979e162bd37bf99dd2bc234c4cb6679',
  ajouter_evenement_exclusion: '48b2c1f3a76c9319512323d9d5567e9f3aab44b63912623ba56019f0532eec79',
  reconstruire_donateurs_exclus: '24521b46833f1c50ba49e7b744127d592f2b421710ad18b1b15fba052dc3b13d',
}

/**
 * The triggers of the log: before update or delete of each row, before truncate; always, whatever is written.
 * @type {Record<string, { tgtype: number, refuses: string[] }>}
 */
const TRIGGERS = {
  evenements_exclusion_lignes_immuables: { tgtype: 27, refuses: ['update', 'delete'] },
  evenements_exclusion_table_immuable: { tgtype: 34, refuses: ['truncate'] },
}

/** What every trigger of the log calls. */
const REFUSES = 'refuser_modification_evenements'

/** @param {string} text */
const sha256 = (text) => createHash('sha256').update(text.replace(/\s+/g, ' ')).digest('hex')

/** @param {Query} query */
async function checkFunctions(query) {
  /** @typedef {{ nom: string, sien: boolean, reglages: string | null, forme: string, source: string }} Row */
  const rows = /** @type {Row[]} */ (
    await query(
      `select p.proname as nom, p.proowner = t.relowner as sien, array_to_string(p.proconfig, ',') as reglages,
       concat_ws('|', lanname, prokind, provolatile, prosecdef, proisstrict, proretset,
         format_type(prorettype, null), pg_get_function_identity_arguments(p.oid)) as forme,
       coalesce(pg_get_function_sqlbody(p.oid), prosrc) as source
     from pg_proc p
     join pg_language l on l.oid = p.prolang
     join pg_class t on t.oid = 'public.evenements_exclusion'::regclass
     where p.pronamespace = 'public'::regnamespace and p.proname = any ($1)
     order by p.proname`,
      [Object.keys(FUNCTIONS)],
    )
  )
  const faults = []
  let refuses = false
  for (const nom of Object.keys(FUNCTIONS)) {
    const found = rows.filter((row) => row.nom === nom)
    if (found.length === 0) faults.push(`la fonction ${nom} manque`)
    if (found.length > 1) faults.push(`la fonction ${nom} est là plusieurs fois`)
  }
  for (const { nom, sien, reglages, forme, source } of rows) {
    const hash = sha256(`${forme}|${reglages ?? ''}|${source}`)
    if (nom === REFUSES) refuses = hash === FUNCTIONS[nom]
    if (hash !== FUNCTIONS[nom])
      faults.push(`la fonction ${nom} n’est plus celle de l’application (${hash})`)
    if (!sien) faults.push(`la fonction ${nom} n’est pas au propriétaire du journal`)
  }
  return { refuses, faults }
}

/**
 * What the triggers of the log no longer refuse, and those that are not the application's; `refuses` says whether
 * the function that they call does.
 * @param {Query} query
 * @param {boolean} refuses
 */
async function checkTriggers(query, refuses) {
  /** @typedef {{ nom: string, tgtype: number, toujours: boolean, entier: boolean | null }} Row */
  const rows = /** @type {Row[]} */ (
    await query(
      `select tgname as nom, tgtype, tgenabled = 'A' as toujours,
      tgfoid = to_regprocedure('public.' || $1 || '()')
        and tgqual is null and tgattr = '' and tgnargs = 0 and tgconstraint = 0 as entier
    from pg_trigger
    where tgrelid = 'public.evenements_exclusion'::regclass and not tgisinternal
    order by tgname`,
      [REFUSES],
    )
  )
  const faults = []
  /** @type {Set<string>} */
  const refused = new Set()
  for (const { nom, tgtype, toujours, entier } of rows) {
    const expected = TRIGGERS[nom]
    if (!expected) faults.push(`le déclencheur ${nom} n’est pas de l’application`)
    else if (!toujours) faults.push(`le déclencheur ${nom} est débranché, en tout ou en partie`)
    else if (!entier || tgtype !== expected.tgtype)
      faults.push(`le déclencheur ${nom} n’est plus celui de l’application`)
    else if (refuses) for (const what of expected.refuses) refused.add(what)
  }
  const open = Object.values(TRIGGERS)
    .flatMap(({ refuses }) => refuses)
    .filter((what) => !refused.has(what))
  return { open, faults }
}

/**
 * The faults that a statement finds in the tables.
 * @param {Query} query
 * @param {string} statement
 */
async function listFaults(query, statement) {
  const rows = /** @type {{ faute: string }[]} */ (await query(statement, [TABLES]))
  return rows.map(({ faute }) => faute)
}

/**
 * What else may change what is read or written: rules, policies, heirs, another owner, a table without a log.
 * @param {Query} query
 */
const checkTables = (query) =>
  listFaults(
    query,
    `with tables as (
         select c.*, c.oid::regclass::text as nom from pg_class c
         where c.relnamespace = 'public'::regnamespace and c.relname = any ($1)
       )
       select 'la règle ' || rulename || ' sur ' || nom as faute
       from pg_rewrite join tables on ev_class = tables.oid
       union all
       select 'la politique ' || polname || ' sur ' || nom from pg_policy join tables on polrelid = tables.oid
       union all
       select 'la table ' || nom || ' cache des lignes (sécurité par ligne)' from tables
       where relrowsecurity or relforcerowsecurity
       union all
       select 'la table ' || nom || ' a une héritière, ' || inhrelid::regclass
       from pg_inherits join tables on inhparent = tables.oid
       union all
       select nom || ' n’est pas une table ordinaire et durable' from tables
       where relkind <> 'r' or relpersistence <> 'p'
       union all
       select 'la table ' || nom || ' n’est pas au propriétaire du journal' from tables
       where relowner <> (select relowner from tables where relname = 'evenements_exclusion')
       union all
       select 'le journal n’a plus de clé sur ' || colonne
       from unnest(array['numero', 'evenement_id']) colonne
       where not exists (
         select from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and k.conkey = array[a.attnum]
         where k.conrelid = 'public.evenements_exclusion'::regclass and k.contype in ('p', 'u')
           and a.attname = colonne and not k.condeferrable
       )
       order by 1`,
  )

/**
 * Whoever may do more than read, or append through the function: the roles, and the grants on tables and functions.
 * @param {Query} query
 */
const checkRights = (query) =>
  listFaults(
    query,
    `with objets as (
         select relname as nom, relowner as proprietaire, d.grantee, d.privilege_type as droit
         from pg_class, aclexplode(relacl) d
         where relnamespace = 'public'::regnamespace and relname = any ($1)
         union all
         select relname || '.' || attname, relowner, d.grantee, d.privilege_type
         from pg_attribute join pg_class on pg_class.oid = attrelid, aclexplode(attacl) d
         where relnamespace = 'public'::regnamespace and relname = any ($1)
         union all
         select proname, proowner, d.grantee, d.privilege_type
         from pg_proc, aclexplode(coalesce(proacl, acldefault('f', proowner))) d
         where pronamespace = 'public'::regnamespace
           and proname in ('inscrire_evenement_exclusion', 'ajouter_evenement_exclusion', 'reconstruire_donateurs_exclus')
       ), service as (select to_regrole('dons_service')::oid as oid)
       select distinct
         case grantee when 0 then 'tout le monde' else grantee::regrole::text end
           || ' a le droit ' || droit || ' sur ' || nom as faute
       from objets, service
       where grantee <> proprietaire and (
         grantee = 0
         or droit not in ('SELECT', 'EXECUTE', 'MAINTAIN')
         or droit = 'EXECUTE' and service.oid is not null
           and (nom = 'reconstruire_donateurs_exclus' or grantee <> service.oid)
       )
       union all
       select 'dons_service peut devenir le propriétaire du journal'
       from service, pg_class
       where pg_class.oid = 'public.evenements_exclusion'::regclass and service.oid is not null
         and pg_has_role(service.oid, relowner, 'member')
       order by 1`,
  )

/**
 * What protects the log, compared with what the migrations put there: which of update, delete and truncate no
 * trigger refuses, and every other difference as a French phrase.
 * @param {Query} query
 * @returns {Promise<Protections>}
 */
export async function readProtections(query) {
  await query('set local search_path = public, pg_temp')
  await query('set local quote_all_identifiers = off')
  const functions = await checkFunctions(query)
  const triggers = await checkTriggers(query, functions.refuses)
  return {
    open: triggers.open,
    faults: [
      ...triggers.faults,
      ...functions.faults,
      ...(await checkTables(query)),
      ...(await checkRights(query)),
    ],
  }
}

const COLUMNS = [
  'numero',
  'evenement_id',
  'contact_id',
  'type',
  'raison',
  'exclu_par',
  'identite',
  'survenu_le',
  'donations_concernees',
  'montant_concerne',
  'empreinte_precedente',
  'empreinte',
]

/**
 * What must be refused, whoever tries: an update of any column, a delete, a truncate.
 * @type {[what: string, statement: string][]}
 */
const FORBIDDEN = [
  ...COLUMNS.map(
    (column) =>
      /** @type {[string, string]} */ ([
        'update',
        `update public.evenements_exclusion set ${column} = ${column} where numero = (select min(numero) from public.evenements_exclusion)`,
      ]),
  ),
  [
    'delete',
    'delete from public.evenements_exclusion where numero = (select max(numero) from public.evenements_exclusion)',
  ],
  ['truncate', 'truncate public.evenements_exclusion'],
]

/**
 * Tries, in a transaction that is rolled back, what the database must refuse to whoever asks. Returns what it let
 * pass; if the log is empty, rows cannot be tried.
 * @param {Client} client
 */
export async function tryForbidden(client) {
  /** @type {Set<string>} */
  const passed = new Set()
  await client.query('begin')
  try {
    await client.query("set local lock_timeout = '2s'")
    for (const [what, statement] of FORBIDDEN) {
      await client.query('savepoint essai')
      const { rowCount } = await client.query(statement).catch(() => ({ rowCount: 0 }))
      if (rowCount === null || rowCount > 0) passed.add(what)
      await client.query('rollback to essai')
    }
  } finally {
    await client.query('rollback')
  }
  return [...passed]
}
