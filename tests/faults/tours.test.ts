import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { connect } from '../../service/platform/database/connect'
import { openEmbedded } from '../../service/platform/database/embedded'
import { runAudit } from '../support/audit'
import { tirages } from '../support/hasard'
import { begin, readStatus, stage } from '../support/import-calls'
import { prepareLancement, statusOf } from '../support/lancement'
import { findProcessus, type Role } from '../support/processus'
import { recalculerAppels } from '../support/recalcul'

/** Each kills one part, in turns. */
const TOURS = tirages(4)
const PARTS: readonly Role[] = ['service', 'web', 'base']
const CONTACTS = 31
const ANNEES = [2022, 2023, 2024]
/** The launcher gives a part up that dies five times a minute. */
const SHORTEST_MS = 5_000

const lancement = await prepareLancement()
const service = new URL(lancement.health).origin

/** Asks again until there is an answer: whoever is killed comes back by itself. */
async function insist<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (const end = performance.now() + 120_000; ;) {
    try {
      return await ask()
    } catch (error) {
      if (performance.now() > end) throw error
      await wait(200)
    }
  }
}

/** The answer to a post; who cannot answer now throws, as a connection that is cut does. */
async function post(path: string, body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  const init = { method: 'POST', headers, body: JSON.stringify(body) }
  const answer = await fetch(`${service}${path}`, init)
  if (answer.status >= 500) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return answer
}

/** The gift `id` as file number `turn` writes it. */
function giftOf(id: number, turn: number) {
  const at = (id * 7919 + turn * 104_729) % 1_000_003
  const two = (number: number) => String(number).padStart(2, '0')
  return {
    id: String(id),
    order_amount: (at % 60_000) / 100,
    order_date: `${ANNEES[at % 3]}-${two(1 + (at % 12))}-${two(1 + (at % 28))}`,
    contact_id: `C${id % CONTACTS}`,
  }
}

/** Imports a file until it is said to be imported; one that died is imported again. */
async function importFile(file: string): Promise<void> {
  for (;;) {
    const id = await insist(() => stage(service, file))
    await insist(async () => {
      const { status } = await begin(service, id, 'donations', { numeros_repris: 'corrections' })
      // An import whose answer was lost is on its way, or was.
      if (![202, 404, 409].includes(status)) throw new Error(`import: ${status}`)
    })
    for (;;) {
      const { status } = await insist(() => readStatus(service, id))
      if (status === 'completed') return
      if (status !== 'processing') break
      await wait(200)
    }
  }
}

/** Files of which every other one changes half of the one before; what is stored once all of them were acknowledged. */
async function importFiles(isOver: () => boolean) {
  const expected = new Map<string, ReturnType<typeof giftOf>>()
  let files = 0
  for (; !isOver(); files += 1) {
    const gifts = Array.from({ length: 800 }, (_, at) => giftOf(files * 400 + at, files))
    const lines = gifts.map((gift) => Object.values(gift).join(';'))
    await importFile(['id;montant;date;contact', ...lines].join('\n'))
    for (const gift of gifts) expected.set(gift.id, gift)
  }
  return { expected, files }
}

interface Decision {
  evenement_id: string
  contact_id: string
  type: string
}

/** Excludes everybody in turns and reinstates them; a decision whose answer is lost is sent again. */
async function decide(isOver: () => boolean): Promise<Decision[]> {
  const acknowledged: Decision[] = []
  for (let turn = 0; !isOver(); turn += 1) {
    const contact_id = `C${turn % CONTACTS}`
    const excludes = Math.floor(turn / CONTACTS) % 2 === 0
    const evenement_id = randomUUID()
    const { status } = await insist(() =>
      post(`/api/exclusions/${excludes ? 'exclure' : 'reintegrer'}`, { contact_id, evenement_id }),
    )
    expect(status, contact_id).toBe(200)
    acknowledged.push({
      evenement_id,
      contact_id,
      type: excludes ? 'EXCLUSION' : 'REINTEGRATION',
    })
    await wait(50)
  }
  return acknowledged
}

const refresh = () => post('/api/analytics/refresh-views', {})

async function refreshViews(isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await refresh().catch(() => undefined)
    await wait(300)
  }
}

const isWell = async () =>
  (await statusOf(lancement.health)) === 200 && (await statusOf(lancement.page)) === 200

/** Kills one part at a random moment, and waits until all answer again. */
async function killOne(tour: number): Promise<string> {
  const role = PARTS[tour % PARTS.length] ?? 'service'
  const begun = performance.now()
  await wait(randomInt(200, 4_000))
  const victim = findProcessus(lancement.dataDir, role)
  if (victim === undefined) throw new Error(`No ${role} to kill`)
  process.kill(victim, 'SIGKILL')
  const killed = performance.now()
  await expect.poll(isWell, { timeout: 60_000, interval: 200 }).toBe(true)
  const back = `${role} ${((performance.now() - killed) / 1000).toFixed(1)} s`
  await wait(Math.max(0, SHORTEST_MS - (performance.now() - begun)))
  return back
}

test(
  '[D] service, application web et base tués tour à tour : rien de ce qui fut confirmé ne se perd ni ne se répète',
  async () => {
    const running = await lancement.startReady()
    // Contacts are known from here on.
    await importFile(
      [
        'id;montant;date;contact',
        ...Array.from({ length: CONTACTS }, (_, at) => `I${at};1;2022-01-01;C${at}`),
      ].join('\n'),
    )
    let over = false
    const isOver = () => over
    const work = Promise.all([importFiles(isOver), decide(isOver), refreshViews(isOver)])
    const kills: string[] = []
    for (let tour = 0; tour < TOURS; tour += 1) kills.push(await killOne(tour))
    over = true
    const [{ expected, files }, decisions] = await work
    console.log(`${files} imports, ${decisions.length} décisions ; de retour : ${kills.join(', ')}`)
    expect(files).toBeGreaterThan(1)
    expect(decisions.length).toBeGreaterThan(CONTACTS)

    await insist(refresh)
    const { adminUrl } = await openEmbedded(lancement.dataDir)
    const databaseUrl = adminUrl.replace(/\/postgres$/, '/dons')
    const database = connect(databaseUrl)
    try {
      const { rows: stored } = await database.pool.query(
        `select id, order_amount, order_date, contact_id from donations
        where id not like 'I%' order by length(id), id`,
      )
      expect(stored).toEqual([...expected.values()])
      const { rows: events } = await database.pool.query(
        'select evenement_id, contact_id, type from evenements_exclusion order by numero',
      )
      expect(events).toEqual(decisions)
      const { rows: states } = await database.pool.query(
        `select statut, count(*)::integer as nombre from imports where statut not in ('completed', 'error') group by 1`,
      )
      expect(states).toEqual([])
    } finally {
      await database.close()
    }
    for (const [path, expectedAnswer] of await recalculerAppels(
      { databaseUrl, serviceUrl: service },
      ANNEES,
    ))
      expect(await (await fetch(`${service}${path}`)).json(), path).toEqual(expectedAnswer)
    const { code, report } = await runAudit({
      DATABASE_URL: databaseUrl,
      DATA_DIR: lancement.dataDir,
    })
    expect(code, report).toBe(0)
    await lancement.stop(running)
  },
  300_000 + TOURS * 60_000,
)
