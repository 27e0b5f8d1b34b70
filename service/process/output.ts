import { write, writeSync } from 'node:fs'

const MAX_WAITING = 4 * 1024 * 1024
const RETRY = 100

/**
 * Writes lines to a file descriptor. Never blocks, throws or keeps the process alive: lines that the descriptor does
 * not accept (broken pipe, full disk, stalled reader) are lost. pino's own destination would retry forever at exit.
 */
export function openOutput(fd: number): { write: (line: string) => void } {
  let waiting = ''
  let busy = false

  const settle = (bytes: Buffer, error: NodeJS.ErrnoException | null, written: number) => {
    if (error?.code === 'EAGAIN') setTimeout(() => send(bytes), RETRY)
    else send(error ? undefined : bytes.subarray(written))
  }
  const send = (rest?: Buffer) => {
    const bytes = rest && rest.length > 0 ? rest : Buffer.from(waiting)
    if (bytes !== rest) waiting = ''
    busy = bytes.length > 0
    if (busy) write(fd, bytes, (error, written) => settle(bytes, error, written))
  }
  process.once('exit', () => {
    try {
      for (let rest = Buffer.from(waiting); rest.length > 0;)
        rest = rest.subarray(writeSync(fd, rest))
    } catch {
      // Nobody is left to tell.
    }
  })
  return {
    write: (line) => {
      if (waiting.length > MAX_WAITING) return
      waiting += line
      if (busy) return
      busy = true
      setImmediate(send)
    },
  }
}

/** Log destination of the programs. */
export const standardOutput = openOutput(1)
