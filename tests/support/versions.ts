import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { inject } from 'vitest'
import { connect, type Db } from '../../service/platform/database/connect'
import { databaseUrl } from './postgres'
import { runOnce } from './service'

/** What each release left: a dump of a small base of its own, a backup of it, and what its calls said of it. */
export const VERSIONS = ['0.1.0', '0.2.0', '0.3.0'] as const
export type Version = (typeof VERSIONS)[number]

export const folderOf = (version: Version) => path.resolve(import.meta.dirname, 'versions', version)

const readZipped = async (version: Version, name: string): Promise<string> => {
  const bytes = await readFile(path.join(folderOf(version), `${name}.gz`))
  return (await promisify(gunzip)(bytes)).toString('utf8')
}

/** The JSON of each call's answer, by its path. */
export const readAnswers = async (version: Version): Promise<Record<string, unknown>> =>
  JSON.parse(await readZipped(version, 'reponses.json')) as Record<string, unknown>

export interface EmptyDatabase {
  name: string
  /** The addresses of the administrator, of the owner and of the service's role. */
  url: string
  ownerUrl: string
  serviceUrl: string
  drop: () => Promise<void>
}

/** A database of the owner who migrates, without anything in it, or a copy of `template`. */
export async function createEmptyDatabase(template = 'template1'): Promise<EmptyDatabase> {
  const server = inject('postgresUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  const admin = (statement: string) => runOnce(server, statement)
  await admin(`create database ${name} owner dons_owner template ${template}`)
  return {
    name,
    url: databaseUrl(server, name),
    ownerUrl: databaseUrl(inject('ownerUrl'), name),
    serviceUrl: databaseUrl(inject('serviceUrl'), name),
    drop: () => admin(`drop database if exists ${name} with (force)`),
  }
}

/** So that views are built anew: a dump writes them otherwise than they were (`'F2'::text AS text`). */
const FORGET_VIEWS = `
  do $$
  begin
    update schema_fichiers set empreinte = '' where fichier like 'vues/%' or fichier = 'proprietaire/registres';
  exception when undefined_table then
    null;
  end
  $$`

/** A base as this release left it. */
export async function openBaseOf(version: Version): Promise<EmptyDatabase> {
  const database = await createEmptyDatabase()
  await runOnce(database.url, await readZipped(version, 'base.sql'))
  await runOnce(database.url, FORGET_VIEWS)
  return database
}

/** Works as the owner of a database. */
export async function asOwner<Result>(
  { ownerUrl }: EmptyDatabase,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  const owner = connect(ownerUrl, { max: 1, statementTimeout: 0 })
  try {
    return await work(owner.db)
  } finally {
    await owner.close()
  }
}
