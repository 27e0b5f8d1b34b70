import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { chmod, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from } from 'pg-copy-streams'
import { connect } from '../../service/database/connect'
import { openEmbedded } from '../../service/database/embedded'
import { migrateAsOwner } from '../../service/database/prepare'
import { openRoles } from '../../service/database/roles'
import { runWeb } from '../support/application'
import { envoyer } from '../support/envoi'
import { memoireMax } from '../support/memoire'
import { writeDonations } from './import-files'
import { startService } from './start-service'
import { median, printTable, seconds } from './table'

const GOALS = {
  'première importation': 0.5,
  'le même fichier': 0.3,
  '1 % de lignes changées': 0.4,
  'toutes les lignes changées': 0.7,
  'aperçu avec comparaison': 0.3,
}
type Measure = keyof typeof GOALS

/** What the plain COPY is measured with: the product's table, columns and indexes. */
const PLAIN = 'create table plain (like donations including all)'

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

async function plainCopy(url: string, file: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(PLAIN)
  const ms = await timed(() =>
    pipeline(
      createReadStream(file, { highWaterMark: 256 * 1024 }),
      client.query(from('copy plain from stdin (format csv, header)')),
    ),
  )
  await client.query('drop table plain')
  await client.query('checkpoint')
  await client.end()
  return ms
}

/** Posts a file from disk and answers the JSON. */
async function post<Answer>(url: string, file: string): Promise<Answer> {
  const { size: taille } = await stat(file)
  const octets = createReadStream(file, { highWaterMark: 256 * 1024 })
  const { status, body } = await envoyer<Answer>(url, { taille, octets })
  if (status >= 300) throw new Error(JSON.stringify(body))
  return body
}

interface Status {
  status: string
  errors: string[]
  resultat: Record<string, number>
  progress: { current_step: string }
}

async function importFile(service: string, file: string): Promise<Status> {
  const begun = performance.now()
  const { upload_id } = await post<{ upload_id: string }>(
    `${service}/api/upload/donations/upload`,
    file,
  )
  let step = `reçu ${seconds(performance.now() - begun)}`
  const steps = [step]
  for (;;) {
    const answer = await fetch(`${service}/api/upload/status/${upload_id}`)
    const status = (await answer.json()) as Status
    if (status.progress.current_step !== step) {
      step = status.progress.current_step
      steps.push(`${step} ${seconds(performance.now() - begun)}`)
    }
    if (status.status === 'completed') {
      console.log(`  ${steps.join(' · ')}`)
      return status
    }
    if (status.status === 'error') throw new Error(status.errors.join(' '))
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** A migrated, empty database; its administrator's address, and the service's. */
async function freshDatabase(adminUrl: string): Promise<{ adminUrl: string; url: string }> {
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  await admin.query('drop database if exists bench with (force)')
  await admin.query('checkpoint')
  await admin.end()
  const access = await openRoles(adminUrl, 'bench')
  const owner = connect(access.ownerUrl, { max: 1 })
  await migrateAsOwner(owner.db)
  await owner.close()
  return access
}

/**
 * Imports against plain COPY of the same file into a table with the same columns and indexes, in the same run.
 * Arguments: rows (5 000 000), rounds (3).
 */
export default async function run([rowsGiven, roundsGiven]: string[]): Promise<void> {
  const rows = Number(rowsGiven ?? 5_000_000)
  const rounds = Number(roundsGiven ?? 3)
  const folder = await mkdtemp(path.join(tmpdir(), 'dons-bench-'))
  await chmod(folder, 0o755)
  const files = {
    first: path.join(folder, 'first.csv'),
    onePercent: path.join(folder, 'one-percent.csv'),
    all: path.join(folder, 'all.csv'),
  }
  const embedded = await openEmbedded(folder)
  const times = new Map<string, number[]>()
  const note = (name: string, ms: number) => {
    times.set(name, [...(times.get(name) ?? []), ms])
    console.log(`  ${name}: ${seconds(ms)}`)
  }
  const memory = { service: 0, web: 0 }
  try {
    await writeDonations(files.first, rows)
    await writeDonations(files.onePercent, rows, (row) => row % 100 === 0)
    await writeDonations(files.all, rows, () => true)
    const { size } = await stat(files.first)
    console.log(`${rows} donations, ${Math.round(size / 1e6)} MB, ${rounds} rounds`)
    for (let round = 1; round <= rounds; round++) {
      console.log(`round ${round}`)
      const fresh = await freshDatabase(embedded.adminUrl)
      note('COPY simple', await plainCopy(fresh.adminUrl, files.first))
      const { service, child } = await startService('import-service', fresh.url)
      const measure = async (name: Measure, work: () => Promise<unknown>) =>
        note(name, await timed(work))
      await measure('première importation', () => importFile(service, files.first))
      await measure('aperçu avec comparaison', () =>
        post(`${service}/api/upload/donations/preview`, files.onePercent),
      )
      await measure('le même fichier', () => importFile(service, files.first))
      await measure('1 % de lignes changées', () => importFile(service, files.onePercent))
      await measure('toutes les lignes changées', () => importFile(service, files.all))
      const web = await runWeb(service)
      note(
        'aperçu à travers l’application web',
        await timed(() => post(`${web.url}/upload/donations/apercu`, files.onePercent)),
      )
      memory.service = Math.max(memory.service, memoireMax(child.pid))
      memory.web = Math.max(memory.web, memoireMax(web.process.pid))
      await web.stop()
      child.kill('SIGTERM')
      await once(child, 'exit')
    }
  } finally {
    await embedded.stop()
    await rm(folder, { recursive: true, force: true })
  }

  const plain = median(times.get('COPY simple') ?? [])
  console.log()
  printTable(
    ['mesure', 'médiane', 'rapport', 'but'],
    [...times].map(([name, measured]) => [
      name,
      seconds(median(measured)),
      (median(measured) / plain).toFixed(2),
      name in GOALS ? `≤ ${GOALS[name as Measure]}` : '',
    ]),
  )
  console.log(
    `\nmémoire au plus (RSS) : service d’import ${memory.service} Mo, application web ${memory.web} Mo`,
  )
}
