import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { runApplication } from './application'
import { databaseUrl } from './postgres'

export interface Application {
  url: string
  serviceUrl: string
  databaseUrl: string
}

/** The database server of a run: who may create databases there, and as whom the service connects. */
export interface Server {
  adminUrl: string
  serviceUrl: string
}

/** The largest file that it takes: more than any test imports, and small enough to exceed. */
export const TAILLE_MAX = 4 * 1024 * 1024

/**
 * The whole application on a copy of the database `modele`: one service and one web app, or as many as INSTANCES
 * says. `stop` takes it and the copy away.
 */
export async function startApplication(
  { adminUrl, serviceUrl }: Server,
  modele: string,
): Promise<Application & { stop: () => Promise<void> }> {
  const name = `e2e_${randomBytes(6).toString('hex')}`
  const folder = await mkdtemp(path.join(tmpdir(), 'dons-e2e-'))
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  await admin.query(`create database ${name} template ${modele}`)
  const running = await runApplication(
    {
      DATABASE_URL: databaseUrl(serviceUrl, name),
      DATA_DIR: folder,
      UPLOAD_MAX_BYTES: String(TAILLE_MAX),
    },
    Number(process.env['INSTANCES'] ?? 1),
  )
  return {
    url: running.url,
    serviceUrl: running.serviceUrl,
    databaseUrl: databaseUrl(adminUrl, name),
    async stop() {
      await running.stop()
      await admin.query(`drop database ${name} with (force)`)
      await admin.end()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
