import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import type { Fraicheur } from '#contract/rafraichissement'
import { readLaunchConfig } from '../../service/config'
import { runDemo } from '../../service/programs/demo/run'
import { don, insertDons } from '../support/dons'
import { startService } from '../support/service'
import { empty } from '../support/vider'

const { app, database } = await startService()
const { db } = database
const { hostname, port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))

async function demo(first: boolean): Promise<void> {
  const DATA_DIR = await mkdtemp(path.join(tmpdir(), 'dons-demo-'))
  const config = readLaunchConfig({ SERVICE_HOST: hostname, SERVICE_PORT: port, DATA_DIR })
  await runDemo({ donateurs: 20, first }, config)
  await rm(DATA_DIR, { recursive: true, force: true })
}

async function countDons(): Promise<number> {
  const { dons } = await db
    .selectFrom('donations')
    .select((to) => to.fn.countAll<number>().as('dons'))
    .executeTakeFirstOrThrow()
  return dons
}

const refresh = () => app.inject({ method: 'POST', url: '/api/analytics/refresh-views' })

test('la démonstration remplit une base vide, et ne se mêle pas à des dons qui sont là', async () => {
  await insertDons(db, [don()])
  await refresh()
  await demo(false)
  expect(await countDons()).toBe(1)

  await empty(db, 'donations', 'donateurs')
  await refresh()
  await demo(false)
  const filled = await countDons()
  expect(filled).toBeGreaterThan(20)
  const { demonstration } = (await app.inject('/api/analytics/fraicheur')).json<Fraicheur>()
  expect(demonstration).toBe(true)

  // Its own gifts are no obstacle, and the same ones change nothing.
  await refresh()
  await demo(false)
  expect(await countDons()).toBe(filled)
})
