import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { isLate } from '../../service/platform/jobs/derived'
import { SIGNALEMENTS } from '../../service/verification/trouver'
import { refresh } from '../support/analyses'
import { don, insertDons } from '../support/dons'
import { startService } from '../support/service'
import { lockTable } from '../support/verrou'

const { app, database } = await startService()
const { db } = database
await app.listen({ port: 0, host: '127.0.0.1' })
afterAll(() => app.server.closeAllConnections())
const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`

/** How long a busy machine may take for what takes milliseconds; a forgotten statement would take 30 s. */
const SOON = { timeout: 12_000 }
const LIST = '/api/donations/list?year=2024'

let unlock: (() => Promise<void>) | undefined

beforeAll(async () => {
  await insertDons(
    db,
    Array.from({ length: 5_000 }, (_, at) => don({ contact_id: `C${at % 50}`, order_amount: at })),
  )
  await refresh(app)
  // The look for donors to be checked would wait for the table too.
  await vi.waitUntil(async () => !(await isLate(db, SIGNALEMENTS)), SOON)
})
beforeEach(async () => {
  unlock = await lockTable(database.url, 'donations')
})
afterEach(() => unlock?.())

/** How many statements of visitors wait for a lock; what the service keeps by itself begins with one of the gifts alone. */
async function countWaiting(): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*) as waiting from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query not ilike 'lock table donations in%'`.execute(
    db,
  )
  return rows[0]?.waiting ?? 0
}

/** So many visitors of an address and the statuses they get, 0 where they left; `leave` closes their windows. */
function visit(count: number, path: string) {
  const controller = new AbortController()
  const ask = async () => {
    const answer = await fetch(`${url}${path}`, { signal: controller.signal })
    await answer.text()
    return answer.status
  }
  const answers = Promise.all(Array.from({ length: count }, () => ask().catch(() => 0)))
  return { leave: () => controller.abort(), answers }
}

describe('Une table verrouillée', () => {
  test('[0.1.0 B15] n’arrête pas les pages qui n’en ont pas besoin, et tout revient quand elle est libre', async () => {
    const visitors = visit(12, LIST)
    await expect.poll(countWaiting, SOON).toBeGreaterThan(0)
    const others = visit(12, '/api/donateurs/segmentation-annuelle')
    expect(new Set(await others.answers)).toEqual(new Set([200]))

    await unlock?.()
    // Who has waited for too long was told so.
    for (const status of await visitors.answers) expect([200, 503]).toContain(status)
    expect(new Set(await visit(12, LIST).answers)).toEqual(new Set([200]))
  })

  test('[0.1.0 B15] ne retient rien pour qui est parti : ni requête, ni connexion', async () => {
    const visitors = visit(12, LIST)
    await expect.poll(countWaiting, SOON).toBeGreaterThan(0)
    visitors.leave()
    await visitors.answers
    await expect.poll(countWaiting, SOON).toBe(0)

    const next = visit(1, LIST)
    await expect.poll(countWaiting, SOON).toBe(1)
    await unlock?.()
    expect(await next.answers).toEqual([200])
  })

  test('[0.1.0 B15] ne retient rien pour qui abandonne un fichier CSV', async () => {
    // As many as one person may have made at once.
    const visitors = visit(2, '/api/donations/list.csv?year=2024')
    await expect.poll(countWaiting, SOON).toBe(2)
    visitors.leave()
    await expect.poll(countWaiting, SOON).toBe(0)
  })

  test('[0.1.0 B15] qui part ne fait pas échouer ceux qui attendent le même calcul', async () => {
    const first = visit(1, '/api/donations/stats?year=2024')
    await expect.poll(countWaiting, SOON).toBe(1)
    const others = visit(2, '/api/donations/stats?year=2024')
    await expect.poll(countWaiting, SOON).toBeGreaterThan(0)
    first.leave()
    await unlock?.()
    expect(await others.answers).toEqual([200, 200])
  })

  test('[0.1.0 B15] n’annule pas une exclusion dont la fenêtre est fermée', async () => {
    const controller = new AbortController()
    const sent = fetch(`${url}/api/exclusions/exclure`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ contact_id: 'C7', raison: 'essai', exclu_par: 'Utilisateur' }),
      signal: controller.signal,
    }).catch(() => undefined)
    await expect.poll(countWaiting, SOON).toBe(1)
    controller.abort()
    await sent
    await unlock?.()
    const readEvents = () => db.selectFrom('evenements_exclusion').select('contact_id').execute()
    await expect.poll(readEvents, SOON).toEqual([{ contact_id: 'C7' }])
  })
})
