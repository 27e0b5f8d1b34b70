import { connect } from 'node:net'
import type pg from 'pg'

/** Protocol code of a CancelRequest, sent in place of the protocol version. */
const CANCEL = 80877102
const PATIENCE = 2_000

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
