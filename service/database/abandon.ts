import { AsyncLocalStorage } from 'node:async_hooks'
import type { PostgresPool } from 'kysely'
import type pg from 'pg'
import { cancel } from './cancel'

/** Nobody waits for the answer any more. */
export class Abandoned extends Error {
  constructor(cause?: unknown) {
    super('nobody waits for this any more', { cause })
    this.name = 'Abandoned'
  }
}

const wanted = new AsyncLocalStorage<AbortSignal | undefined>()

/** Runs what only reads: its statements end with `signal`, and then it throws Abandoned. */
export const whileWanted = <Result>(signal: AbortSignal, read: () => Result): Result =>
  wanted.run(signal, read)

/** Runs what is done to its end even if nobody waits for it: what writes, and what others may wait for too. */
export const toTheEnd = <Result>(work: () => Result): Result => wanted.run(undefined, work)

/** Binds the making of items to the signal in force now, even if they are asked for under another one. */
export function boundToNow<Item>(items: AsyncIterable<Item>): AsyncIterable<Item> {
  const signal = wanted.getStore()
  return {
    [Symbol.asyncIterator]: () => {
      const iterator = items[Symbol.asyncIterator]()
      return {
        next: () => wanted.run(signal, () => iterator.next()),
        return: () => wanted.run(signal, () => iterator.return?.() ?? DONE),
      }
    },
  }
}

const DONE = Promise.resolve({ done: true as const, value: undefined })

/**
 * The pool, with connections whose running statement is cancelled when the signal in force at `connect` fires. Such
 * a connection is closed afterwards: a late cancellation must never hit somebody else's statement.
 */
export function abandonable(pool: pg.Pool): PostgresPool {
  return {
    connect: async () => {
      const signal = wanted.getStore()
      if (signal?.aborted) throw new Abandoned(signal.reason)
      const client = await pool.connect()
      return signal ? watch(client, signal) : client
    },
    end: () => pool.end(),
  }
}

type Client = Awaited<ReturnType<PostgresPool['connect']>>

function watch(client: pg.PoolClient, signal: AbortSignal): Client {
  let running = 0
  let isCancelled = false
  const abandon = () => {
    if (running === 0) return
    isCancelled = true
    cancel(client)
  }
  signal.addEventListener('abort', abandon, { once: true })

  async function query(sql: string, parameters: unknown[]) {
    if (signal.aborted && sql !== 'rollback') throw new Abandoned(signal.reason)
    running++
    try {
      return await client.query(sql, parameters)
    } catch (error) {
      throw signal.aborted ? new Abandoned(error) : error
    } finally {
      running--
    }
  }
  return {
    query: query as unknown as Client['query'],
    release: () => {
      signal.removeEventListener('abort', abandon)
      client.release(isCancelled)
    },
  }
}
