import path from 'node:path'
import { type Kysely, sql } from 'kysely'
import { isDistributed } from '../repartition'
import { readViews } from './chiffres'
import { hashOf, readFiles, runFile, type SqlFile, statementsOf } from './files'
import { registresObject } from './registres'
import { publishFunctions, runOnWorkers } from './workers'

/** A function, procedure or view, edited in place. */
export interface SchemaObject extends SqlFile {
  /** Names of the other objects that its text mentions, of its group or an earlier one. */
  needs: string[]
}

/** Owners of the objects, in build order: the owner's objects never depend on the service's. */
export const GROUPS = [
  { folders: ['proprietaire'], role: undefined },
  { folders: ['fonctions', 'vues'], role: 'dons_service' },
] as const

export type Group = (typeof GROUPS)[number]

/** Between two functions of a file: a blank line, then the comment of the next. */
const NEXT = /\n(?=\n(?:--.*\n)*create (?:function|procedure) )/

/** The object of a file, which bears its name, or the functions of its subject. */
function objectsIn(file: SqlFile): SqlFile[] {
  const texts = file.text.split(NEXT)
  if (texts.length === 1) return [file]
  return texts.map((text) => {
    const [, name = ''] = /^create \w+ (\w+)/m.exec(text) ?? []
    const place = `${path.dirname(file.place)}/${name}`
    return { place, name, text, hash: hashOf(text), source: file.place }
  })
}

const withoutComments = (text: string) =>
  text
    .split('\n')
    .map((line) => line.split('--', 1)[0])
    .join('\n')

/** Topological sort: each item after those it needs, otherwise in the given order. Throws on a cycle. */
export function inOrder<Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
  needsOf: (item: Item) => readonly string[],
): Item[] {
  const ordered = new Set<Item>()
  const visit = (item: Item, way: readonly string[]): void => {
    if (ordered.has(item)) return
    const name = nameOf(item)
    if (way.includes(name)) throw new Error(`These need each other: ${[...way, name].join(', ')}`)
    const needs = needsOf(item)
    for (const other of items) if (needs.includes(nameOf(other))) visit(other, [...way, name])
    ordered.add(item)
  }
  for (const item of items) visit(item, [])
  return [...ordered]
}

/** Creating a trigger locks its table until commit, so these files come last. */
const makesTrigger = ({ text }: SqlFile) => /\btrigger\b/.test(withoutComments(text))

/** What stands between these lines of a file is of one server only. */
const ONE_SERVER = /^ *-- one server only {\n[^]*?^ *-- }\n/gm

/**
 * On a distributed database some objects have another text, and those whose other text is empty are left out.
 */
async function readFor(migrations: string, folder: string, distributed: boolean) {
  const read = await (folder === 'vues' ? readViews(migrations) : readFiles(migrations, folder))
  const files = read.flatMap(objectsIn)
  if (folder === 'proprietaire') files.push(registresObject(migrations))
  if (!distributed) return files
  const others = await readFiles(migrations, 'repartition')
  return files.flatMap((file) => {
    const { text, hash } = others.find(({ name }) => name === file.name) ?? file
    const adapted = text.replaceAll(ONE_SERVER, '')
    if (!statementsOf(adapted)) return []
    return { ...file, text: adapted, hash: adapted === text ? hash : `${hash}/serveurs` }
  })
}

/** The objects of a group, in dependency order; `earlier` are those of the groups before it. */
export async function readObjects(
  migrations: string,
  group: Group,
  earlier: readonly SchemaObject[],
  distributed = false,
): Promise<SchemaObject[]> {
  const files = (
    await Promise.all(group.folders.map((folder) => readFor(migrations, folder, distributed)))
  ).flat()
  const objects = files.map((file) => {
    const words = new Set(withoutComments(file.text).match(/\w+/g))
    const needs = [...earlier, ...files].filter(({ name }) => name !== file.name && words.has(name))
    return { ...file, needs: needs.map(({ name }) => name) }
  })
  return inOrder(
    objects.sort((one, other) => Number(makesTrigger(one)) - Number(makesTrigger(other))),
    ({ name }) => name,
    ({ needs }) => needs,
  )
}

/** Those of `changed`, and all dependents, direct or not, of them and of what was `renewed` in earlier groups. */
export function withDependents(
  objects: readonly SchemaObject[],
  changed: (object: SchemaObject) => boolean,
  renewed: readonly SchemaObject[],
): SchemaObject[] {
  const found = new Set(renewed.map(({ name }) => name))
  return objects.filter((object) => {
    const affected = changed(object) || object.needs.some((need) => found.has(need))
    if (affected) found.add(object.name)
    return affected
  })
}

const KINDS = { v: 'view', m: 'materialized view', t: 'table', r: 'routine' } as const

/** A view or routine that exists in the database. */
interface Existing {
  name: string
  kind: (typeof KINDS)[keyof typeof KINDS]
  /** As SQL names it, with the argument types of a routine. */
  reference: string
  /** References of the objects it depends on. */
  needs: string[]
}

/** Lists the views and routines of a schema, except those of extensions. */
export async function listExisting<T>(db: Kysely<T>, schema: string): Promise<Existing[]> {
  const { rows } = await sql<Omit<Existing, 'kind'> & { kind: keyof typeof KINDS }>`
    with objets as materialized (
      select
        oid, relname as name, case relkind when 'r' then 't' else relkind::text end as kind,
        oid::regclass::text as reference, relnamespace as place
      from pg_class
      where (relkind in ('v', 'm') or relkind = 'r' and obj_description(oid, 'pg_class') like 'Écarts%') and relnamespace <> all (array['pg_catalog', 'information_schema']::regnamespace[])
      union all
      select oid, proname, 'r', oid::regprocedure::text, pronamespace
      from pg_proc
      where pronamespace <> all (array['pg_catalog', 'information_schema']::regnamespace[])
    ),
    besoins as (
      select coalesce(ev_class, objid) as oid, array_agg(distinct autre.reference) as references
      from pg_depend
      left join pg_rewrite on classid = 'pg_rewrite'::regclass and pg_rewrite.oid = objid
      left join pg_type on refclassid = 'pg_type'::regclass and pg_type.oid = refobjid
      join objets as autre on autre.oid = coalesce(nullif(typrelid, 0), refobjid)
      where classid in ('pg_rewrite'::regclass, 'pg_proc'::regclass) and autre.oid <> coalesce(ev_class, objid)
      group by 1
    )
    select name, kind, reference, coalesce(besoins.references, '{}') as needs
    from objets
    left join besoins using (oid)
    where place = to_regnamespace(${schema}) and oid not in (select objid from pg_depend where deptype = 'e')`.execute(
    db,
  )
  return rows.map((row) => ({ ...row, kind: KINDS[row.kind] }))
}

/** Grants on these views to roles other than their owner, e.g. a reporting tool. */
async function listRights<T>(
  db: Kysely<T>,
  objects: readonly Existing[],
): Promise<{ name: string; right: string; grantee: string }[]> {
  const names = objects.filter(({ kind }) => kind !== 'routine').map(({ name }) => name)
  const { rows } = await sql<{ name: string; right: string; grantee: string }>`
    select relname as name, privilege_type as right,
      case grantee when 0 then 'public' else quote_ident(pg_get_userbyid(grantee)) end as grantee
    from pg_class, aclexplode(relacl)
    where relnamespace = 'public'::regnamespace and relname = any(${names}) and grantee <> relowner`.execute(
    db,
  )
  return rows
}

const DRAFT = 'en_construction'
const ASIDE = 'en_remplacement'

/**
 * Replaces the objects of `public` by `objects`, and drops `gone`. New ones are built beside the old, materialized
 * views filled, and swapped in at the end, so that readers are not blocked meanwhile. They belong to `role`; grants on
 * views are restored.
 */
export async function rebuild<T>(
  transaction: Kysely<T>,
  objects: readonly SchemaObject[],
  gone: readonly string[],
  role: string | undefined,
): Promise<void> {
  const run = (statements: string) => sql.raw(statements).execute(transaction)
  const replaced = new Set([...objects.map(({ name }) => name), ...gone])
  const listOld = async (schema: string) =>
    (await listExisting(transaction, schema)).filter(({ name }) => replaced.has(name))

  // On a distributed database only the coordinator has views; functions are published below.
  await run('set local citus.enable_ddl_propagation = off')
  await run(
    `create schema ${DRAFT}; create schema if not exists ${ASIDE}; set local search_path = public, pg_temp`,
  )
  // New objects must not resolve to an old function; views are built in dependency order.
  for (const { kind, reference } of await listOld('public'))
    if (kind === 'routine') await run(`alter routine ${reference} set schema ${ASIDE}`)

  const distributed = await isDistributed(transaction)
  if (distributed) await openOnWorkers(transaction, role)
  if (role) await run(`grant usage, create on schema ${DRAFT} to ${role}; set local role ${role}`)
  await run(`set local search_path = ${DRAFT}, public, pg_temp`)
  for (const object of objects) {
    await runFile(transaction, object)
    if (distributed && object.place.startsWith('fonctions/'))
      await publishFunctions(transaction, DRAFT)
  }
  await run('reset role; set local search_path = public, pg_temp')

  const old = inOrder(
    [...(await listOld('public')), ...(await listExisting(transaction, ASIDE))],
    ({ reference }) => reference,
    ({ needs }) => needs,
  )
  const rights = await listRights(transaction, old)
  const kept = await keptOf(transaction, old)
  // What a later group still reads makes room for the new one, and goes with that group.
  for (const { kind, reference } of old.reverse())
    if (!kept.has(reference)) await run(`drop ${kind} ${reference}`)
    else if (!reference.startsWith(ASIDE))
      await run(`alter ${kind} ${reference} set schema ${ASIDE}`)
  for (const { kind, reference } of await listExisting(transaction, DRAFT))
    await run(`alter ${kind} ${reference} set schema public`)
  const present = new Set(objects.map(({ name }) => name))
  for (const { name, right, grantee } of rights)
    if (present.has(name)) await run(`grant ${right} on public.${name} to ${grantee}`)
  await run(`drop schema ${DRAFT}`)
  if (kept.size === 0) await run(`drop schema ${ASIDE}`)
  await run('set local citus.enable_ddl_propagation = on')
  if (!distributed) return
  await publishFunctions(transaction, 'public')
  await runOnWorkers(transaction, `drop schema ${DRAFT} cascade`)
}

/** Those of `old` that objects of a later group still read: they go when that is rebuilt, with what they need themselves. */
async function keptOf<T>(db: Kysely<T>, old: readonly Existing[]): Promise<Set<string>> {
  const going = new Set(old.map(({ reference }) => reference))
  const staying = (await listExisting(db, 'public')).filter(
    ({ reference }) => !going.has(reference),
  )
  const kept = new Set<string>()
  const keep = ({ needs }: Existing) => {
    for (const other of old)
      if (needs.includes(other.reference) && !kept.has(other.reference)) {
        kept.add(other.reference)
        keep(other)
      }
  }
  staying.forEach(keep)
  return kept
}

/** Creates the schema in which data servers find functions while views are filled. */
async function openOnWorkers<T>(db: Kysely<T>, role: string | undefined): Promise<void> {
  await runOnWorkers(db, `drop schema if exists ${DRAFT} cascade; create schema ${DRAFT}`)
  if (role) await runOnWorkers(db, `grant usage, create on schema ${DRAFT} to ${role}`)
}
