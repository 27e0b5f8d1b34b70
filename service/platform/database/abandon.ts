import { AsyncLocalStorage } from 'node:async_hooks'
import type { PostgresPool } from 'kysely'
import type pg from 'pg'
import { Problem } from '../../problem'
import { cancel } from './cancel'

/** Nobody waits for the answer any more. */
export class Abandoned extends Error {
  constructor(cause?: unknown) {
    super('nobody waits for this any more', { cause })
    this.name = 'Abandoned'
  }
}

/** What somebody waits for, and since when. */
interface Wanted {
  signal: AbortSignal
  since: number
}

const wanted = new AsyncLocalStorage<Wanted | undefined>()

/** Two calls of a page may wait one after the other, and it has 10 s; an import locks its readers out for 3 s. */
const PATIENCE_MS = 4_000
/** How soon to look at a statement, and again. */
const LOOK_MS = 500

/** For how long somebody always waits for a connection. */
const CONNECT_MS = 3_000

const TOO_MANY =
  'Trop de demandes attendent la base en même temps. Réessayez dans quelques instants.'
const HELD_UP =
  'Ces données sont retenues par une autre opération sur la base. Réessayez dans quelques instants.'

/**
 * Runs what only reads: its statements end with `signal`, and then it throws Abandoned. One that waits for somebody
 * else's lock when the whole has lasted for 4 s ends too, with a Problem.
 */
export const whileWanted = <Result>(signal: AbortSignal, read: () => Result): Result =>
  wanted.run({ signal, since: performance.now() }, read)

/** How long what is in force now may still wait for others: 4 s in all. Undefined for what is done to its end. */
export function patience(): number | undefined {
  const now = wanted.getStore()
  return now && Math.max(0, now.since + PATIENCE_MS - performance.now())
}

const NEVER = new AbortController().signal

/** Runs a write of a person, who is told of somebody else's lock as readers are; nobody's leaving ends it. */
export const whileFree = <Result>(write: () => Result): Result => whileWanted(NEVER, write)

/** Runs what is done to its end even if nobody waits for it: what writes, and what others may wait for too. */
export const toTheEnd = <Result>(work: () => Result): Result => wanted.run(undefined, work)

/**
 * Binds the making of items to the signal in force now, even if they are asked for under another one; each may wait
 * for others anew.
 */
export function boundToNow<Item>(items: AsyncIterable<Item>): AsyncIterable<Item> {
  const bound = wanted.getStore()
  const anew = () => bound && { ...bound, since: performance.now() }
  return {
    [Symbol.asyncIterator]: () => {
      const iterator = items[Symbol.asyncIterator]()
      return {
        next: () => wanted.run(anew(), () => iterator.next()),
        return: () => wanted.run(anew(), () => iterator.return?.() ?? DONE),
      }
    },
  }
}

const DONE = Promise.resolve({ done: true as const, value: undefined })

/** Whether a statement of this text waits for a lock that somebody else holds. */
type IsHeldUp = (sql: string) => Promise<boolean>

/**
 * The pool, with connections whose running statement is cancelled when the signal in force at `connect` fires, or
 * when it has waited for others for too long. Such a connection is closed afterwards: a late cancellation must never
 * hit somebody else's statement.
 */
export function abandonable(pool: pg.Pool, isHeldUp: IsHeldUp): PostgresPool {
  return {
    connect: async () => {
      const now = wanted.getStore()
      if (now?.signal.aborted) throw new Abandoned(now.signal.reason)
      if (!now) return pool.connect()
      return watch(await connectSoon(pool), now.signal, isHeldUp)
    },
    end: () => pool.end(),
  }
}

/** A connection of the pool; throws a Problem if there is none before somebody's patience ends. */
async function connectSoon(pool: pg.Pool): Promise<pg.PoolClient> {
  const connecting = pool.connect()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const giveUp = () => {
      connecting.then(
        (client) => client.release(),
        () => undefined,
      )
      reject(new Problem('indisponible', TOO_MANY))
    }
    timer = setTimeout(giveUp, Math.max(patience() ?? 0, CONNECT_MS))
  })
  try {
    return await Promise.race([connecting, late])
  } finally {
    clearTimeout(timer)
  }
}

type Client = Awaited<ReturnType<PostgresPool['connect']>>

function watch(client: pg.PoolClient, signal: AbortSignal, isHeldUp: IsHeldUp): Client {
  let running = 0
  let ended: Error | undefined
  const end = (reason: Error) => {
    if (running === 0 || ended) return
    ended = reason
    cancel(client)
  }
  const abandon = () => end(new Abandoned(signal.reason))
  signal.addEventListener('abort', abandon, { once: true })

  /** Looks at a statement from when it has lasted for too long; returns what stops that. */
  function look(sql: string): () => void {
    let timer: NodeJS.Timeout | undefined
    let over = false
    const again = (ms: number) => {
      timer = setTimeout(() => void check(), ms).unref()
    }
    const check = async () => {
      const heldUp = await isHeldUp(sql)
      if (over) return
      if (heldUp) end(new Problem('indisponible', HELD_UP))
      else again(LOOK_MS)
    }
    again(Math.max(patience() ?? 0, LOOK_MS))
    return () => {
      over = true
      clearTimeout(timer)
    }
  }

  async function query(sql: string, parameters: unknown[]) {
    if (sql !== 'rollback') {
      if (ended) throw ended
      if (signal.aborted) throw new Abandoned(signal.reason)
    }
    const stop = look(sql)
    running++
    try {
      return await client.query(sql, parameters)
    } catch (error) {
      throw ended ?? (signal.aborted ? new Abandoned(error) : error)
    } finally {
      running--
      stop()
    }
  }
  return {
    query: query as unknown as Client['query'],
    release: () => {
      signal.removeEventListener('abort', abandon)
      client.release(ended !== undefined)
    },
  }
}
