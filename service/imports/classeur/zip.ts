import type { FileHandle } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { crc32, createInflateRaw } from 'node:zlib'
import { type Entry, fromFdPromise, type ZipFile } from 'yauzl'
import { Problem } from '../../problem'
import { estBombe } from './mesure'
import { damaged, type Limites, refuse } from './refus'

/** A workbook has some dozens. */
const MAX_PARTS = 10_000
const CHUNK = 64 * 1024
/** What is read of a part between two turns of the event loop. */
const PIECE = 16 * 1024

const STORED = 0
const DEFLATED = 8

export interface Parts {
  has: (name: string) => boolean
  names: () => string[]
  /** Whether both names are those of one part. */
  same: (name: string, other: string) => boolean
  /** Of the file as sent. */
  bytes: () => number
  /** Decompresses a part, in small pieces. Throws a Problem if it is missing, damaged or a bomb. */
  read: (name: string) => AsyncGenerator<Buffer>
}

const keyOf = (name: string) => name.toLowerCase()

const isProblem = (error: unknown): error is Problem => error instanceof Problem

async function listEntries(zip: ZipFile, limites: Limites): Promise<Map<string, Entry>> {
  if (zip.entryCount > MAX_PARTS) throw refuse('bombe')
  const entries = new Map<string, Entry>()
  let total = 0
  let compressed = 0
  for await (const entry of zip.eachEntry()) {
    if (entry.isEncrypted()) throw refuse('chiffre')
    if (entries.has(keyOf(entry.fileName))) throw damaged(`${entry.fileName} twice`)
    total += entry.uncompressedSize
    compressed += entry.compressedSize
    if (total > limites.decompresses || estBombe(entry.uncompressedSize, entry.compressedSize))
      throw refuse('bombe')
    entries.set(keyOf(entry.fileName), entry)
  }
  // Parts that share their bytes, and many that are each just below a bomb.
  if (compressed > zip.fileSize || estBombe(total, compressed)) throw refuse('bombe')
  return entries
}

/** The declared size and sum of a part are checked by what really comes out of it. */
async function* inflate(zip: ZipFile, entry: Entry): AsyncGenerator<Buffer> {
  const { compressionMethod: method, uncompressedSize, compressedSize, fileName } = entry
  if (method !== STORED && method !== DEFLATED) throw damaged(`${fileName}: method ${method}`)
  const raw = await zip.openReadStreamPromise(entry, { decodeFileData: false })
  const inflater = createInflateRaw({ chunkSize: CHUNK })
  const bytes = method === STORED ? raw : pipeline(raw, inflater, () => undefined)
  let size = 0
  let sum = 0
  try {
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      size += chunk.length
      sum = crc32(chunk, sum)
      if (size > uncompressedSize) throw refuse('bombe')
      if (method === DEFLATED && estBombe(size, inflater.bytesWritten)) throw refuse('bombe')
      for (let at = 0; at < chunk.length; at += PIECE) {
        yield chunk.subarray(at, at + PIECE)
        await nextTurn()
      }
    }
  } finally {
    raw.destroy()
    inflater.destroy()
  }
  if (size !== uncompressedSize || sum !== entry.crc32) throw damaged(`${fileName}: wrong sum`)
  if (method === DEFLATED && inflater.bytesWritten !== compressedSize)
    throw damaged(`${fileName}: bytes after its end`)
}

/** Opens the parts of a zip file that `file` keeps open. Throws a Problem for what no workbook is. */
export async function openParts(file: FileHandle, limites: Limites): Promise<Parts> {
  const about = (error: unknown) => (isProblem(error) ? error : refuse('abime', error))
  const zip = await fromFdPromise(file.fd, { autoClose: false, lazyEntries: true }).catch(
    (error: unknown) => {
      throw about(error)
    },
  )
  const entries = await listEntries(zip, limites).catch((error: unknown) => {
    throw about(error)
  })
  return {
    has: (name) => entries.has(keyOf(name)),
    names: () => [...entries.keys()],
    same: (name, other) => keyOf(name) === keyOf(other),
    bytes: () => zip.fileSize,
    read: async function* read(name) {
      const entry = entries.get(keyOf(name))
      if (!entry) throw damaged(`no part ${name}`)
      try {
        yield* inflate(zip, entry)
      } catch (error) {
        throw about(error)
      }
    },
  }
}
