import { type Kysely, sql } from 'kysely'
import { forServers, isDistributed } from '../repartition'
import { readFiles, readViews, runFile, type SqlFile, statementsOf } from './files'
import { publishFunctions, runOnWorkers } from './workers'

/** A function, procedure or view, edited in place in the file of its name. */
export interface SchemaObject extends SqlFile {
  /** The other objects that its text names. */
  needs: string[]
}

/** Whose objects they are, in the order in which they are built: the owner's know nothing of the service's. */
export const GROUPS = [
  { folders: ['proprietaire'], role: undefined },
  { folders: ['fonctions', 'vues'], role: 'dons_service' },
] as const

export type Group = (typeof GROUPS)[number]

const withoutComments = (text: string) =>
  text
    .split('\n')
    .map((line) => line.split('--', 1)[0])
    .join('\n')

/** Each item after those that it needs, otherwise in the given order. Throws if two need each other. */
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

/** Who makes a trigger locks its table until the end, so these files come last. */
const makesTrigger = ({ text }: SqlFile) => /\btrigger\b/.test(withoutComments(text))

/**
 * Where several servers hold the data, some objects have a text of their own, those whose text there says nothing are
 * left out, and contacts compare in one way.
 */
async function readFor(migrations: string, folder: string, distributed: boolean) {
  const files = await (folder === 'vues' ? readViews(migrations) : readFiles(migrations, folder))
  if (!distributed) return files
  const others = await readFiles(migrations, 'repartition')
  return files.flatMap((file) => {
    const { text, hash } = others.find(({ name }) => name === file.name) ?? file
    if (!statementsOf(text)) return []
    const adapted = forServers(text)
    return { ...file, text: adapted, hash: adapted === text ? hash : `${hash}/serveurs` }
  })
}

/** The objects of a group, each after those that it needs. */
export async function readObjects(
  migrations: string,
  group: Group,
  distributed = false,
): Promise<SchemaObject[]> {
  const files = (
    await Promise.all(group.folders.map((folder) => readFor(migrations, folder, distributed)))
  ).flat()
  const objects = files.map((file) => {
    const words = new Set(withoutComments(file.text).match(/\w+/g))
    const needs = files.filter(({ name }) => name !== file.name && words.has(name))
    return { ...file, needs: needs.map(({ name }) => name) }
  })
  return inOrder(
    objects.sort((one, other) => Number(makesTrigger(one)) - Number(makesTrigger(other))),
    ({ name }) => name,
    ({ needs }) => needs,
  )
}

/** Those of `changed`, and all that need one of them, directly or not. */
export function withDependents(
  objects: readonly SchemaObject[],
  changed: (object: SchemaObject) => boolean,
): SchemaObject[] {
  const found = new Set<string>()
  return objects.filter((object) => {
    const affected = changed(object) || object.needs.some((need) => found.has(need))
    if (affected) found.add(object.name)
    return affected
  })
}

const KINDS = { v: 'view', m: 'materialized view', r: 'routine' } as const

/** A view or routine of the database. */
interface Existing {
  name: string
  kind: (typeof KINDS)[keyof typeof KINDS]
  /** As statements name it, with the types of a routine's arguments. */
  reference: string
  /** The references of the others that it needs. */
  needs: string[]
}

/** The views and routines of a schema that belong to no extension. */
export async function listExisting<T>(db: Kysely<T>, schema: string): Promise<Existing[]> {
  const { rows } = await sql<Omit<Existing, 'kind'> & { kind: keyof typeof KINDS }>`
    with objets as materialized (
      select oid, relname as name, relkind::text as kind, oid::regclass::text as reference, relnamespace as place
      from pg_class
      where relkind in ('v', 'm') and relnamespace <> all (array['pg_catalog', 'information_schema']::regnamespace[])
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
    where place = to_regnamespace(${schema}) and not exists (select from pg_depend where objid = objets.oid and deptype = 'e')`.execute(
    db,
  )
  return rows.map((row) => ({ ...row, kind: KINDS[row.kind] }))
}

/** Who else than their owner may do what with these views: a tool for reports that reads the figures, for instance. */
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
 * Puts `objects` in the place of what has their names in `public`, and drops `gone`. They are built beside the
 * old ones, materialized views filled, and exchanged at the end, so that screens can read until then. They belong to
 * `role`, and those who had rights on a view have them again.
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

  // Where several servers hold the data, this one alone knows views; their functions follow below.
  await run('set local citus.enable_ddl_propagation = off')
  await run(
    `create schema ${DRAFT}; create schema ${ASIDE}; set local search_path = public, pg_temp`,
  )
  // What is built must not find an old function beside the new one of its name; views it finds in their order.
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
  for (const { kind, reference } of old.reverse()) await run(`drop ${kind} ${reference}`)
  for (const { kind, reference } of await listExisting(transaction, DRAFT))
    await run(`alter ${kind} ${reference} set schema public`)
  const present = new Set(objects.map(({ name }) => name))
  for (const { name, right, grantee } of rights)
    if (present.has(name)) await run(`grant ${right} on public.${name} to ${grantee}`)
  await run(`drop schema ${DRAFT}; drop schema ${ASIDE}`)
  await run('set local citus.enable_ddl_propagation = on')
  if (!distributed) return
  await publishFunctions(transaction, 'public')
  await runOnWorkers(transaction, `drop schema ${DRAFT} cascade`)
}

/** Where the servers that hold the data find functions while views are filled. */
async function openOnWorkers<T>(db: Kysely<T>, role: string | undefined): Promise<void> {
  await runOnWorkers(db, `drop schema if exists ${DRAFT} cascade; create schema ${DRAFT}`)
  if (role) await runOnWorkers(db, `grant usage, create on schema ${DRAFT} to ${role}`)
}
