import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { type Kysely, sql } from 'kysely'
import pino from 'pino'
import { buildApp } from '../../service/app'
import { readConfig } from '../../service/config'
import { connect } from '../../service/platform/database/connect'
import { openEmbedded } from '../../service/platform/database/embedded'
import { migrate } from '../../service/platform/database/migration/migrate'
import { median, printTable } from './table'

const YEAR = 2024

/** `total` donations of `total / 10` donors; every fifth is of one year, so that it has a million of five. */
async function fill<T>(db: Kysely<T>, total: number): Promise<void> {
  await sql`
    insert into donations
    select 'D' || g, null,
      case when random() < 0.7
        then (array[5,10,15,20,25,30,40,50,60,75,80,100,120,150,200,250,300,500,1000,2000])[1 + floor(20 * power(random(), 1.6))::int]
        else round((5 + power(random(), 4) * 5000)::numeric, 2)
      end,
      case when g % 5 = 0 then date '2024-01-01' + floor(366 * random())::int
        else make_date(2012 + g % 12, 1, 1) + floor(365 * random())::int end,
      'C' || (1 + floor(${total / 10} * random()))::int,
      (array['POSTAL','WEB','SMS','CALLCENTER'])[1 + floor(4 * random())::int], 'CAMP' || g % 40, 'OR' || g % 30, 'PR' || g % 5
    from generate_series(1, ${sql.lit(total)}) g`.execute(db)
  await sql`
    insert into donateurs (contact_id, firstname, lastname, city)
    select 'C' || g, 'Prénom' || g, 'Nom' || g, 'Ville' from generate_series(1, ${sql.lit(total / 10)}) g
  `.execute(db)
  await sql`vacuum analyze donations, donateurs`.execute(db)
}

async function exclude<T>(db: Kysely<T>, donors: number): Promise<void> {
  await sql`
    select ajouter_evenement_exclusion(gen_random_uuid(), 'C' || g * 7, 'EXCLUSION', 'essai', 'bench', null, 0)
    from generate_series(1, ${sql.lit(donors)}) g`.execute(db)
}

async function timed(app: FastifyInstance, url: string): Promise<number> {
  const begun = performance.now()
  const { statusCode, body } = await app.inject(url)
  if (statusCode !== 200) throw new Error(body)
  return performance.now() - begun
}

/** Milliseconds of `count` calls, one after the other. */
async function measure(app: FastifyInstance, count: number, url: (at: number) => string) {
  const times: number[] = []
  for (let at = 0; at < count; at += 1) times.push(await timed(app, url(at)))
  const sorted = times.sort((one, other) => one - other)
  return { median: median(times), p99: sorted[Math.floor(count * 0.99)] ?? Number.NaN }
}

const ms = (value: number) => `${value.toFixed(1)} ms`

/** The donations list and its cards with `total` donations (5 million), a fifth of them in one year. */
export default async function run([given = '5000000']: string[]): Promise<void> {
  const total = Number(given)
  const folder = await mkdtemp(path.join(tmpdir(), 'dons-bench-'))
  await chmod(folder, 0o755)
  const embedded = await openEmbedded(folder)
  const owner = connect(embedded.ownerUrl, { max: 1, statementTimeout: 0 })
  const database = connect(embedded.url)
  try {
    await migrate(owner.db)
    await sql`call attribuer_droits()`.execute(owner.db)
    await fill(owner.db, total)
    await exclude(owner.db, 2000)
    const config = readConfig({ DATABASE_URL: embedded.url, DATA_DIR: folder })
    const app = await buildApp({ config, log: pino({ level: 'silent' }), ...database })
    const list = (page: number) => `/api/donations/list?year=${YEAR}&page=${page}`
    const pages = total / 5 / 20

    const cold = await timed(app, list(1))
    const rows: [string, string, { median: number; p99: number }][] = [
      ['first page', '≤ 10 ms', await measure(app, 200, () => list(1))],
      ['second page', '≤ 40 ms', await measure(app, 200, () => list(2))],
      [
        'any page, at random',
        '≤ 40 ms',
        await measure(app, 500, () => list(1 + Math.floor(Math.random() * pages))),
      ],
      ['middle page', '≤ 40 ms', await measure(app, 200, () => list(pages / 2))],
      ['last page', '≤ 40 ms', await measure(app, 200, () => list(pages))],
      ['stat cards', '', await measure(app, 200, () => `/api/donations/stats?year=${YEAR}`)],
    ]
    console.log(`${total} donations, ${total / 5} in ${YEAR}, 2000 donors excluded`)
    printTable(
      ['call', 'goal', 'median', '99 %'],
      [
        ['first call after a change of the data', '', ms(cold), ''],
        ...rows.map(([call, goal, times]) => [call, goal, ms(times.median), ms(times.p99)]),
      ],
    )
    await app.close()
  } finally {
    await owner.close()
    await database.close()
    await embedded.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
