/** The parts used of a connection, response and server. */
interface Connection {
  destroyed: boolean
  bytesWritten: number
  writableLength: number
  /** Absent from the connections that tests fake. */
  resetAndDestroy?: () => unknown
}

interface Answer {
  socket: Connection | null
  headersSent: boolean
  writableFinished: boolean
  destroy: (error?: Error) => unknown
  once: (event: 'close', then: () => void) => unknown
}

/** Minimum rate to send or read at: bytes per interval. */
export interface Pace {
  bytes: number
  ms: number
}

/** 4 KiB/s: a slow line carries five times as much. */
export const LEAST: Pace = { bytes: 240 * 1024, ms: 60_000 }

const TICKS = 20

/** Resets the connection, so that a partial response is never taken for a complete one. */
function breakOff(response: Answer): void {
  const { socket } = response
  if (socket && !socket.destroyed) socket.resetAndDestroy?.()
}

/** Returns a periodic check of one response; time during which its reader waits for us does not count. */
function createLook(response: Answer, least: Pace): () => void {
  const { socket } = response
  const taken = () => (socket ? socket.bytesWritten - socket.writableLength : 0)
  let before = taken()
  let ticks = 0
  return () => {
    if (!socket || socket.writableLength === 0 || ++ticks < TICKS) return
    if (taken() - before < least.bytes) breakOff(response)
    before = taken()
    ticks = 0
  }
}

/** Makes a response destroyed midway reset its connection. */
function breakVisibly(response: Answer): void {
  const destroy = response.destroy.bind(response)
  response.destroy = (error) => {
    if (response.headersSent && !response.writableFinished) breakOff(response)
    return destroy(error)
  }
}

/**
 * Returns a request listener, to be added first, that resets every response whose reader is too slow, or which ends
 * early.
 */
export function watchReaders(least = LEAST): (request: unknown, response: Answer) => void {
  const looks = new Set<() => void>()
  let timer: ReturnType<typeof setInterval> | undefined
  return (_request, response) => {
    breakVisibly(response)
    const look = createLook(response, least)
    looks.add(look)
    timer ??= setInterval(() => looks.forEach((one) => one()), least.ms / TICKS)
    response.once('close', () => {
      looks.delete(look)
      if (looks.size > 0) return
      clearInterval(timer)
      timer = undefined
    })
  }
}
