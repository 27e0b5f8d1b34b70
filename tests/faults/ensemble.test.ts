import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Database } from '../../service/platform/database/connect'
import { type RunningProgram } from '../support/application'
import { runAudit } from '../support/audit'
import { type Cluster, createCluster, donsUrl, startService } from '../support/cluster'
import { begin, settled, stage } from '../support/import-calls'
import { recalculerAppels } from '../support/recalcul'

const DURATION = 120_000
const CONTACTS = 61
const ANNEES = [2022, 2023, 2024]

let cluster: Cluster
let services: RunningProgram[]
let database: Database

beforeAll(async () => {
  cluster = await createCluster()
  const start = () => startService(cluster, { LOG_LEVEL: 'error' })
  services = [await start(), await start()]
  database = connect(donsUrl(cluster))
}, 120_000)

afterAll(async () => {
  await Promise.all(services.map((service) => service.stop('SIGKILL')))
  await database.close()
  await cluster.remove()
})

const post = (url: string, path: string, body?: unknown) =>
  fetch(`${url}${path}`, {
    method: 'POST',
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  })

/** The gift `id` as the import number `turn` writes it: another amount, donor and day each time. */
function giftOf(id: number, turn: number) {
  const at = (id * 7919 + turn * 104_729) % 1_000_003
  return {
    id: String(id),
    order_amount: (at % 60_000) / 100,
    order_date: `${ANNEES[at % 3]}-${String(1 + (at % 12)).padStart(2, '0')}-${String(1 + (at % 28)).padStart(2, '0')}`,
    contact_id: `C${at % CONTACTS}`,
    campaign_code: at % 2 === 0 ? 'VFL-A' : 'NOEL',
  }
}

/** Files of a thousand gifts, of which every other import brings half again, changed. */
async function importFiles(url: string, isOver: () => boolean) {
  const expected = new Map<string, ReturnType<typeof giftOf>>()
  let turn = 0
  for (; !isOver(); turn += 1) {
    const gifts = Array.from({ length: 1000 }, (_, at) => giftOf(turn * 500 + at, turn))
    const lines = gifts.map((gift) => Object.values(gift).join(';'))
    const file = ['id;montant;date;contact;campagne', ...lines].join('\n')
    const id = await stage(url, file)
    const begun = await begin(url, id, 'donations', { numeros_repris: 'corrections' })
    expect(begun.status).toBe(202)
    expect(await settled(url, id)).toMatchObject({ status: 'completed' })
    for (const gift of gifts) expected.set(gift.id, gift)
  }
  return { expected, turns: turn }
}

async function refreshViews(url: string, isOver: () => boolean): Promise<number> {
  let turn = 0
  for (; !isOver(); turn += 1) {
    const answer = await post(url, '/api/analytics/refresh-views')
    expect(answer.status, await answer.text()).toBe(200)
  }
  return turn
}

/** Excludes and reinstates whom the other client decides about too; one of two wins, the other reads why. */
async function decide(url: string, first: number, isOver: () => boolean) {
  const answers = { recorded: 0, refused: 0 }
  for (let turn = first; !isOver(); turn += 1) {
    const call = Math.floor(turn / CONTACTS) % 2 === 0 ? 'exclure' : 'reintegrer'
    const contact_id = `C${(turn * 13) % CONTACTS}`
    const { status } = await post(url, `/api/exclusions/${call}`, { contact_id })
    // A contact is unknown until the first import brought it.
    expect([200, 404, 409]).toContain(status)
    answers[status === 200 ? 'recorded' : 'refused'] += 1
    await wait(20)
  }
  return answers
}

async function readScreens(url: string, isOver: () => boolean): Promise<void> {
  while (!isOver())
    for (const path of ['/api/dashboard/stats/2024', '/api/donations/list?year=2024', '/health'])
      expect((await fetch(`${url}${path}`)).status, path).toBe(200)
}

test('imports, rafraîchissements et exclusions à la fois : rien ne se bloque, et chaque chiffre est juste', async () => {
  const [one = '', two = ''] = services.map(({ url }) => url)
  const end = Date.now() + DURATION
  const isOver = () => Date.now() > end
  const [imported, refreshes, decisions, others] = await Promise.all([
    importFiles(one, isOver),
    refreshViews(two, isOver),
    decide(one, 0, isOver),
    decide(two, 1, isOver),
    readScreens(one, isOver),
  ])
  console.log({ imports: imported.turns, refreshes, decisions, others })
  expect(Math.min(imported.turns, refreshes, decisions.recorded, others.recorded)).toBeGreaterThan(
    9,
  )

  const { rows: stored } = await database.pool.query(
    'select id, order_amount, order_date, contact_id, campaign_code from donations order by length(id), id',
  )
  expect(stored).toEqual([...imported.expected.values()])

  const databaseUrl = donsUrl(cluster)
  const answers = await recalculerAppels({ databaseUrl, serviceUrl: two }, ANNEES)
  // Nothing else was heard meanwhile, not that the service closed connections which nobody used.
  await wait(100)
  for (const [path, expected] of answers) {
    const found: unknown = await (await fetch(`${one}${path}`)).json()
    expect(found, path).toEqual(expected)
  }

  const { rows } = await database.pool.query(
    `select deadlocks from pg_stat_database where datname = 'dons'`,
  )
  expect(rows).toEqual([{ deadlocks: 0 }])
  const { code, report } = await runAudit({
    DATABASE_URL: cluster.access.url,
    DATA_DIR: cluster.dataDir,
  })
  expect(code, report).toBe(0)
  for (const service of services) expect(service.output()).toBe('')
}, 300_000)
