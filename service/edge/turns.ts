interface Connection {
  destroyed: boolean
  destroy: () => unknown
}

interface Answer {
  once: (event: 'close', then: () => void) => unknown
}

/** How many requests a client may send ahead of their answers; browsers send none. */
const AHEAD = 20

const queues = new WeakMap<Connection, (() => void)[]>()

/**
 * Lets a connection's requests begin one after the other, whatever it sends ahead: one small packet may hold a thousand
 * of them. Resolves when the answers to all earlier ones are out; undefined where there are none. A client that does
 * not wait at all is cut off.
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
