import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { type RunningApplication, runApplication, runService } from './application'
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

/** A web app that stands before one service after the other, each on this port. */
export interface Place {
  url: string
  servicePort: number
}

/** The largest file that it takes: more than any test imports, and small enough to exceed. */
export const TAILLE_MAX = 4 * 1024 * 1024

/**
 * The whole application on a copy of the database `modele`: one service and one web app, or as many as INSTANCES
 * says; before a web app of `place` where there is one. `stop` takes it and the copy away.
 */
export async function startApplication(
  { adminUrl, serviceUrl }: Server,
  modele: string,
  place?: Place,
): Promise<Application & { stop: () => Promise<void> }> {
  const name = `e2e_${randomBytes(6).toString('hex')}`
  const folder = await mkdtemp(path.join(tmpdir(), 'dons-e2e-'))
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  await admin.query(`create database ${name} template ${modele} strategy file_copy`)
  const settings = {
    DATABASE_URL: databaseUrl(serviceUrl, name),
    DATA_DIR: folder,
    UPLOAD_MAX_BYTES: String(TAILLE_MAX),
  }
  const running = await (place
    ? runBehind(place, settings)
    : runApplication(settings, Number(process.env['INSTANCES'] ?? 1)))
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

async function runBehind(
  { url, servicePort }: Place,
  settings: Record<string, string>,
): Promise<RunningApplication> {
  const service = await runService(settings, servicePort)
  return { url, serviceUrl: service.url, stop: async () => void (await service.stop()) }
}
