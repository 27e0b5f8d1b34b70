import { AsyncLocalStorage } from 'node:async_hooks'
import { connect } from 'node:net'
import type { PostgresPool } from 'kysely'
import type pg from 'pg'
import { Problem } from '../../problem'

/** The caller has gone; nobody waits for the result. */
export class Abandoned extends Error {
  constructor(cause?: unknown) {
    super('nobody waits for this any more', { cause })
    this.name = 'Abandoned'
  }
}

/** A caller's abort signal, and when it started waiting. */
interface Wanted {
  signal: AbortSignal
  since: number
}

const wanted = new AsyncLocalStorage<Wanted | undefined>()

/** A page has 10 s and may make two calls in sequence; an import locks readers out for up to 3 s. */
const PATIENCE_MS = 4_000
/** Minimum delay before a statement's first lock check, and interval between checks. */
const LOOK_MS = 500

/** Minimum wait granted for a connection. */
const CONNECT_MS = 3_000

const TOO_MANY =
  'Trop de demandes attendent la base en même temps. Réessayez dans quelques instants.'
const HELD_UP =
  'Ces données sont retenues par une autre opération sur la base. Réessayez dans quelques instants.'

/**
 * Runs a read: its statements are cancelled when `signal` fires, and it then throws Abandoned. A statement still
 * blocked on another session's lock after 4 s in total is cancelled too, with a Problem.
 */
export const whileWanted = <Result>(signal: AbortSignal, read: () => Result): Result =>
  wanted.run({ signal, since: performance.now() }, read)

/** Returns the remaining wait budget in ms (4 s in all); undefined for work that always runs to completion. */
export function patience(): number | undefined {
  const now = wanted.getStore()
  return now && Math.max(0, now.since + PATIENCE_MS - performance.now())
}

const NEVER = new AbortController().signal

/** Runs a user's write: gives up on a foreign lock as reads do, but is not cancelled when the client leaves. */
export const whileFree = <Result>(write: () => Result): Result => whileWanted(NEVER, write)

/** Runs work to completion even if its caller leaves: writes, and work that other callers share. */
export const toTheEnd = <Result>(work: () => Result): Result => wanted.run(undefined, work)

/**
 * Binds the producer of `items` to the current signal, even if consumed under another one; each item gets a fresh wait
 * budget.
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

/** Whether a statement with this text is blocked on another session's lock. */
type IsHeldUp = (sql: string) => Promise<boolean>

/**
 * Wraps the pool: a connection's running statement is cancelled when the signal current at `connect` fires, or when it
 * has been blocked too long. Such a connection is closed on release, so that a late cancellation never hits another
 * caller's statement.
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

/** Takes a connection from the pool; throws a Problem if none comes free within the wait budget. */
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

/** Protocol code of a CancelRequest, sent in place of the protocol version. */
const CANCEL = 80877102
const CANCEL_MS = 2_000

/** Fields of `pg`'s client that its types omit. */
interface Backend {
  host: string
  port: number
  processID: number
  secretKey: number
}

/**
 * Cancels a connection's running statement over a socket of its own, needing no slot of the pool; works through
 * PgBouncer. Closes the connection if that has no effect. The cancellation may hit the next statement: the connection
 * must not be reused.
 */
function cancel(client: pg.PoolClient): void {
  const { host, port, processID, secretKey } = client as unknown as Backend
  const words = Buffer.alloc(16)
  ;[16, CANCEL, processID, secretKey].forEach((word, at) => words.writeInt32BE(word, at * 4))
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
  const cut = setTimeout(() => {
    socket.destroy()
    void (client as unknown as pg.Client).end().catch(() => undefined)
  }, CANCEL_MS)
  client.once('end', () => clearTimeout(cut))
  socket.on('error', () => undefined).end(words)
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

  /** Checks a statement for lock waits once the budget is spent; returns the function that stops checking. */
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
