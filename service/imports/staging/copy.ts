import type pg from 'pg'
import { from } from 'pg-copy-streams'

/** A COPY FROM STDIN in its own transaction; rolled back unless committed. */
export interface Copy {
  /** Resolves once the bytes are sent; rejects with the server's error about earlier ones. */
  write: (bytes: Buffer) => Promise<void>
  /** Ends the data; resolves when the server has taken all of it. */
  end: () => Promise<void>
  commit: () => Promise<void>
  /** Closes the connection; safe at any time, also after `commit`. */
  abort: () => void
}

/** Opens a COPY on a connection of the pool. */
export async function openCopy(pool: pg.Pool, statement: string): Promise<Copy> {
  const client = await pool.connect()
  let failure: Error | undefined
  let refuse: (error: Error) => void = () => undefined
  let isReleased = false
  const failed = new Promise<never>((_resolve, reject) => (refuse = reject))
  failed.catch(() => undefined)
  const fail = (error: Error) => {
    failure ??= error
    refuse(failure)
  }
  const release = (destroy: boolean) => {
    if (isReleased) return
    isReleased = true
    client.release(destroy)
  }
  client.on('error', fail)
  try {
    await client.query(`begin; set local lock_timeout = '10s'`)
  } catch (error) {
    release(true)
    throw error
  }
  const stream = client.query(from(statement))
  stream.on('error', fail)

  const settled = (start: (done: (error?: Error | null) => void) => void): Promise<void> => {
    if (failure) return Promise.reject(failure)
    const done = new Promise<void>((resolve, reject) =>
      start((error) => (error ? reject(error) : resolve())),
    )
    return Promise.race([done, failed])
  }

  return {
    write: (bytes) => settled((done) => void stream.write(bytes, done)),
    end: () => settled((done) => void stream.end(done)),
    commit: async () => {
      await client.query('commit')
      client.off('error', fail)
      release(false)
    },
    abort: () => {
      fail(new Error('the copy was aborted'))
      release(true)
    },
  }
}
