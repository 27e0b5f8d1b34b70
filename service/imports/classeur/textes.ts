import { readSync, writeSync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { openUnnamed } from '../../platform/http/files/spool'
import { damaged, refuse } from './refus'
import { MAX_TEXT, unescape } from './valeurs'
import { readXml } from './xml'
import type { Parts } from './zip'

/** Texts that cells share, by their number. */
export interface Textes {
  at: (index: number) => string
  close: () => Promise<void>
}

const BLOCK = 64 * 1024
/** Blocks kept in memory: 16 MiB. */
const MAX_BLOCKS = 256
/** As many as a sheet has rows, for ten columns. */
const MAX_TEXTES = 10_485_760
const STARTS = 64 * 1024
/** Of a text: `<si/>`. */
const LEAST_BYTES = 5

/** Numbers that grow in steps, never copied. */
function createStarts() {
  const parts: Uint32Array[] = []
  let count = 0
  return {
    count: () => count,
    push: (start: number) => {
      if (count % STARTS === 0) parts.push(new Uint32Array(STARTS))
      const part = parts.at(-1)
      if (part) part[count % STARTS] = start
      count++
    },
    at: (index: number) => parts[Math.floor(index / STARTS)]?.[index % STARTS] ?? 0,
  }
}

/** Bytes that were appended; the latest read blocks are in memory, all are in a file once they are many. */
function createBytes(folder: string) {
  const blocks = new Map<number, Buffer>()
  let file: FileHandle | undefined
  let size = 0

  const keep = (index: number, block: Buffer) => {
    blocks.delete(index)
    blocks.set(index, block)
  }
  /** A block to fill; the one that was not read for the longest time leaves its memory. */
  const takeBlock = (): Buffer => {
    const [oldest] = blocks
    if (!file || blocks.size < MAX_BLOCKS || !oldest) return Buffer.allocUnsafe(BLOCK)
    blocks.delete(oldest[0])
    return oldest[1]
  }
  const blockAt = (index: number): Buffer => {
    const known = blocks.get(index)
    const block = known ?? takeBlock()
    if (!known && file) readSync(file.fd, block, 0, BLOCK, index * BLOCK)
    if (file || !known) keep(index, block)
    return block
  }
  return {
    size: () => size,
    append: (bytes: Buffer) => {
      for (let from = 0; from < bytes.length;) {
        const index = Math.floor(size / BLOCK)
        if (size % BLOCK === 0) keep(index, takeBlock())
        const taken = bytes.copy(blockAt(index), size % BLOCK, from)
        size += taken
        from += taken
        if (file && size % BLOCK === 0) writeSync(file.fd, blockAt(index), 0, BLOCK, index * BLOCK)
      }
    },
    /** Moves to a file what would take too much memory; to be called now and then. */
    spill: async () => {
      if (file || blocks.size <= MAX_BLOCKS) return
      const opened = await openUnnamed(folder)
      for (const [index, block] of blocks) writeSync(opened.fd, block, 0, BLOCK, index * BLOCK)
      file = opened
      for (const index of [...blocks.keys()].slice(0, -MAX_BLOCKS)) blocks.delete(index)
    },
    read: (start: number, end: number): string => {
      const first = Math.floor(start / BLOCK)
      const within = blockAt(first).subarray(start % BLOCK, (start % BLOCK) + end - start)
      if (end - first * BLOCK <= BLOCK) return within.toString('utf8')
      const whole = Buffer.allocUnsafe(end - start)
      for (let at = start; at < end;) {
        const block = blockAt(Math.floor(at / BLOCK))
        at += block.copy(whole, at - start, at % BLOCK, Math.min(BLOCK, (at % BLOCK) + end - at))
      }
      return whole.toString('utf8')
    },
    /** Nothing is appended any more. */
    end: () => {
      const last = Math.floor(size / BLOCK)
      if (file && size % BLOCK > 0) writeSync(file.fd, blockAt(last), 0, BLOCK, last * BLOCK)
    },
    close: async () => file?.close(),
  }
}

/** Whether `<si` and the end of that name are at this place. */
const beginsText = (bytes: Buffer, at: number): boolean => {
  if (bytes[at] !== 0x3c || bytes[at + 1] !== 0x73 || bytes[at + 2] !== 0x69) return false
  const end = bytes[at + 3]
  return end === 0x3e || end === 0x2f || end === 0x20
}

/**
 * Refuses a large part whose bytes tell already that its texts are too many, long before they would all be read. Texts
 * that are written otherwise are counted as they are read.
 */
async function refuseMany(part: AsyncGenerator<Buffer>): Promise<void> {
  let seen = 0
  for await (const chunk of part) {
    for (let at = 0; at < chunk.length; at++) if (beginsText(chunk, at)) seen++
    if (seen > MAX_TEXTES) throw refuse('lourd')
  }
}

/** Reads the shared texts of a workbook: rich text joined, without its phonetic runs. */
export async function readTextes(
  parts: Parts,
  name: string | undefined,
  folder: string,
): Promise<Textes> {
  if (name !== undefined && parts.size(name) > MAX_TEXTES * LEAST_BYTES)
    await refuseMany(parts.read(name))
  const part = name === undefined ? undefined : parts.read(name)
  const starts = createStarts()
  const bytes = createBytes(folder)
  let text: string | undefined
  let isText = false
  let phonetic = 0

  const spilling = async function* (chunks: AsyncGenerator<Buffer>) {
    for await (const chunk of chunks) {
      yield chunk
      await bytes.spill()
    }
  }
  const read = () =>
    part &&
    readXml(spilling(part), {
      open: (name, { uniqueCount }) => {
        if (name === 'sst' && Number(uniqueCount) > MAX_TEXTES) throw refuse('lourd')
        if (name === 'si') text = ''
        else if (name === 'rPh') phonetic++
        else if (name === 't') isText = phonetic === 0
      },
      text: (more) => {
        if (isText && text !== undefined && text.length < MAX_TEXT) text += more
      },
      close: (name) => {
        if (name === 't') isText = false
        else if (name === 'rPh') phonetic--
        else if (name === 'si' && text !== undefined) {
          if (starts.count() >= MAX_TEXTES) throw refuse('lourd')
          starts.push(bytes.size())
          bytes.append(Buffer.from(unescape(text)))
          text = undefined
        }
      },
    })
  try {
    await read()
    bytes.end()
  } catch (error) {
    await bytes.close()
    throw error
  }
  return {
    at: (index) => {
      if (!Number.isInteger(index) || index < 0 || index >= starts.count())
        throw damaged(`no text ${index}`)
      const end = index + 1 < starts.count() ? starts.at(index + 1) : bytes.size()
      return bytes.read(starts.at(index), end)
    },
    close: bytes.close,
  }
}
