import { randomUUID } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import path from 'node:path'

/** So much is kept in memory; most files are smaller. */
const IN_MEMORY = 64 * 1024
/** What is read at once for one reader. */
const PART = 64 * 1024

/** What is written at one pace and read at another, once and from its beginning. */
export interface Spool {
  write: (bytes: Buffer) => Promise<void>
  /** Says that all is written, or why it never will be: its reader then fails too, at once. */
  end: (error?: Error) => void
  /** All bytes, as they come. */
  read: () => AsyncGenerator<Buffer>
  /** Gives back its room: who still writes or reads fails. */
  forget: () => void
  /** How many bytes were written, and how many read. */
  size: () => number
  taken: () => number
}

/** A file without a name: it is gone with its process, and nobody else finds it. */
async function openUnnamed(folder: string): Promise<FileHandle> {
  const name = path.join(folder, `.envoi-${randomUUID()}`)
  const file = await open(name, 'wx+', 0o600)
  await unlink(name)
  return file
}

const unread = () => new Error('nobody reads this file any more')

/** Opens a spool that has its bytes in `folder` when they are many. */
export function openSpool(folder: string): Spool {
  let parts: Buffer[] = []
  let file: FileHandle | undefined
  let size = 0
  let taken = 0
  let over: { error?: Error } | undefined
  let changed = () => {}

  async function readPart(): Promise<Buffer> {
    if (!file) return Buffer.concat(parts).subarray(taken)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(PART), 0, PART, taken)
    return buffer.subarray(0, bytesRead)
  }
  async function spill(): Promise<FileHandle> {
    const opened = await openUnnamed(folder)
    if (over) {
      await opened.close()
      throw over.error ?? unread()
    }
    file = opened
    await opened.appendFile(Buffer.concat(parts))
    parts = []
    return opened
  }
  return {
    write: async (bytes) => {
      if (over) throw over.error ?? unread()
      if (!file && size + bytes.length <= IN_MEMORY) parts.push(bytes)
      else await (file ?? (await spill())).appendFile(bytes)
      size += bytes.length
      changed()
    },
    end: (error) => {
      over ??= { ...(error && { error }) }
      changed()
    },
    async *read() {
      for (;;) {
        while (taken === size && !over) await new Promise<void>((resolve) => (changed = resolve))
        if (over?.error) throw over.error
        if (taken === size) return
        const bytes = await readPart()
        taken += bytes.length
        yield bytes
      }
    },
    forget: () => {
      over = { error: over?.error ?? unread() }
      changed()
      parts = []
      void file?.close().catch(() => undefined)
    },
    size: () => size,
    taken: () => taken,
  }
}
