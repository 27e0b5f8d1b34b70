import { chmodSync, statSync } from 'node:fs'
import { appendFile, rename } from 'node:fs/promises'
import { isDiskFull } from './disk'
import { reasonOf } from './reason'

const MAX_BYTES = 20 * 1024 * 1024
const MAX_WAITING = 4 * 1024 * 1024
/** Longer lines are written in pieces. */
const MAX_LINE = 64 * 1024
const LINE_END = 10

/** A log file shared by several programs; it never blocks them, and its failure is not fatal. */
export interface LogFile {
  /** Opens a sink for one program's output; lines of several programs never mix. */
  open: () => (chunk: Buffer) => void
  /** Resolves when everything is written, or lost. */
  close: () => Promise<void>
}

const countLines = (chunks: Buffer[]): number =>
  chunks.reduce((sum, chunk) => sum + chunk.filter((byte) => byte === LINE_END).length, 0)

/** Returns the file's size; makes it and its older part private. */
function claim(file: string): number {
  for (const part of [file, `${file}.1`])
    try {
      chmodSync(part, 0o600)
    } catch {
      // Missing, or not ours: writing will tell.
    }
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

/**
 * Appends to `file`, rotated to `file.1` at 20 MB. While it is unwritable, lines are lost; `say` is told once, and once
 * it recovers.
 */
export function openLogFile(
  file: string,
  say: (sentence: string) => void,
  maxBytes = MAX_BYTES,
): LogFile {
  let size = claim(file)
  let waiting: Buffer[] = []
  let waitingBytes = 0
  let lost = 0
  let failing = false
  let writing: Promise<void> | undefined

  const fail = (error: unknown) => {
    if (failing) return
    failing = true
    const reason = isDiskFull(error)
      ? 'le disque est plein'
      : ((error as NodeJS.ErrnoException).code ?? reasonOf(error))
    say(`Le journal ${file} n’est plus écrit (${reason}) ; l’application continue sans lui.`)
  }
  const append = async (chunks: Buffer[]) => {
    const gap = lost > 0 ? [Buffer.from(`\n{"level":40,"msg":"${lost} lignes perdues"}\n`)] : []
    const bytes = Buffer.concat([...gap, ...chunks])
    if (size > 0 && size + bytes.length > maxBytes) {
      await rename(file, `${file}.1`).catch(() => undefined)
      size = 0
    }
    await appendFile(file, bytes, { mode: 0o600 })
    size += bytes.length
    if (failing) say(`Le journal ${file} est de nouveau écrit (lignes perdues : ${lost}).`)
    failing = false
    lost = 0
  }
  const writeAll = async () => {
    while (waiting.length > 0) {
      const chunks = waiting
      waiting = []
      waitingBytes = 0
      await append(chunks).catch((error: unknown) => {
        lost += countLines(chunks)
        fail(error)
      })
    }
    writing = undefined
  }
  const push = (lines: Buffer) => {
    if (lines.length === 0) return
    if (waitingBytes > MAX_WAITING) lost += countLines([lines])
    else {
      waiting.push(lines)
      waitingBytes += lines.length
      writing ??= writeAll()
    }
  }
  return {
    open: () => {
      let rest = Buffer.alloc(0)
      return (chunk) => {
        const bytes = Buffer.concat([rest, chunk])
        const end = bytes.length > MAX_LINE ? bytes.length : bytes.lastIndexOf(LINE_END) + 1
        push(bytes.subarray(0, end))
        rest = bytes.subarray(end)
      }
    },
    close: async () => {
      await writing
    },
  }
}
