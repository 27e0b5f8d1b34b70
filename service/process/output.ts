import { write, writeSync } from 'node:fs'

const MAX_WAITING = 4 * 1024 * 1024
const RETRY = 100

/**
 * A file descriptor that lines are written to. Writing never waits, never throws and never keeps a process from
 * ending: lines that the descriptor does not take (a broken pipe, a full disk, a reader that stands still) are
 * lost. pino's own destination retries them for ever when its process exits.
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

/** Where the programs log. */
export const standardOutput = openOutput(1)
