import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { connect } from '../../service/platform/database/connect'
import { takeLease, releaseLease } from '../../service/platform/jobs/lease'
import { createPauses } from '../../service/platform/jobs/pauses'
import { startService } from '../support/service'

const { database } = await startService()
const { db } = database
const { db: service } = connect(database.serviceUrl)

/** A search that lasts where it is to be stopped so many times, and how often it was begun and ended. */
function search(stopped: number) {
  const inPause = createPauses(service)
  const counts = { begun: 0, ended: 0 }
  const run = () =>
    inPause((_givesWay, watched) =>
      service.transaction().execute(async (tx) => {
        counts.begun += 1
        await watched(tx, () =>
          sql`select pg_sleep(${counts.begun <= stopped ? 30 : 0})`.execute(tx),
        )
        counts.ended += 1
      }),
    )
  return { run, counts }
}

const importer = () => takeLease(db, 'import', randomUUID())

beforeEach(async () => {
  await sql`delete from leases`.execute(db)
})

test('une recherche ne commence pas pendant un import, ni dès qu’il finit : après une pause', async () => {
  const { run, counts } = search(0)
  const job = await importer()
  await run()
  expect(counts).toEqual({ begun: 0, ended: 0 })
  await releaseLease(db, job)
  await run()
  expect(counts.begun).toBe(0)
  await wait(1_100)
  await run()
  expect(counts).toEqual({ begun: 1, ended: 1 })
})

test('un import dont le bail a expiré n’en est plus un', async () => {
  const { run, counts } = search(0)
  await importer()
  await sql`update leases set renewals = null`.execute(db)
  await run()
  expect(counts.ended).toBe(1)
})

test('un import qui commence arrête la recherche, trois fois ; puis elle finit', async () => {
  const { run, counts } = search(3)
  for (let given = 1; given <= 3; given++) {
    const running = run()
    while (counts.begun < given) await wait(10)
    const job = await importer()
    const from = performance.now()
    await running
    expect(performance.now() - from).toBeLessThan(3_000)
    expect(counts).toEqual({ begun: given, ended: 0 })
    await releaseLease(db, job)
    await wait(1_100)
  }
  await importer()
  await run()
  expect(counts).toEqual({ begun: 4, ended: 1 })
})

test('une recherche qui échoue d’elle-même le dit', async () => {
  const inPause = createPauses(service)
  await expect(inPause(() => Promise.reject(new Error('autre chose')))).rejects.toThrow(
    'autre chose',
  )
})
