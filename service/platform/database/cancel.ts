import { connect } from 'node:net'
import type pg from 'pg'

/** What PostgreSQL takes for a request to cancel, where other clients send their version. */
const CANCEL = 80877102
const PATIENCE = 2_000

/** What `pg` knows of its connection, and its types do not. */
interface Backend {
  host: string
  port: number
  processID: number
  secretKey: number
}

/**
 * Ends what a connection runs, over a socket of its own, so that it needs no place among the connections; PgBouncer
 * passes it on. The connection itself is cut if that does not help. What it runs next might be hit: it is to run
 * nothing more.
 */
export function cancel(client: pg.PoolClient): void {
  const { host, port, processID, secretKey } = client as unknown as Backend
  const words = Buffer.alloc(16)
  ;[16, CANCEL, processID, secretKey].forEach((word, at) => words.writeInt32BE(word, at * 4))
  const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
  const cut = setTimeout(() => {
    socket.destroy()
    void (client as unknown as pg.Client).end().catch(() => undefined)
  }, PATIENCE)
  client.once('end', () => clearTimeout(cut))
  socket.on('error', () => undefined).end(words)
}
