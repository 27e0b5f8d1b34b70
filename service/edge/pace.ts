/** What we use of a connection, of an answer and of a server. */
interface Connection {
  destroyed: boolean
  bytesWritten: number
  writableLength: number
  /** Not on connections that tests make up. */
  resetAndDestroy?: () => unknown
}

interface Answer {
  socket: Connection | null
  headersSent: boolean
  writableFinished: boolean
  destroy: (error?: Error) => unknown
  once: (event: 'close', then: () => void) => unknown
}

/** The least that the other side of a connection must bring or take: so many bytes within so long. */
export interface Pace {
  bytes: number
  ms: number
}

/** 4 KiB a second: a slow line carries five times as much. */
export const LEAST: Pace = { bytes: 240 * 1024, ms: 60_000 }

const TICKS = 20

/** Breaks a connection so that nobody takes what was sent for the whole, however its end is told. */
function breakOff(response: Answer): void {
  const { socket } = response
  if (socket && !socket.destroyed) socket.resetAndDestroy?.()
}

/** Looks at one answer, often; time in which its reader waits for us does not count. */
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

/** Makes an answer that is given up in its middle break its connection. */
function breakVisibly(response: Answer): void {
  const destroy = response.destroy.bind(response)
  response.destroy = (error) => {
    if (response.headersSent && !response.writableFinished) breakOff(response)
    return destroy(error)
  }
}

/**
 * Hears a server's requests, before all others do, and breaks off every answer whose reader takes too little of what
 * waits for it. What ends too soon breaks too.
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
