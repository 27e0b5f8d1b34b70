import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import type { TypeFichier } from '#contract/imports'
import { connect, type Db } from '../../service/platform/database/connect'
import { migrateAsOwner } from '../../service/platform/database/prepare'
import { openRoles } from '../../service/platform/database/roles'
import { distributeOn, openOnAll, startCitus, VERSION } from '../support/citus'
import { debianBinaries, startServer } from '../support/server'
import { awaitQuiet, awaitRefresh, lasted } from './croissance-suite'
import { followImport, post } from './import-client'
import { writeContacts, writeDay, writeDonations } from './import-files'
import { startService } from './start-service'
import { median, printTable } from './table'

const DATABASE = 'bench'
const MEMORY = 'shared_buffers=512MB'
const REFRESHES = 3
const CALLS = 41
const FILES = 3
const YEAR = 2024
const FIRST = 'refresh after the load'
const FIRST_FILES = 'first import, cards then gifts'
const AGAIN = 'the same gifts again'
const CSV = 'CSV of a year’s gifts'
const DAY = 'refresh after 200 gifts'
const GIFTS = 200

/** How many times as long as on one server each may take on three. */
const GOALS: Record<string, number> = {
  load: 2,
  [FIRST_FILES]: 3,
  [AGAIN]: 3,
  [FIRST]: 1.2,
  'refresh of everything': 1.2,
  [DAY]: 2,
  'analysis call': 1.1,
  'page of the gifts': 2,
  'page of a list of donors': 2,
  [CSV]: 2,
}

const CALLED: Record<string, (at: number) => string> = {
  'analysis call': () => `dashboard/stats/${YEAR}`,
  'page of the gifts': (at) => `donations/list?year=${YEAR}&page=${3 + at * 7}`,
  'page of a list of donors': (at) =>
    `donateurs/liste?ensemble=actifs&annee=${YEAR}&page=${3 + at * 7}`,
  'search by name': (at) => `donateurs/recherche?q=nom${10 + at}`,
  'a donor’s file': (at) => `donateurs/fiche/${100_000 + at * 7}`,
}

/** A service on a database of one server, or of three. */
interface Layout {
  db: Db
  service: string
}

/** The times of each measure, in milliseconds: on one server, and on three. */
const times = [new Map<string, number[]>(), new Map<string, number[]>()] as const

interface Address {
  adminUrl: string
  url: string
}

type Closing = (() => Promise<unknown>)[]

async function openOne(closing: Closing): Promise<Address> {
  const server = await startServer({ binaries: debianBinaries(VERSION), settings: [MEMORY] })
  closing.unshift(server.remove)
  const { adminUrl, ownerUrl, url } = await openRoles(server.adminUrl, DATABASE)
  const owner = connect(ownerUrl, { max: 1, statementTimeout: 0 })
  closing.unshift(owner.close)
  await migrateAsOwner(owner.db)
  return { adminUrl, url }
}

async function openThree(closing: Closing): Promise<Address> {
  const citus = await startCitus([MEMORY])
  for (const server of citus.servers) closing.unshift(server.remove)
  const { adminUrl, ownerUrl, url } = await openOnAll(citus, DATABASE)
  await distributeOn(ownerUrl)
  return { adminUrl, url }
}

async function serve(
  { adminUrl, url }: Address,
  folder: string,
  closing: Closing,
): Promise<Layout> {
  const { service, child } = await startService('app-service', url, { DATA_DIR: folder })
  closing.unshift(async () => {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
  })
  const admin = connect(adminUrl, { max: 1, statementTimeout: 0 })
  closing.unshift(admin.close)
  return { db: admin.db, service }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

async function get({ service }: Layout, call: string): Promise<void> {
  const answer = await fetch(`${service}/api/${call}`)
  const body = await answer.text()
  if (!answer.ok) throw new Error(`${call}: ${body}`)
}

async function refresh({ service }: Layout): Promise<void> {
  const answer = await fetch(`${service}/api/analytics/refresh-views`, { method: 'POST' })
  if (!answer.ok) throw new Error(await answer.text())
}

async function importFile({ service }: Layout, type: TypeFichier, file: string): Promise<void> {
  const url = `${service}/api/upload/${type}/upload`
  const { body } = await post<{ upload_id: string }>(url, file, type)
  await followImport(service, body.upload_id, () => undefined)
}

const note = (on: number, name: string, ms: number) =>
  times[on]?.set(name, [...(times[on].get(name) ?? []), ms])

interface Files {
  contacts: string
  dons: string
  days: string[]
}

/** Both files as a person imports them, one at once after the other, the refresh that follows, and a file once more. */
async function load(on: number, layout: Layout, files: Files): Promise<void> {
  const cards = await timed(() => importFile(layout, 'donateurs', files.contacts))
  const gifts = await timed(() => importFile(layout, 'donations', files.dons))
  note(on, FIRST_FILES, cards + gifts)
  note(on, 'load', gifts)
  note(on, FIRST, lasted(await awaitRefresh(layout.db, layout.service)))
  await awaitQuiet(layout.db)
  note(on, AGAIN, await timed(() => importFile(layout, 'donations', files.dons)))
  await awaitQuiet(layout.db)
}

/** Computes everything again by turns, as after gifts were written past the service: nobody knows whose. */
async function measureRefreshes(layouts: Layout[]): Promise<void> {
  for (let at = 0; at < REFRESHES; at++)
    for (const [on, layout] of layouts.entries()) {
      await sql`update donations_version set version = version + 1`.execute(layout.db)
      note(on, 'refresh of everything', await timed(() => refresh(layout)))
      await awaitQuiet(layout.db)
    }
}

/** What follows a day's file, by turns. */
async function measureDays(layouts: Layout[], { days }: Files): Promise<void> {
  for (const day of days)
    for (const [on, layout] of layouts.entries()) {
      await importFile(layout, 'donations', day)
      note(on, DAY, lasted(await awaitRefresh(layout.db, layout.service)))
      await awaitQuiet(layout.db)
    }
}

async function measureCalls(layouts: Layout[]): Promise<void> {
  for (const [name, call] of Object.entries(CALLED))
    for (let at = 0; at < CALLS; at++)
      for (const [on, layout] of layouts.entries())
        note(on, name, await timed(() => get(layout, call(at))))
  for (let at = 0; at < FILES; at++)
    for (const [on, layout] of layouts.entries())
      note(on, CSV, await timed(() => get(layout, `donations/list.csv?year=${YEAR}&details=1`)))
}

/** Loads both layouts, and calls them by turns; all servers are new, and gone afterwards. */
async function measure(files: Files, folder: string): Promise<void> {
  const closing: Closing = []
  try {
    const layouts: Layout[] = []
    for (const open of [openOne, openThree])
      layouts.push(
        await serve(await open(closing), path.join(folder, `${layouts.length}`), closing),
      )
    for (const [on, layout] of layouts.entries()) await load(on, layout, files)
    await measureRefreshes(layouts)
    await measureDays(layouts, files)
    await measureCalls(layouts)
  } finally {
    for (const close of closing) await close()
  }
}

const inUnit = (ms: number) => (ms < 1_000 ? `${ms.toFixed(1)} ms` : `${(ms / 1_000).toFixed(2)} s`)

function report(): void {
  const [one, three] = times
  printTable(
    ['median', 'one server', 'three', 'ratio', 'goal'],
    [...one].map(([name, measured]) => {
      const [before, after] = [median(measured), median(three.get(name) ?? [])]
      const goal = GOALS[name] ? `≤ ${GOALS[name]}` : ''
      return [name, inUnit(before), inUnit(after), (after / before).toFixed(2), goal]
    }),
  )
}

/**
 * The same program on one PostgreSQL and on a Citus cluster of three, all on this machine: what it costs to be spread
 * where nothing can be gained. Arguments: gifts (a million), rounds (3).
 */
export default async function run([given, roundsGiven]: string[]): Promise<void> {
  const dons = Number(given ?? 1_000_000)
  const rounds = Number(roundsGiven ?? 3)
  const folder = await mkdtemp(path.join(tmpdir(), 'dons-bench-'))
  await chmod(folder, 0o755)
  const days = Array.from({ length: REFRESHES }, (_, at) => path.join(folder, `day${at}.csv`))
  const files = {
    contacts: path.join(folder, 'contacts.csv'),
    dons: path.join(folder, 'dons.csv'),
    days,
  }
  try {
    await writeContacts(files.contacts, dons)
    await writeDonations(files.dons, dons)
    for (const [at, day] of days.entries()) await writeDay(day, dons + at * GIFTS, GIFTS)
    for (let round = 1; round <= rounds; round++) {
      await measure(files, path.join(folder, `round${round}`))
      console.log(`\n${dons.toLocaleString('en')} gifts, round ${round} of ${rounds}`)
      report()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
