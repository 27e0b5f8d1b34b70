import { randomUUID } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import path from 'node:path'

/** Kept in memory up to this size; most files are smaller. */
const IN_MEMORY = 64 * 1024
/** Chunk size of a read. */
const PART = 64 * 1024

/** A buffer written at one pace and read at another, once, from its beginning. */
export interface Spool {
  write: (bytes: Buffer) => Promise<void>
  /** Marks the end, or the error that its reader then gets at once. */
  end: (error?: Error) => void
  /** Streams all bytes as they arrive. */
  read: () => AsyncGenerator<Buffer>
  /** Frees its storage: pending writes and reads fail with this error. */
  forget: (error: Error) => void
  /** Bytes written, and bytes read. */
  size: () => number
  taken: () => number
}

/** An unlinked file: it vanishes with the process, and no one else can open it. */
export async function openUnnamed(folder: string): Promise<FileHandle> {
  const name = path.join(folder, `.envoi-${randomUUID()}`)
  const file = await open(name, 'wx+', 0o600)
  await unlink(name)
  return file
}

/** Opens a spool that overflows to `folder`. */
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
    if (over?.error) {
      await opened.close()
      throw over.error
    }
    file = opened
    await opened.appendFile(Buffer.concat(parts))
    parts = []
    return opened
  }
  return {
    write: async (bytes) => {
      if (over?.error) throw over.error
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
    forget: (error) => {
      over = { error: over?.error ?? error }
      changed()
      parts = []
      void file?.close().catch(() => undefined)
    },
    size: () => size,
    taken: () => taken,
  }
}
