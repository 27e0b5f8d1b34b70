import { readSync, writeSync } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { openUnnamed } from '../../platform/http/files/spool'
import type { Mesure } from './mesure'
import { damaged, refuse } from './refus'
import { MAX_TEXT, unescape } from './valeurs'
import { createXmlReader } from './xml'

/** Texts that cells share, by their number; they are read as far as cells show them. */
export interface Textes {
  /** Reads on until the text of a number is there. Throws a Problem if there is none. */
  readTo: (index: number) => Promise<void>
  /** One of those that are there. */
  at: (index: number) => string
  close: () => Promise<void>
}

const BLOCK = 64 * 1024
/** Blocks kept in memory: 16 MiB. */
const MAX_BLOCKS = 256
/** As many as a sheet has rows, for ten columns. */
const MAX_TEXTES = 10_485_760
const STARTS = 64 * 1024

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
    /** Moves to a file what would take too much memory; to be called before bytes are read. */
    settle: async () => {
      const last = Math.floor(size / BLOCK)
      if (file && size % BLOCK > 0) writeSync(file.fd, blockAt(last), 0, BLOCK, last * BLOCK)
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
    close: async () => file?.close(),
  }
}

/** Opens the shared texts of a workbook: rich text joined, without its phonetic runs. */
export function openTextes(
  part: AsyncGenerator<Buffer> | undefined,
  folder: string,
  mesure: Mesure,
): Textes {
  const starts = createStarts()
  const bytes = createBytes(folder)
  let text: string | undefined
  let isText = false
  let phonetic = 0

  const reader = createXmlReader({
    open: (name) => {
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
        starts.push(bytes.size())
        bytes.append(Buffer.from(unescape(text)))
        text = undefined
      }
    },
  })
  return {
    readTo: async (index) => {
      if (index >= MAX_TEXTES) throw refuse('lourd')
      while (index >= starts.count()) {
        const piece = await part?.next()
        if (!piece || piece.done) throw damaged(`no text ${index}`)
        mesure.lire(piece.value.length, 'textes')
        reader.push(piece.value)
        await bytes.settle()
      }
    },
    at: (index) =>
      bytes.read(
        starts.at(index),
        starts.count() > index + 1 ? starts.at(index + 1) : bytes.size(),
      ),
    close: async () => {
      await part?.return(undefined)
      await bytes.close()
    },
  }
}
