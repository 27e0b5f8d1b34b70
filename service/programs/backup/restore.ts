import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import type pg from 'pg'
import copyStreams from 'pg-copy-streams'
import { reasonOf } from '#process/reason'
import { refuseForeignCode } from '../../platform/database/foreign-code'
import { MIGRATIONS } from '../../platform/database/migration/files'
import { RETIRED } from '../../platform/database/migration/retired'
import { readFormer } from '../../platform/database/migration/tables'
import { actesLeadTo, leadsTo, publicationsLeadTo } from './exclusion-log'
import { fileOf, listColumns, MANIFEST, Manifest, TABLES } from './manifest'
import { VERSION_0_1_0 } from './version-0-1-0'
import { chainPublications, VERSION_0_2_0 } from './version-0-2-0'

/** Ours are a few kilobytes. */
const MANIFEST_MAX = 1024 * 1024

/** Says why a file of a backup cannot be read; `missing`, where it is not there. */
function sayUnread(file: string, missing: string, cause: unknown): Error {
  const { code } = cause as NodeJS.ErrnoException
  if (code === 'ENOENT' || code === 'ENOTDIR') return new Error(missing, { cause })
  const why =
    code === 'EACCES' || code === 'EPERM'
      ? `l’utilisateur n° ${process.geteuid?.()}, celui de cette commande, n’en a pas le droit. Donnez-le-lui, puis recommencez`
      : reasonOf(cause)
  return new Error(`${file} ne peut pas être lu : ${why}.`, { cause })
}

async function readManifest(folder: string): Promise<Manifest> {
  const file = path.join(folder, MANIFEST)
  const handle = await open(file).catch((cause: unknown) => {
    throw sayUnread(file, `${folder} n’est pas une sauvegarde : ${MANIFEST} y manque.`, cause)
  })
  try {
    const { size } = await handle.stat()
    if (size > MANIFEST_MAX) throw new Error(`${MANIFEST} a ${size} octets`)
    return Manifest.parse(JSON.parse(await handle.readFile('utf8')))
  } catch (cause) {
    throw new Error(`${folder} : cette sauvegarde n’est pas lisible ici.`, { cause })
  } finally {
    await handle.close()
  }
}

async function checkFiles(folder: string, { tables }: Manifest): Promise<void> {
  for (const { nom, sha256 } of tables) {
    const hash = createHash('sha256')
    const file = path.join(folder, fileOf(nom))
    await pipeline(createReadStream(file), hash).catch((cause: unknown) => {
      throw sayUnread(file, `${fileOf(nom)} manque dans la sauvegarde.`, cause)
    })
    if (hash.digest('hex') !== sha256)
      throw new Error(`${fileOf(nom)} n’est plus le fichier qui a été sauvegardé.`)
  }
}

/** Tables holding a secret that keys in the backup depend on. */
const SECRETS: readonly string[] = ['secret_raisons', 'cle_sommes_dons']

/** Of a new database the acts say that its registers begin. */
const BEGUN: readonly string[] = [...SECRETS, 'registres_actes']

/** Has rows of registers written without acts, which the backup has, or none; `follow` begins to write acts again. */
const setFollowed = (client: pg.ClientBase, follow: boolean) =>
  client.query(`
    do $$
    declare
      declencheur record;
    begin
      for declencheur in
        select tgrelid::regclass as nom, tgname from pg_trigger
        where tgfoid = 'public.enchainer_registre'::regproc or tgrelid = 'public.registres_actes'::regclass
      loop
        execute format('alter table %s ${follow ? 'enable always' : 'disable'} trigger %I', declencheur.nom, declencheur.tgname);
      end loop;
    end
    $$`)

interface Target {
  /** The table that a backup's table is copied to. */
  tableFor: (nom: string) => string
  /** Moves what was copied elsewhere to its final tables. */
  finish: () => Promise<void>
}

/** Chooses the target tables of a backup, possibly from an earlier version; in a transaction. */
async function openTarget(client: pg.ClientBase, { tables }: Manifest): Promise<Target> {
  const former = [VERSION_0_1_0, VERSION_0_2_0].filter(({ isOf }) => tables.some(isOf))
  const aside = new Set<string>()
  for (const [nom, columns] of former.flatMap((version) => Object.entries(version.tables))) {
    await client.query(`create temporary table ancien_${nom} (${columns}) on commit drop`)
    aside.add(nom)
  }
  return {
    tableFor: (nom) => (aside.has(nom) ? `ancien_${nom}` : nom),
    finish: async () => {
      for (const { finish } of former) await client.query(finish)
    },
  }
}

async function checkTarget(client: pg.ClientBase, { migrations }: Manifest): Promise<void> {
  const { rows: known } = await client.query<{ name: string }>('select name from kysely_migration')
  const former = await readFormer(MIGRATIONS)
  const names = new Set([...[...known, ...former].map(({ name }) => name), ...RETIRED])
  if (migrations.some((name) => !names.has(name)))
    throw new Error('La sauvegarde vient d’une version plus récente de l’application.')
  for (const nom of TABLES.filter((one) => !BEGUN.includes(one))) {
    const { rowCount } = await client.query(`select from ${nom} limit 1`)
    if (rowCount)
      throw new Error(`La base n’est pas vide (${nom}) : restaurez dans une base neuve.`)
  }
}

/**
 * The backup's secrets and acts replace those of the new database. A backup from a version without them is keyed with the
 * latter.
 */
async function forgetSecrets(client: pg.ClientBase, { tables }: Manifest): Promise<void> {
  for (const { nom } of tables) if (SECRETS.includes(nom)) await client.query(`delete from ${nom}`)
  await client.query('delete from registres_actes')
}

/** Advances identity sequences beyond the restored rows. */
async function continueNumbers(client: pg.ClientBase, tables: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ nom: string; colonne: string; suite: string }>(
    `select relname as nom, attname as colonne, pg_get_serial_sequence(relname, attname) as suite
     from pg_attribute
     join pg_class on pg_class.oid = attrelid
     where relnamespace = 'public'::regnamespace and relname = any ($1) and attidentity <> ''`,
    [tables],
  )
  for (const { nom, colonne, suite } of rows) {
    const column = client.escapeIdentifier(colonne)
    await client.query(
      `select setval('${suite}', max(${column})) from ${client.escapeIdentifier(nom)} having max(${column}) is not null`,
    )
  }
}

/** Checks that the tables and columns of a backup exist in this database, each named once. */
async function checkColumns(
  client: pg.ClientBase,
  { tables }: Manifest,
  { tableFor }: Target,
): Promise<void> {
  const isTwice = (names: string[]) => new Set(names).size < names.length
  if (isTwice(tables.map(({ nom }) => nom)))
    throw new Error('La sauvegarde contient deux fois la même table.')
  for (const { nom, colonnes } of tables) {
    const known = await listColumns(client, tableFor(nom))
    const strange = colonnes.find((colonne) => !known.includes(colonne))
    if (strange !== undefined)
      throw new Error(`La table ${nom} n’a pas de colonne « ${strange} » dans cette base.`)
    if (isTwice(colonnes) || colonnes.length === 0)
      throw new Error(`Les colonnes de la table ${nom} ne sont pas lisibles dans la sauvegarde.`)
  }
}

async function checkJournal(
  client: pg.ClientBase,
  { journal, publications, registres = {} }: Manifest,
): Promise<void> {
  if (!(await leadsTo(client, journal)))
    throw new Error('Le journal des exclusions restauré n’est pas celui de la sauvegarde.')
  if (publications && !(await publicationsLeadTo(client, publications)))
    throw new Error('Les publications restaurées ne sont pas celles de la sauvegarde.')
  if (!(await actesLeadTo(client, registres)))
    throw new Error('Les registres restaurés ne sont pas ceux de la sauvegarde.')
}

/**
 * Restores the backup in `folder` into an empty, migrated database, atomically; returns the row count of each table.
 * Throws an Error with one French sentence if files, database or log do not match.
 */
export async function restore(
  client: pg.ClientBase,
  folder: string,
): Promise<Record<string, number>> {
  const manifest = await readManifest(folder)
  await checkFiles(folder, manifest)
  const restored: Record<string, number> = {}
  await client.query('begin')
  try {
    await client.query(refuseForeignCode())
    await checkTarget(client, manifest)
    const target = await openTarget(client, manifest)
    await checkColumns(client, manifest, target)
    await setFollowed(client, false)
    await forgetSecrets(client, manifest)
    for (const { nom, colonnes, lignes } of manifest.tables) {
      const columns = colonnes.map((colonne) => client.escapeIdentifier(colonne)).join(', ')
      const table = client.escapeIdentifier(target.tableFor(nom))
      const rows = client.query(copyStreams.from(`copy ${table} (${columns}) from stdin`))
      const source = createReadStream(path.join(folder, fileOf(nom)))
      await pipeline(source, createGunzip(), rows)
      if (rows.rowCount !== lignes)
        throw new Error(`${nom} : ${rows.rowCount} lignes au lieu de ${lignes}.`)
      restored[nom] = lignes
    }
    await target.finish()
    await client.query('call recoder_decisions()')
    await setFollowed(client, true)
    await client.query('call enchainer_registres()')
    await client.query('call commencer_sommes_dons()')
    if (!manifest.publications) await chainPublications(client)
    // Triggers count writes, except to distributed tables.
    await client.query(`
      update donations_version
      set version = greatest(version, (select max(version) from journal_imports)) + 1`)
    await continueNumbers(client, Object.keys(restored))
    await checkJournal(client, manifest)
    await client.query('commit')
    await client.query('select tenir_statistiques()')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
  return restored
}
