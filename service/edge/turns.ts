interface Connection {
  destroyed: boolean
  destroy: () => unknown
}

interface Answer {
  once: (event: 'close', then: () => void) => unknown
}

/** Maximum pipelined requests per connection; browsers send none. */
const AHEAD = 20

const queues = new WeakMap<Connection, (() => void)[]>()

/**
 * Serialises a connection's pipelined requests: one small packet may hold a thousand. Resolves when earlier responses
 * are out; undefined if there are none. Beyond the limit, the client is cut off.
 */
export function takeTurn(connection: Connection, answer: Answer): Promise<void> | undefined {
  const queue = queues.get(connection)
  answer.once('close', () => {
    const next = connection.destroyed ? undefined : queues.get(connection)?.shift()
    if (next) next()
    else queues.delete(connection)
  })
  if (!queue) {
    queues.set(connection, [])
    return undefined
  }
  if (queue.length >= AHEAD) connection.destroy()
  return new Promise((resolve) => {
    if (!connection.destroyed) queue.push(resolve)
  })
}
