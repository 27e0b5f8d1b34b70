import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { openEmbedded } from '../../service/platform/database/embedded'
import { MIGRATIONS } from '../../service/platform/database/migration/files'
import { ROLES } from '../../service/platform/database/roles'
import { keptPort, runService, runWeb } from './application'
import { findFastPlace } from './cluster-folder'
import { attendreControles, importDemo } from './demo'
import { type Application, type Place, type Server, startApplication } from './e2e-application'
import { databaseUrl } from './postgres'
import { requete } from './requete'
import { poster } from './semer'

const run = promisify(execFile)

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

/** Fills the databases on a server in `folder`: the empty one, and of a copy of it the one of the demo. */
async function fill(folder: string): Promise<void> {
  // What is copied holds little of its log.
  const embedded = await openEmbedded(folder, {
    settings: ['min_wal_size=32MB', 'max_wal_size=64MB'],
  })
  const admin = new pg.Client({ connectionString: embedded.adminUrl })
  await admin.connect()
  const make = async (
    modele: string,
    template: string,
    work: (url: string) => Promise<void>,
  ): Promise<void> => {
    await admin.query(
      `create database ${modele} owner ${ROLES.owner} template ${template} strategy file_copy`,
    )
    const service = await runService({
      DATABASE_URL: databaseUrl(embedded.url, modele),
      DATABASE_OWNER_URL: databaseUrl(embedded.ownerUrl, modele),
      DATA_DIR: folder,
    })
    await work(service.url)
    await service.stop()
  }
  await make(MODELES.vide, 'template1', attendreControles)
  await make(MODELES.demo, MODELES.vide, async (url) => {
    await importDemo(url)
    await poster(url, '/api/donateurs/listes-gardees', {
      ...{ nom_liste: 'Actifs 2020', nom: 'Camille' },
      adresse: '/donateurs/liste?ensemble=actifs&annee=2020',
    })
  })
  await admin.end()
  await embedded.stop()
}

/** Servers filled before, for the next run of the same programs. */
const KEPT = path.resolve('tests/.results/applications')

/** Where a server is kept that was filled by these programs, this schema and this code. */
async function placeKept(): Promise<string> {
  const hash = createHash('sha256')
  for (const name of (await readdir(MIGRATIONS, { recursive: true })).sort())
    if (name.endsWith('.sql')) hash.update(name).update(await readFile(path.join(MIGRATIONS, name)))
  for (const file of [
    'build/sources.sha256',
    ...['applications', 'demo'].map((name) => `tests/support/${name}.ts`),
  ])
    hash.update(await readFile(file))
  return path.join(KEPT, hash.digest('hex'))
}

/** Fills `folder` from what is kept, or by the programs, and keeps that. */
async function fillOnce(folder: string): Promise<void> {
  const kept = await placeKept()
  if (existsSync(kept)) {
    await run('cp', ['-a', `${kept}/.`, folder])
    return
  }
  await fill(folder)
  const draft = `${kept}.${process.pid}`
  await mkdir(KEPT, { recursive: true })
  // Those of other programs go; what another run of these is copying stays.
  for (const name of await readdir(KEPT))
    if (!name.startsWith(path.basename(kept)))
      await rm(path.join(KEPT, name), { recursive: true, force: true })
  await run('cp', ['-a', folder, draft])
  // Another run may have been faster.
  await rename(draft, kept).catch(() => rm(draft, { recursive: true, force: true }))
}

/** As just filled: an hour later, each copy would compare everything again as it starts, and count on from its first donor. */
const JUST_COMPARED = `
  with parcours as (
    update parcours_faits set
      contact_id = coalesce((select max(contact_id collate "C") from faits_donateurs), ''),
      don_id = coalesce((select max(id) from donations), '')
  )
  update controles_etat set (calcule_le, entier_le) = row(clock_timestamp(), clock_timestamp())
  returning etat`

/**
 * Fills the databases, then starts the applications that all tests share which only read, and a place for each of so
 * many workers.
 */
export async function openApplications(workers = 0): Promise<Applications> {
  const folder = await mkdtemp(path.join(await findFastPlace(), 'dons-e2e-'))
  await chmod(folder, 0o755)
  await fillOnce(folder)
  // Of services there may be eight, with 36 each (operating).
  const embedded = await openEmbedded(folder, { settings: ['max_connections=320'] })
  const server = { adminUrl: embedded.adminUrl, serviceUrl: embedded.url }
  for (const modele of Object.values(MODELES))
    await requete(databaseUrl(embedded.adminUrl, modele), JUST_COMPARED)
  const demo = await startApplication(server, MODELES.demo)
  const vide = await startApplication(server, MODELES.vide)
  // A page that a worker keeps is of figures that somebody looked at.
  await Promise.all([demo, vide].map(({ serviceUrl }) => attendreControles(serviceUrl)))
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
