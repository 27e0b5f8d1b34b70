import type { Motif } from '../cells/motifs'
import {
  createOutput,
  endCell,
  endRow,
  flush,
  type Output,
  reserve,
  writeBytes,
  writeFlag,
  writeInteger,
  writeText,
} from './output'

/**
 * Destinations of rows, as buffers in COPY text format.
 * `lignes`: rows whose key occurs for the first time.
 * `reprises`: rows whose key may already have been read, and short rows as completed: line, whether short, then the
 * columns.
 * `rejets`: import id, line, text, motif, and the motif once short rows are completed.
 */
export interface Sinks {
  lignes: (bytes: Buffer) => void
  reprises: (bytes: Buffer) => void
  rejets: (bytes: Buffer) => void
}

/** A reject's text is truncated to this many bytes. */
const REJECT_BYTES = 64 * 1024

/** Rejects kept per file, and their total bytes; the first few of each reason are always kept. */
const MOST = 50_000
const MOST_BYTES = 32 * 1024 * 1024
export const EXAMPLES = 5

/** Writes the first rejects of one file; the last motif is the one once short rows are completed. */
export function createRejects(fichierId: string, { rejets }: Sinks) {
  const output = createOutput()
  const byReason = new Map<string, number>()
  let kept = 0
  let keptBytes = 0
  return {
    /** Returns whether the reject is kept. */
    write: (line: number, raw: Buffer, motif: Motif, completed: Motif | 'valide'): boolean => {
      const reason = `${motif} ${completed}`
      const before = byReason.get(reason) ?? 0
      if (before >= EXAMPLES && (kept >= MOST || keptBytes >= MOST_BYTES)) return false
      byReason.set(reason, before + 1)
      kept++
      const shown = raw.length > REJECT_BYTES ? raw.subarray(0, REJECT_BYTES) : raw
      const text = Buffer.from(shown.toString('utf8').replaceAll('\0', '\ufffd'))
      reserve(output, text.length * 2 + 256, rejets)
      writeText(output, fichierId)
      endCell(output)
      writeInteger(output, line)
      endCell(output)
      writeBytes(output, text, 0, text.length)
      endCell(output)
      writeText(output, motif)
      endCell(output)
      writeText(output, completed)
      endCell(output)
      endRow(output)
      keptBytes += text.length
      return true
    },
    flush: () => flush(output, rejets),
  }
}

/** Writes rows that may replace an earlier one; their line numbers tell later which comes last. */
export function createRepeats({ reprises }: Sinks) {
  const output = createOutput()
  return {
    /** Moves the last row out of `lines`, from `start` on. */
    takeBack: (line: number, isShort: boolean, lines: Output, start: number) => {
      reserve(output, lines.at - start + 64, reprises)
      writeInteger(output, line)
      endCell(output)
      writeFlag(output, isShort)
      endCell(output)
      lines.bytes.copy(output.bytes, output.at, start, lines.at)
      output.at += lines.at - start
      lines.at = start
    },
    flush: () => flush(output, reprises),
  }
}
