import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { chmod, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from } from 'pg-copy-streams'
import { connect } from '../../service/platform/database/connect'
import { openEmbedded } from '../../service/platform/database/embedded'
import { migrateAsOwner } from '../../service/platform/database/prepare'
import { openRoles } from '../../service/platform/database/roles'
import { runWeb } from '../support/application'
import { memoireMax } from '../support/memoire'
import { followImport, post } from './import-client'
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

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

/** The indexes of the donations, to be made on the table `plain`. */
const INDEXES = `
  select case when indisunique then 'create unique index' else 'create index' end
    || ' on plain' || substring(pg_get_indexdef(indexrelid) from ' USING .*') as index
  from pg_index
  where indrelid = 'donations'::regclass
  order by indexrelid`

/** COPY of a file into a table like the product's, and then what else is to be done there. */
async function plainCopy(
  url: string,
  file: string,
  like: string,
  afterwards: (client: pg.Client) => Promise<void> = async () => {},
): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`create table plain (like donations ${like})`)
  const ms = await timed(async () => {
    await pipeline(
      createReadStream(file, { highWaterMark: 256 * 1024 }),
      client.query(from('copy plain from stdin (format csv, header)')),
    )
    await afterwards(client)
  })
  await client.query('drop table plain')
  await client.query('checkpoint')
  await client.end()
  return ms
}

/** Into the table with its indexes. */
const copyIntoIndexes = (url: string, file: string) => plainCopy(url, file, 'including all')

/** Into the table without any, which are then built with the memory that an import has: the most that one server can. */
const copyThenIndexes = (url: string, file: string) =>
  plainCopy(url, file, 'including all excluding indexes', async (client) => {
    const { rows } = await client.query<{ index: string }>(INDEXES)
    await client.query(`set maintenance_work_mem = '512MB'`)
    for (const { index } of rows) await client.query(index)
  })

async function importFile(service: string, file: string): Promise<void> {
  const begun = performance.now()
  const { body, answered } = await post<{ upload_id: string }>(
    `${service}/api/upload/donations/upload`,
    file,
  )
  const steps = [`reçu ${seconds(answered)}`]
  await followImport(service, body.upload_id, (step) =>
    steps.push(`${step} ${seconds(performance.now() - begun)}`),
  )
  console.log(`  ${steps.join(' · ')}`)
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
 * Imports against plain COPY of the same file into a table with the same columns and indexes, in the same run; and
 * against the limit, COPY into that table without indexes, which are built afterwards.
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
      note('COPY simple', await copyIntoIndexes(fresh.adminUrl, files.first))
      note('COPY nu, puis les index', await copyThenIndexes(fresh.adminUrl, files.first))
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
  const limit = median(times.get('COPY nu, puis les index') ?? [])
  console.log()
  printTable(
    ['mesure', 'médiane', 'rapport', 'but', 'à la limite'],
    [...times].map(([name, measured]) => [
      name,
      seconds(median(measured)),
      (median(measured) / plain).toFixed(2),
      name in GOALS ? `≤ ${GOALS[name as Measure]}` : '',
      (median(measured) / limit).toFixed(2),
    ]),
  )
  console.log(
    '\nrapport : à COPY simple, qui tient les index à jour ; à la limite : à COPY dans une table sans index, construits ensuite',
  )
  console.log(
    `\nmémoire au plus (RSS) : service d’import ${memory.service} Mo, application web ${memory.web} Mo`,
  )
}
