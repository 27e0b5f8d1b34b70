import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { connect } from '../../service/platform/database/connect'
import { type RunningProgram, runService, runWeb } from '../support/application'
import { createCluster, settingsOf } from '../support/cluster'
import { don, insertDons } from '../support/dons'

const cluster = await createCluster()
const running: RunningProgram[] = []
afterEach(async () => {
  await cluster.thaw()
  await Promise.all(running.splice(0).map((program) => program.stop('SIGKILL')))
})
afterAll(() => cluster.remove())

async function startBoth() {
  const service = await runService(settingsOf(cluster))
  running.push(service)
  const web = await runWeb(service.url)
  running.push(web)
  return { service, web }
}

/** The status, the milliseconds it took, and the text of an answer. */
async function ask(url: string) {
  const start = performance.now()
  const answer = await fetch(url, { signal: AbortSignal.timeout(30_000) })
  const text = await answer.text()
  return { status: answer.status, ms: performance.now() - start, text }
}

const statusOf = (url: string) =>
  ask(url).then(
    ({ status }) => status,
    () => 0,
  )

describe('La base de données', () => {
  test('absente au démarrage : le service vit, le dit, et sert dès qu’elle revient', async () => {
    await cluster.stop()
    const { service, web } = await startBoth()
    expect(await statusOf(`${service.url}/live`)).toBe(200)
    expect(await ask(`${service.url}/health`)).toMatchObject({ status: 503 })
    const page = await ask(`${web.url}/donations`)
    expect(page.status).toBe(503)
    expect(page.text).toContain('lang="fr"')

    await cluster.start()
    await expect.poll(() => statusOf(`${service.url}/health`), { timeout: 10_000 }).toBe(200)
    await expect.poll(() => statusOf(`${web.url}/donations`), { timeout: 5_000 }).toBe(200)
  })

  test('figée : chaque attente est bornée, chaque page répond en français, tout revient seul', async () => {
    const { service, web } = await startBoth()
    expect(await statusOf(`${web.url}/dashboard`)).toBe(200)

    await cluster.freeze()
    const answers = await Promise.all(
      ['dashboard', 'donations', 'montant', 'actifs'].map((page) => ask(`${web.url}/${page}`)),
    )
    for (const { status, ms, text } of answers) {
      expect(status).toBe(503)
      expect(ms).toBeLessThan(10_000)
      expect(text).toMatch(/lang="fr"[\s\S]*ne répond pas/)
    }
    const exclusion = await fetch(`${service.url}/api/exclusions/exclure`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ contact_id: 'C1' }),
      signal: AbortSignal.timeout(10_000),
    })
    expect(exclusion.status).toBe(503)

    await cluster.thaw()
    await expect.poll(() => statusOf(`${web.url}/dashboard`), { timeout: 5_000 }).toBe(200)
    await expect.poll(() => statusOf(`${web.url}/donations`), { timeout: 5_000 }).toBe(200)
  })

  test('tuée puis relancée sous la charge : les connexions se refont en moins de cinq secondes', async () => {
    const { service } = await startBoth()
    const address = `${service.url}/api/donations/list?year=2025`
    const seen = new Set<number>()
    let loading = true
    const clients = Array.from({ length: 8 }, async () => {
      while (loading) seen.add(await statusOf(address))
    })
    await expect.poll(() => seen.has(200), { timeout: 10_000 }).toBe(true)
    await cluster.kill()
    await cluster.start()
    await expect.poll(() => statusOf(address), { timeout: 5_000 }).toBe(200)
    loading = false
    await Promise.all(clients)
    const others = [...seen].filter((status) => ![200, 503].includes(status))
    expect(others, service.output()).toEqual([])
  })
})

describe('SIGTERM sous la charge', () => {
  test.each(['le service', 'l’application web'])(
    '%s finit ce qu’il a reçu et sort avec 0',
    async (who) => {
      const { service, web } = await startBoth()
      const admin = connect(cluster.access.adminUrl)
      await admin.pool.query('truncate donations')
      await insertDons(
        admin.db,
        Array.from({ length: 200 }, (_, at) => don({ contact_id: `C${at}` })),
      )
      await admin.close()
      const victim = who === 'le service' ? service : web
      const address =
        victim === service ? `${service.url}/api/donations/list?year=2025` : `${web.url}/donations`
      expect(await statusOf(address)).toBe(200)

      const lost: unknown[] = []
      const answered: number[] = []
      let stopping = false
      const clients = Array.from({ length: 8 }, async () => {
        for (;;) {
          const wasStopping = stopping
          const status = await ask(address).then(
            (answer) => answer.status,
            (error: unknown) => error,
          )
          if (typeof status === 'number') answered.push(status)
          // A connection that was never accepted is no lost request: a balancer sends it elsewhere.
          else if (!wasStopping || !isRefused(status)) lost.push(status)
          if (wasStopping) return
        }
      })
      await expect.poll(() => answered.length, { timeout: 20_000 }).toBeGreaterThan(20)
      stopping = true
      const start = performance.now()
      expect(await victim.stop('SIGTERM')).toBe(0)
      expect(performance.now() - start).toBeLessThan(30_000)
      await Promise.all(clients)
      expect(lost).toEqual([])
      expect(new Set(answered)).toEqual(new Set([200]))
    },
  )
})

/** Whether a request failed before it was sent: nobody listened any more. */
function isRefused(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  return (cause as { code?: string } | undefined)?.code === 'ECONNREFUSED'
}
