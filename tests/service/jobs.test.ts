import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pino from 'pino'
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { expireJobs, watchLeases } from '../../service/platform/jobs/expire'
import {
  endBackend,
  type Job,
  LeaseLost,
  noteBackend,
  releaseLease,
  renewLease,
  takeLease,
} from '../../service/platform/jobs/lease'
import { createRunner } from '../../service/platform/jobs/runner'
import { createDatabase } from '../support/service'

/** How long a busy machine may take. */
const LONG = { timeout: 120_000 }

const database = await createDatabase()
const { db } = database
const log = pino({ level: 'silent' })
afterAll(() => database.drop())
beforeEach(() => db.deleteFrom('leases').execute())

const expire = ({ id }: Job) =>
  db.updateTable('leases').set({ renewals: null }).where('job_id', '=', id).execute()

describe('Un bail', () => {
  test('d’une nouvelle tentative a un numéro plus grand, et l’ancienne n’est plus rien', async () => {
    const id = randomUUID()
    const first = await takeLease(db, 'import', id)
    const second = await takeLease(db, 'import', id)
    expect(second.attempt).toBeGreaterThan(first.attempt)
    expect(await renewLease(db, first)).toBe(false)
    expect(await releaseLease(db, first)).toBe(false)
    expect(await renewLease(db, second)).toBe(true)
    expect(await releaseLease(db, second)).toBe(true)
  })

  test('expiré ne se prolonge plus', async () => {
    const job = await takeLease(db, 'refresh', randomUUID())
    await expire(job)
    expect(await renewLease(db, job)).toBe(false)
  })

  describe('D vu par qui surveille', () => {
    /** Looks every `seconds`, by a clock of its own, `times` times. */
    const watch = () => {
      let now = 0
      const look = watchLeases(db, () => now)
      return async (times: number, seconds = 2) => {
        for (let time = 0; time < times; time++) {
          now += seconds * 1_000
          await look()
        }
      }
    }
    const listExpired = async () => {
      const expired = await db
        .selectFrom('leases')
        .select('job_id')
        .where('renewals', 'is', null)
        .execute()
      return expired.map(({ job_id }) => job_id)
    }

    test('expire après vingt secondes sans renouvellement, et lui seul', async () => {
      const dead = await takeLease(db, 'import', randomUUID())
      const alive = await takeLease(db, 'import', randomUUID())
      const look = watch()
      for (let time = 0; time < 5; time++) {
        await look(2)
        expect(await renewLease(db, alive)).toBe(true)
      }
      expect(await listExpired(), 'dix regards').toEqual([])
      await look(1)
      expect(await listExpired(), 'onze').toEqual([dead.id])
      await look(8)
      expect(await listExpired()).toEqual([dead.id])
      expect(await renewLease(db, dead)).toBe(false)
      expect(await renewLease(db, alive)).toBe(true)
    })

    test('n’expire pas pour celui qui revient d’un long arrêt avant lui', async () => {
      const job = await takeLease(db, 'refresh', randomUUID())
      const look = watch()
      await look(3)
      await look(1, 3_600)
      expect(await listExpired()).toEqual([])
      expect(await renewLease(db, job)).toBe(true)
    })

    test('repris par une autre tentative a de nouveau vingt secondes', async () => {
      const { id } = await takeLease(db, 'lecture', randomUUID())
      const look = watch()
      await look(10)
      await takeLease(db, 'lecture', id)
      await look(10)
      expect(await listExpired()).toEqual([])
      await look(1)
      expect(await listExpired()).toEqual([id])
    })
  })
})

describe('Un travail dont le bail a expiré', () => {
  test('finit une fois, avec son processus dans la base, et lui seul', async () => {
    const dead = await takeLease(db, 'import', randomUUID())
    const alive = await takeLease(db, 'import', randomUUID())
    const other = await takeLease(db, 'refresh', randomUUID())
    const client = await database.pool.connect()
    const cut = new Promise((resolve) => client.once('error', resolve))
    await client.query('begin')
    const { rows } = await client.query<{ pid: number; depuis: string }>(
      'select pid, xact_start::text as depuis from pg_stat_activity where pid = pg_backend_pid()',
    )
    await sql`
      update leases set backend_pid = ${rows[0]?.pid}, backend_since = ${rows[0]?.depuis}::timestamptz
      where job_id = ${dead.id}`.execute(db)
    await expire(dead)
    await expire(other)

    const failed: string[] = []
    const fail = (_: unknown, id: string) => Promise.resolve(void failed.push(id))
    const counts = await Promise.all([
      expireJobs(db, 'import', fail),
      expireJobs(db, 'import', fail),
    ])

    expect(counts.sort((a, b) => a - b)).toEqual([0, 1])
    expect(failed).toEqual([dead.id])
    await cut
    client.release(true)
    expect(await renewLease(db, alive)).toBe(true)
  })

  test('qui ne se laisse pas finir reste à finir, et n’arrête pas les autres', async () => {
    const stubborn = await takeLease(db, 'staging', randomUUID())
    const easy = await takeLease(db, 'staging', randomUUID())
    await expire(stubborn)
    await expire(easy)
    const refuse = (_: unknown, id: string) =>
      id === stubborn.id ? Promise.reject(new Error('encore lu')) : Promise.resolve()

    await expect(expireJobs(db, 'staging', refuse)).rejects.toThrow('encore lu')
    const left = await db.selectFrom('leases').select('job_id').execute()
    expect(left).toEqual([{ job_id: stubborn.id }])
  })
})

describe('Qui fait un travail', () => {
  test('rend son bail à la fin, même après un échec', async () => {
    const runner = createRunner(db, log)
    const job = await takeLease(db, 'refresh', randomUUID())
    await expect(runner.run(job, () => Promise.reject(new Error('raté')))).rejects.toThrow('raté')
    expect(await db.selectFrom('leases').selectAll().execute()).toEqual([])
    await runner.stop(0)
  })

  test('apprend qu’il l’a perdu', async () => {
    const runner = createRunner(db, log)
    const job = await takeLease(db, 'refresh', randomUUID())
    const work = runner.run(
      job,
      (signal) =>
        new Promise<string>((resolve) => {
          signal.addEventListener('abort', () => resolve('perdu'))
        }),
    )
    await takeLease(db, 'refresh', job.id)
    expect(await work).toBe('perdu')
  })

  test('est coupé de la base quand on y renonce', async () => {
    const runner = createRunner(db, log)
    const job = await takeLease(db, 'import', randomUUID())
    const work = runner.run(job, () =>
      db.transaction().execute(async (transaction) => {
        await noteBackend(transaction, db, job)
        await sql`select pg_sleep(60)`.execute(transaction)
      }),
    )
    await vi.waitFor(async () => {
      const { rows } = await sql`
        select from pg_stat_activity
        where datname = current_database() and query = 'select pg_sleep(60)'`.execute(db)
      expect(rows).toHaveLength(1)
    }, LONG)
    const stopped = runner.stop(0)
    await expect(work).rejects.toThrow()
    await stopped
    expect(runner.hasStopped()).toBe(true)
  })

  test('et l’a perdu ne peut plus rien noter', async () => {
    const job = await takeLease(db, 'import', randomUUID())
    await releaseLease(db, job)
    await db.transaction().execute(async (transaction) => {
      await expect(noteBackend(transaction, db, job)).rejects.toBeInstanceOf(LeaseLost)
    })
    await endBackend(db, job)
  })
})
