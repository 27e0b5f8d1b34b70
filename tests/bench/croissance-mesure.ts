import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { TypeFichier } from '#contract/imports'
import { connect, type Db } from '../../service/platform/database/connect'
import type { Embedded } from '../../service/platform/database/embedded'
import { placeIn } from '../../service/platform/database/embedded-cluster'
import { memoireMax } from '../support/memoire'
import { readSizes, watchDisk } from './croissance-disque'
import { awaitQuiet, awaitRefresh, lasted } from './croissance-suite'
import { followImport, post } from './import-client'
import { writeChanges, writeContacts, writeDay, writeDonations } from './import-files'
import { startService } from './start-service'
import { median } from './table'

const CALLS = 21
const YEAR = 2024
const DAY = 200

/** One gift in a hundred, of any day and donor. */
const isChanged = (row: number) => (Math.imul(row ^ (row >>> 15), 0x85ebca6b) >>> 8) % 100 === 0

export type Unit = 's' | 'ms' | 'MB'

/** Notes a measure: seconds and milliseconds are given in milliseconds, megabytes in bytes. */
export type Note = (name: string, unit: Unit, value: number) => void

interface Place {
  db: Db
  service: string
  folder: string
  note: Note
}

/** Imports a file as a person does, who looks at its preview first; each part is noted under `name`. */
async function importFile(
  { service, note }: Place,
  { type, file, name }: { type: TypeFichier; file: string; name: string },
): Promise<void> {
  const url = `${service}/api/upload/${type}`
  const { body, sent, answered } = await post<{ fichier_id: string }>(`${url}/preview`, file, type)
  const begun = performance.now()
  const response = await fetch(`${url}/upload`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ fichier_id: body.fichier_id }),
  })
  if (!response.ok) throw new Error(await response.text())
  const steps: { step: string; at: number }[] = []
  await followImport(service, body.fichier_id, (step) =>
    steps.push({ step, at: performance.now() }),
  )
  const written = performance.now() - begun
  note(name, 's', answered + written)
  note(`${name}: sent`, 's', sent)
  note(`${name}: analysed`, 's', answered - sent)
  note(`${name}: written`, 's', written)
  for (const [at, { step, at: from }] of steps.entries()) {
    const until = steps[at + 1]?.at
    if (until !== undefined) note(`${name}, ${step}`, 's', until - from)
  }
  await rm(file)
}

/** The refresh that follows an import, and each of its views. */
async function measureRefresh({ db, service, note }: Place, name: string): Promise<void> {
  const refresh = await awaitRefresh(db, service)
  note(name, 's', lasted(refresh))
  for (const view of refresh.views)
    note(`${name}, ${view.name}`, 's', (view.duration ?? Number.NaN) * 1_000)
}

/** What the service does afterwards, which what is measured next should not share the machine with. */
async function settle({ db, note }: Place, name: string): Promise<void> {
  const { ms, followed } = await awaitQuiet(db)
  note(name, 's', ms)
  for (const [follower, at] of followed)
    if (at === undefined) console.log(`  ${name}: ${follower} never came to an end`)
    else note(`${name}, ${follower}`, 's', at)
}

async function call(url: string): Promise<{ ms: number; body: unknown }> {
  const begun = performance.now()
  const answer = await fetch(url)
  const body: unknown = await answer.json()
  if (!answer.ok) throw new Error(`${url}: ${JSON.stringify(body)}`)
  return { ms: performance.now() - begun, body }
}

/** A list: its first call, then the medians of its first page and of one nine tenths further. */
async function measureList({ service, note }: Place, name: string, query: string): Promise<void> {
  const page = (at: number) => `${service}${query}&page=${at}`
  const first = await call(page(1))
  const { pagination } = first.body as { pagination: { total_pages: number } }
  const medianOf = async (at: number) => {
    const times: number[] = []
    for (let run = 0; run < CALLS; run += 1) times.push((await call(page(at))).ms)
    return median(times)
  }
  note(`${name}: first call`, 'ms', first.ms)
  note(`${name}: first page`, 'ms', await medianOf(1))
  note(
    `${name}: deep page`,
    'ms',
    await medianOf(Math.max(1, Math.floor(pagination.total_pages * 0.9))),
  )
}

/** The way of so many gifts into an empty database, and what is done with them there. */
async function measureIn(place: Place, dons: number): Promise<void> {
  const { folder } = place
  const file = path.join(folder, 'fichier.csv')
  await writeContacts(file, dons)
  await importFile(place, { type: 'donateurs', file, name: 'contacts' })
  await settle(place, 'what follows contacts')

  await writeDonations(file, dons)
  await importFile(place, { type: 'donations', file, name: 'first import' })
  await measureRefresh(place, 'refresh of everything')
  await settle(place, 'what follows the refresh')

  await measureList(place, 'donors', `/api/donateurs/liste?ensemble=actifs&annee=${YEAR}&limit=50`)
  await measureList(place, 'gifts', `/api/donations/list?year=${YEAR}`)

  await writeDay(file, dons, DAY)
  await importFile(place, { type: 'donations', file, name: `${DAY} gifts` })
  await measureRefresh(place, `refresh after ${DAY} gifts`)
  await settle(place, 'what follows that refresh')

  await writeChanges(file, dons, isChanged)
  await importFile(place, { type: 'donations', file, name: '1 % changed' })
  await measureRefresh(place, 'refresh after 1 %')
  await settle(place, 'what follows the last refresh')
}

/** Measures all of it for so many gifts in an empty database, with the service in a process of its own. */
export async function measureSize(
  { url, adminUrl, folder }: Embedded & { folder: string },
  dons: number,
  note: Note,
): Promise<void> {
  const { service, child } = await startService('app-service', url, { DATA_DIR: folder })
  const admin = connect(adminUrl, { max: 1, statementTimeout: 0 })
  const disk = watchDisk(placeIn(folder))
  try {
    await measureIn({ db: admin.db, service, folder, note }, dons)
    note('most memory of the service (RSS)', 'MB', memoireMax(child.pid) * 1e6)
    const sizes = await readSizes(admin.db)
    note('disk: donations', 'MB', sizes.donations)
    note('disk: all the rest', 'MB', sizes.reste)
    note('disk: the most, log included', 'MB', await disk.stop())
  } finally {
    await disk.stop()
    await admin.close()
    if (child.exitCode === null) {
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
  }
}
