/** The parts used of a connection and a server. */
interface Connection {
  destroyed: boolean
  readableEnded: boolean
  writable: boolean
  end: () => unknown
  destroy: () => unknown
  destroySoon: () => void
  pause: () => unknown
  resume: () => unknown
  removeAllListeners: (event: 'data') => unknown
  on: (event: 'data', listener: () => void) => unknown
  once: (event: 'close' | 'resume', listener: () => void) => unknown
}

interface Listening {
  on: (event: 'connection', listener: (connection: Connection) => void) => unknown
}

/** How long a client may keep sending after the last response, in ms. */
const LINGER = 30_000

/**
 * Makes a server that closes a connection read on until the client ends it too, for at most `linger` ms: closed over
 * bytes that nobody read, the connection is reset, and a client that is still sending never sees its response.
 */
export function closeGently(server: Listening, linger = LINGER): void {
  server.on('connection', (connection) => {
    let isClosing = false
    connection.destroySoon = () => {
      if (connection.writable) connection.end()
      // With both sides ended it closes of itself.
      if (isClosing || connection.destroyed || connection.readableEnded) return
      isClosing = true
      connection.pause()
      // Node's parser reads again before it is taken off: it would report each further byte as unreadable.
      connection.once('resume', () => {
        connection.removeAllListeners('data')
        connection.on('data', () => undefined)
      })
      connection.resume()
      const cut = setTimeout(() => connection.destroy(), linger)
      connection.once('close', () => clearTimeout(cut))
    }
  })
}
