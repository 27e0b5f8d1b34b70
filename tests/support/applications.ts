import { chmod, mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { openEmbedded } from '../../service/platform/database/embedded'
import { ROLES } from '../../service/platform/database/roles'
import { keptPort, runService, runWeb } from './application'
import { poserDictionnaire } from './campagnes'
import { findFastPlace } from './cluster-folder'
import { attendreControles, importDemo } from './demo'
import { type Application, type Place, type Server, startApplication } from './e2e-application'
import { databaseUrl } from './postgres'

/** The databases that every application is a copy of. */
export const MODELES = { vide: 'modele_vide', demo: 'modele_demo' } as const

export interface Applications {
  server: Server
  /** Shared by all tests that only read. */
  shared: Record<keyof typeof MODELES, Application>
  /** One a worker, for its own applications. */
  places: Place[]
  stop: () => Promise<void>
}

async function startPlace() {
  const servicePort = await keptPort()
  const { url, stop } = await runWeb(`http://127.0.0.1:${servicePort}`)
  return { url, servicePort, stop }
}

/**
 * Fills the databases, then starts the applications that all tests share which only read, and a place for each of so
 * many workers.
 */
export async function openApplications(workers = 0): Promise<Applications> {
  const folder = await mkdtemp(path.join(await findFastPlace(), 'dons-e2e-'))
  await chmod(folder, 0o755)
  const embedded = await openEmbedded(folder)
  const admin = new pg.Client({ connectionString: embedded.adminUrl })
  await admin.connect()
  for (const modele of Object.values(MODELES)) {
    await admin.query(`create database ${modele} owner ${ROLES.owner}`)
    const service = await runService({
      DATABASE_URL: databaseUrl(embedded.url, modele),
      DATABASE_OWNER_URL: databaseUrl(embedded.ownerUrl, modele),
      DATA_DIR: folder,
    })
    if (modele === MODELES.demo) {
      await importDemo(service.url)
      await poserDictionnaire(service.url)
    } else await attendreControles(service.url)
    await service.stop()
  }
  await admin.end()

  const server = { adminUrl: embedded.adminUrl, serviceUrl: embedded.url }
  const demo = await startApplication(server, MODELES.demo)
  const vide = await startApplication(server, MODELES.vide)
  const places = await Promise.all(Array.from({ length: workers }, startPlace))
  return {
    server,
    shared: { demo, vide },
    places,
    stop: async () => {
      await Promise.all([demo, vide, ...places].map((one) => one.stop()))
      await embedded.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
