import { chmod, mkdtemp, rm } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { openEmbedded } from '../../service/platform/database/embedded'
import { ROLES } from '../../service/platform/database/roles'
import { runService } from './application'
import { poserDictionnaire } from './campagnes'
import { findFastPlace } from './cluster-folder'
import { importDemo } from './demo'
import { type Application, type Server, startApplication } from './e2e-application'
import { databaseUrl } from './postgres'

/** The databases that every application is a copy of. */
export const MODELES = { vide: 'modele_vide', demo: 'modele_demo' } as const

export interface Applications {
  server: Server
  /** Shared by all tests that only read. */
  shared: Record<keyof typeof MODELES, Application>
  stop: () => Promise<void>
}

/** Fills the databases, then starts the applications that all tests share which only read. */
export async function openApplications(): Promise<Applications> {
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
    }
    await service.stop()
  }
  await admin.end()

  const server = { adminUrl: embedded.adminUrl, serviceUrl: embedded.url }
  const demo = await startApplication(server, MODELES.demo)
  const vide = await startApplication(server, MODELES.vide)
  return {
    server,
    shared: { demo, vide },
    stop: async () => {
      await Promise.all([demo.stop(), vide.stop()])
      await embedded.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
