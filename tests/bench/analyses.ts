import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import pino from 'pino'
import { buildApp } from '../../service/app'
import { type Config, readConfig } from '../../service/config'
import {
  createPublicationsVerifier,
  createRegistresVerifier,
  createVerifier,
} from '../../service/exclusions/chaine'
import { openForImports } from '../../service/imports/connections'
import { connect, type Database, type Db } from '../../service/platform/database/connect'
import { openEmbedded } from '../../service/platform/database/embedded'
import { migrateAsOwner } from '../../service/platform/database/prepare'
import { createRunner } from '../../service/platform/jobs/runner'
import { verify } from '../../service/publication/controles/verifier'
import { beginOrJoin } from '../../service/publication/rafraichissement/begin'
import { runRefresh } from '../../service/publication/rafraichissement/run'
import { importFile } from '../support/imports'
import { CALLS } from './analyses-calls'
import { fillDonations } from './analyses-donations'
import { median, printTable, seconds } from './table'

const ROUNDS = 3

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

const SETTINGS = [
  "work_mem = '64MB'",
  'jit = off',
  'parallel_setup_cost = 0',
  'parallel_tuple_cost = 0.01',
  'statement_timeout = 3600000',
]

/** Runs one statement with the settings of a refresh. */
function withSettings(db: Db, statement: string, ...settings: string[]): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    for (const setting of [...SETTINGS, ...settings])
      await sql.raw(`set local ${setting}`).execute(transaction)
    return timed(() => sql.raw(statement).execute(transaction))
  })
}

/** One group-by of the gifts by donor and year: as the planner likes it, or in parallel, whichever is faster. */
async function measureGroupBy(db: Db): Promise<number> {
  const statement = `
    select count(montant) from (
      select contact_id, extract(year from order_date), count(*), sum(order_amount) as montant
      from donations group by 1, 2 offset 0
    ) groupes`
  const parallel = await withSettings(db, statement)
  const free = await withSettings(
    db,
    statement,
    'parallel_setup_cost = default',
    'parallel_tuple_cost = default',
  )
  return Math.min(free, parallel)
}

interface Size {
  dons: number
  groupBy: number
  /** Refreshes of all donors' facts. */
  refresh: number
  /** The same where nothing is known to have changed since. */
  again: number
  /** Refreshes after an import that changed one gift of one donor in a hundred. */
  followed: number
  /** Refreshes after a file of 200 gifts. */
  day: number
  /** Comparing everything that must agree. */
  controls: number
  /** The same of what such a file changed. */
  followedControls: number
  /** The median of each call, in milliseconds. */
  calls: Map<string, number>
  /** The same with 1 000 donors excluded since the publication. */
  corrected: Map<string, number>
  /** The first of these. */
  first: Map<string, number>
  /** The first of each after the next publication, when what it leaves to do is done. */
  published: Map<string, number>
  vues: Map<string, number>
}

/** A refresh; answers its time and notes that of each view. */
const refresh = (app: FastifyInstance, vues: Map<string, number>): Promise<number> =>
  timed(async () => {
    const answer = await app.inject({ method: 'POST', url: '/api/analytics/refresh-views' })
    if (answer.statusCode !== 200) throw new Error(answer.body)
    for (const { name, duration } of answer.json().views) vues.set(name, duration * 1000)
  })

/** The refresh that follows an import by itself. */
const follow = (database: Database): Promise<number> =>
  timed(async () => {
    const { db } = database
    const { job } = await beginOrJoin(db, false)
    if (!job) throw new Error('another refresh is running')
    await createRunner(db, pino({ level: 'silent' })).run(job, (signal) =>
      runRefresh(database, job, signal),
    )
  })

/** What a refresh leaves to do behind its figures (controls, statistics, what calls keep) is done: twice in a row nobody works. */
async function untilIdle(db: Db): Promise<void> {
  for (let idle = 0; idle < 2;) {
    const { rows } = await sql<{ working: boolean }>`
      select exists (
        select from pg_stat_activity where state <> 'idle' and pid <> pg_backend_pid() and backend_type = 'client backend'
      ) as working`.execute(db)
    idle = rows[0]?.working ? 0 : idle + 1
    await setTimeout(500)
  }
}

/** A write that no import noted: the next refresh computes the facts of all donors. */
const forgetWrites = (db: Db) => sql`update donations_version set version = version + 1`.execute(db)

/** Imports a file that changes one gift of every hundredth donor. */
async function importChanges(app: FastifyInstance, db: Db, round: number): Promise<void> {
  const { rows } = await sql<{ line: string }>`
    select distinct on (contact_id)
      concat_ws(';', id, ${100 + round}::integer, order_date, contact_id, campaign_code) as line
    from donations
    where contact_id like '%00'
    order by contact_id, order_date`.execute(db)
  const text = ['id;montant;date;contact;campagne', ...rows.map(({ line }) => line)].join('\n')
  const { status, message } = await importFile(app, 'donations', text)
  if (status !== 'completed') throw new Error(message)
}

/** Imports a day's file: 200 new gifts of known donors, on the last day there is. */
async function importDay(app: FastifyInstance, db: Db, round: number): Promise<void> {
  const { rows } = await sql<{ line: string }>`
    select concat_ws(';', 'J' || ${round}::integer || '-' || row_number() over (), 35, jour, contact_id, 'C1') as line
    from (select contact_id from donateurs_carrieres where contact_id like '%7' order by contact_id limit 200) as donors
    cross join (select max(order_date) as jour from donations) as jours`.execute(db)
  const text = ['id;montant;date;contact;campagne', ...rows.map(({ line }) => line)].join('\n')
  const { status, message } = await importFile(app, 'donations', text)
  if (status !== 'completed') throw new Error(message)
}

async function compare(app: FastifyInstance): Promise<void> {
  const answer = await app.inject({ method: 'POST', url: '/api/controles/verifier' })
  if (answer.statusCode !== 200) throw new Error(answer.body)
}

/** What a publication changed, compared right after it. */
const compareChanged = (db: Db, { DATA_DIR }: Config): Promise<boolean> =>
  verify(
    db,
    {
      verifyChain: createVerifier(db, DATA_DIR),
      verifyPublications: createPublicationsVerifier(db, DATA_DIR),
      verifyRegistres: createRegistresVerifier(db, DATA_DIR),
    },
    false,
  )

/** The median of each call; `first` notes the one before anything was kept in memory. */
async function measureCalls(
  app: FastifyInstance,
  first?: Map<string, number>,
): Promise<Map<string, number>> {
  const calls = new Map<string, number>()
  for (const call of CALLS) {
    const times: number[] = []
    for (let run = 0; run < 40; run += 1) times.push(await timed(async () => app.inject(call)))
    calls.set(call, median(times))
    first?.set(call, times[0] ?? 0)
  }
  return calls
}

const excludeSome = (db: Db) =>
  sql`
  select ajouter_evenement_exclusion(
    gen_random_uuid(), contact_id collate "default", 'EXCLUSION', 'essai', 'bench', null, 0
  )
  from (select distinct contact_id from donateurs_annees where contact_id like '%3' limit 1000) as decided`.execute(
    db,
  )

/** Aims of the year that calls ask for, and what its campaigns cost. */
async function sayCampaigns(app: FastifyInstance): Promise<void> {
  const saisi_par = 'bench'
  const say = async (url: string, payload: object) => {
    const { statusCode, body } = await app.inject({ method: 'POST', url, payload })
    if (statusCode !== 201) throw new Error(body)
  }
  for (const [mesure, valeur, famille] of [
    ['montant', '5000000', ''],
    ['donateurs', '300000', ''],
    ['nouveaux', '40000', ''],
    ['montant', '500000', 'NOEL'],
  ] as const)
    await say('/api/objectifs', {
      ...{ annee: 2024, mesure, valeur, saisi_par },
      ...(famille && { famille }),
    })
  const texte = `code;famille;exercice;cout;envois
NOEL-2022;NOEL;2024;100000;50000
ETE-2019;ETE;2024;20000;10000
VFL-2020;VFL;2024;30000;
`
  await say('/api/campagnes/dictionnaire/fichier', { texte, saisi_par })
}

async function measure(database: Database, config: Config, dons: number): Promise<Size> {
  const { db } = database
  const log = pino({ level: 'silent' })
  const imports = openForImports(config.DATABASE_URL, () => undefined)
  const app = await buildApp({ config, log, ...connect(config.DATABASE_URL), imports })
  await fillDonations(db, dons)
  await sayCampaigns(app)
  const groupBys: number[] = []
  const refreshes: number[] = []
  const agains: number[] = []
  const followed: number[] = []
  const days: number[] = []
  const compared: number[] = []
  const vues = new Map<string, number>()
  for (let round = 0; round < ROUNDS; round += 1) {
    groupBys.push(await measureGroupBy(db))
    await forgetWrites(db)
    refreshes.push(await refresh(app, vues))
    await untilIdle(db)
    agains.push(await refresh(app, new Map()))
    await untilIdle(db)
    await importChanges(app, db, round)
    await untilIdle(db)
    followed.push(await follow(database))
    await importDay(app, db, round)
    await untilIdle(db)
    days.push(await follow(database))
    compared.push(await timed(() => compareChanged(db, config)))
    const all = [groupBys, refreshes, agains, followed, days]
    const [groupBy, full, again, some, day] = all.map((times) => seconds(times.at(-1) ?? 0))
    console.log(
      `  group-by ${groupBy}, refresh ${full}, again ${again}, after 1 % ${some}, after 200 gifts ${day}`,
    )
  }
  const controls = await timed(() => compare(app))
  const calls = await measureCalls(app)
  await excludeSome(db)
  const first = new Map<string, number>()
  const corrected = await measureCalls(app, first)
  await importDay(app, db, ROUNDS)
  await refresh(app, new Map())
  await untilIdle(db)
  const published = new Map<string, number>()
  for (const call of CALLS) published.set(call, await timed(async () => app.inject(call)))
  await app.close()
  return {
    dons,
    groupBy: median(groupBys),
    refresh: median(refreshes),
    again: median(agains),
    followed: median(followed),
    day: median(days),
    controls,
    followedControls: median(compared),
    calls,
    corrected,
    first,
    published,
    vues,
  }
}

/**
 * Refreshing everything against one group-by of the same gifts, and every analysis call, all in the same run. Arguments: numbers of gifts (500 000, 5 and 10 million).
 */
export default async function run(given: string[]): Promise<void> {
  const numbers = given.length > 0 ? given.map(Number) : [500_000, 5_000_000, 10_000_000]
  const folder = await mkdtemp(path.join(tmpdir(), 'dons-bench-'))
  await chmod(folder, 0o755)
  const embedded = await openEmbedded(folder)
  const config = readConfig({ DATABASE_URL: embedded.url, DATA_DIR: folder })
  const database = connect(embedded.url, { statementTimeout: 0 })
  const sizes: Size[] = []
  try {
    const owner = connect(embedded.ownerUrl, { max: 1 })
    await migrateAsOwner(owner.db)
    await owner.close()
    for (const dons of numbers) {
      console.log(`${dons.toLocaleString('en')} gifts`)
      sizes.push(await measure(database, config, dons))
    }
  } finally {
    await database.close()
    await embedded.stop()
    await rm(folder, { recursive: true, force: true })
  }
  report(sizes)
}

function report(sizes: readonly Size[]): void {
  const row = (name: string, cell: (size: Size) => string, goal = '') => [
    name,
    ...sizes.map(cell),
    goal,
  ]
  console.log()
  printTable(
    ['', ...sizes.map((size) => size.dons.toLocaleString('en')), 'goal'],
    [
      row('one parallel group-by', (size) => seconds(size.groupBy)),
      row('refresh of everything', (size) => seconds(size.refresh)),
      row('… / group-by', (size) => (size.refresh / size.groupBy).toFixed(2), '≤ 12'),
      row('refresh with nothing new', (size) => seconds(size.again)),
      row('… / group-by', (size) => (size.again / size.groupBy).toFixed(2), '≤ 4'),
      row('refresh after 1 % of the donors changed', (size) => seconds(size.followed)),
      row('… / group-by', (size) => (size.followed / size.groupBy).toFixed(2), '≤ 1.2'),
      row('refresh after a file of 200 gifts', (size) => seconds(size.day), '≤ 1 s'),
      row('controls of what it changed', (size) => seconds(size.followedControls), '≤ 1 s'),
      row('all controls', (size) => seconds(size.controls)),
      row(
        'slowest call, median',
        (size) => `${Math.max(...size.calls.values()).toFixed(1)} ms`,
        '≤ 5 ms',
      ),
      row(
        '… slower by, 1 000 donors excluded since',
        (size) => {
          const added = CALLS.map(
            (call) => (size.corrected.get(call) ?? 0) - (size.calls.get(call) ?? 0),
          )
          return `${Math.max(...added).toFixed(1)} ms`
        },
        '≤ 10 ms',
      ),
      row(
        'first visit after a publication, slowest',
        (size) => `${Math.max(...size.published.values()).toFixed(0)} ms`,
        '≤ 150 ms',
      ),
      ...[...(sizes[0]?.vues.keys() ?? [])].map((name) =>
        row(`  ${name}`, (size) => seconds(size.vues.get(name) ?? 0)),
      ),
      ...CALLS.map((call) =>
        row(
          `  ${call}`,
          ({ calls, corrected, first, published }) =>
            `${[calls, corrected, first, published].map((times) => (times.get(call) ?? 0).toFixed(1)).join(', ')} ms`,
        ),
      ),
    ],
  )
}
