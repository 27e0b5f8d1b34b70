import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { openEmbedded } from '../../service/database/embedded'
import { ROLES } from '../../service/database/roles'
import { runService } from './application'
import { databaseUrl } from './postgres'
import { importDemo } from './demo'

const MODELE_VIDE = 'modele_vide'
const MODELE_DEMO = 'modele_demo'

/**
 * The databases that each worker copies its own from. Playwright gives a worker to all files that ask for the
 * same one: those that fill an empty base ask for `remplir`, `excel` or `hostile`, those that want it empty
 * for `vide`.
 */
export const MODELES = {
  vide: MODELE_VIDE,
  remplir: MODELE_VIDE,
  hostile: MODELE_VIDE,
  excel: MODELE_VIDE,
  demo: MODELE_DEMO,
} as const

export default async function setUp(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'dons-e2e-'))
  await chmod(folder, 0o755)
  const embedded = await openEmbedded(folder)
  const admin = new pg.Client({ connectionString: embedded.adminUrl })
  await admin.connect()
  for (const modele of [MODELE_VIDE, MODELE_DEMO]) {
    await admin.query(`create database ${modele} owner ${ROLES.owner}`)
    const service = await runService({
      DATABASE_URL: databaseUrl(embedded.url, modele),
      DATABASE_OWNER_URL: databaseUrl(embedded.ownerUrl, modele),
      DATA_DIR: folder,
    })
    if (modele === MODELE_DEMO) await importDemo(service.url)
    await service.stop()
  }
  await admin.end()
  process.env['E2E_POSTGRES_URL'] = embedded.adminUrl
  process.env['E2E_SERVICE_URL'] = embedded.url
  return async () => {
    await embedded.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
