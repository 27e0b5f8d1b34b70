import type { TypeFichier } from '#contract/imports.ts'
import { isThreeDecimals } from './cells'
import { type Dialect, detectDialect, needsMore, refuseWorkbook } from './dialect'
import { createDecoder, type Encodage } from './encoding'
import { createSeen } from './keys'
import type { Motif } from './motifs'
import {
  createOutput,
  flush,
  type Output,
  reserve,
  writeBytes,
  writeInteger,
  writeText,
} from './output'
import { createRowWriter, type RowWriter } from './rows'
import { createScanner, rawOf, type Row, type Scanner } from './scanner'

/** What was counted in a file; rows = valid + zeros + rejected, before duplicates are settled. */
export interface Lecture {
  /** The file's own names, and the place of each known field among them. */
  entete: string[]
  places: Record<string, number>
  ignorees: string[]
  delimiteur: string
  ligneEntete: number
  encodage: Encodage
  /** The table's columns that rows were written in. */
  colonnes: string[]
  total: number
  valides: number
  zeros: number
  rejets: number
  /** Rows that stand among `reprises`, the short ones left out. */
  reprises: number
  /** Rows with too few fields, and those of them that are in order once completed. */
  courtes: number
  courtesValides: number
  courtesZeros: number
  centimes: number
  courtesCentimes: number
  premierJour: number
  dernierJour: number
  /** Amounts such as 1.234, read as 1,23 €. */
  troisDecimales: number
}

/**
 * Where the rows go, as buffers in COPY's text format.
 * `lignes`: rows whose key stands there for the first time. `reprises`: rows whose key may have been read
 * before, and short rows as they are once completed: line, whether short, then the columns.
 * `rejets`: import id, line, text, motif, and the motif that stays when short rows are completed.
 */
export interface Sinks {
  lignes: (bytes: Buffer) => void
  reprises: (bytes: Buffer) => void
  rejets: (bytes: Buffer) => void
}

export interface Reader {
  push: (chunk: Buffer) => void
  end: () => Lecture
  /** The columns that rows are written in, once the header was read. */
  columns: () => string[]
}

/** A rejected row's text is kept so far. */
const REJECT_BYTES = 64 * 1024

/**
 * Reads a file of one type as its bytes come. `fileBytes` is about its size, `latest` the last day a donation
 * may bear (YYYYMMDD). Throws a Problem where it has no header; then nothing was written.
 */
export function createReader(
  type: TypeFichier,
  options: { importId: string; fileBytes: number; latest: number },
  sinks: Sinks,
): Reader {
  const decoder = createDecoder()
  const isSeen = createSeen(options.fileBytes)
  const lines = createOutput()
  const repeats = createOutput()
  const rejects = createOutput()
  const counts = {
    total: 0,
    valides: 0,
    zeros: 0,
    rejets: 0,
    reprises: 0,
    courtes: 0,
    courtesValides: 0,
    courtesZeros: 0,
    centimes: 0,
    courtesCentimes: 0,
    premierJour: 0,
    dernierJour: 0,
    troisDecimales: 0,
  }
  let head = Buffer.alloc(0)
  let dialect: Dialect | undefined
  let scanner: Scanner | undefined
  let writer: RowWriter | undefined

  const noteDay = (day: number) => {
    if (counts.premierJour === 0 || day < counts.premierJour) counts.premierJour = day
    if (day > counts.dernierJour) counts.dernierJour = day
  }

  const reject = (line: number, raw: Buffer, motif: Motif, completed?: Motif | 'valide') => {
    counts.total++
    counts.rejets++
    const shown = raw.length > REJECT_BYTES ? raw.subarray(0, REJECT_BYTES) : raw
    const text = Buffer.from(shown.toString('utf8').replaceAll('\0', '\ufffd'))
    reserve(rejects, text.length * 2 + 256, sinks.rejets)
    writeText(rejects, options.importId)
    rejects.bytes[rejects.at++] = 0x09
    writeInteger(rejects, line)
    rejects.bytes[rejects.at++] = 0x09
    writeBytes(rejects, text, 0, text.length)
    rejects.bytes[rejects.at++] = 0x09
    writeText(rejects, motif)
    rejects.bytes[rejects.at++] = 0x09
    writeText(rejects, completed ?? motif)
    rejects.bytes[rejects.at++] = 0x0a
  }

  /** A row that may replace an earlier one: its line tells later which is the last. */
  const repeat = (row: Row, isShort: boolean, from: Output, start: number) => {
    reserve(repeats, from.at - start + 64, sinks.reprises)
    writeInteger(repeats, row.line)
    repeats.bytes[repeats.at++] = 0x09
    repeats.bytes[repeats.at++] = isShort ? 0x74 : 0x66
    repeats.bytes[repeats.at++] = 0x09
    from.bytes.copy(repeats.bytes, repeats.at, start, from.at)
    repeats.at += from.at - start
    from.at = start
  }

  const accept = (
    row: Row,
    width: number,
    rows: RowWriter,
    amountPlace: number,
  ): Motif | undefined => {
    if (row.count > width) return 'champs_en_trop'
    reserve(lines, (row.to - row.from) * 4 + 512, sinks.lignes)
    const start = lines.at
    const motif = rows.write(row, lines)
    if (row.count < width) {
      counts.courtes++
      if (motif === undefined) {
        isSeen(lines.bytes, rows.written.keyStart, rows.written.keyEnd)
        repeat(row, true, lines, start)
        counts.courtesValides++
        if (type === 'donations' && rows.written.cents === 0) counts.courtesZeros++
        counts.courtesCentimes += rows.written.cents
      }
      reject(row.line, rawOf(row), 'champs_manquants', motif ?? 'valide')
      return undefined
    }
    if (motif !== undefined) return isEmptyRow(row) ? 'ligne_vide' : motif
    const { cents, day, keyStart, keyEnd } = rows.written
    if (isSeen(lines.bytes, keyStart, keyEnd)) {
      repeat(row, false, lines, start)
      counts.reprises++
    }
    counts.total++
    if (type === 'donations') {
      if (cents === 0) counts.zeros++
      else counts.valides++
      counts.centimes += cents
      noteDay(day)
      if (isThreeDecimals(row, amountPlace)) counts.troisDecimales++
    } else counts.valides++
    return undefined
  }

  /** Reads the header out of the head, and the rows that came with it. */
  const begin = () => {
    const found = detectDialect(type, head)
    const rows = createRowWriter(type, found.header.places, options.latest)
    const width = found.header.names.length
    const amountPlace = found.header.places.get('order_amount') ?? -1
    dialect = found
    writer = rows
    scanner = createScanner({
      delimiter: found.delimiter,
      width,
      firstLine: found.dataLine,
      accept: (row) => accept(row, width, rows, amountPlace),
      reject: (line, raw, motif) => reject(line, raw, motif),
    })
    const rest = head.subarray(found.dataStart)
    head = Buffer.alloc(0)
    scanner.push(rest)
  }

  let isBegun = false
  const take = (bytes: Buffer) => {
    if (scanner) return scanner.push(bytes)
    head = Buffer.concat([head, bytes])
    if (!needsMore(head)) begin()
  }

  return {
    push: (chunk) => {
      if (!isBegun) refuseWorkbook(chunk)
      isBegun = true
      take(decoder.decode(chunk))
    },
    columns: () => writer?.columns ?? [],
    end: () => {
      take(decoder.end())
      if (!scanner) begin()
      scanner?.end()
      flush(lines, sinks.lignes)
      flush(repeats, sinks.reprises)
      flush(rejects, sinks.rejets)
      if (!dialect || !writer) throw new Error('a file without a header was read')
      return {
        ...counts,
        entete: dialect.header.names,
        places: Object.fromEntries(dialect.header.places),
        ignorees: dialect.header.ignored,
        delimiteur: dialect.delimiter,
        ligneEntete: dialect.headerLine,
        encodage: decoder.encodage(),
        colonnes: writer.columns,
      }
    },
  }
}

function isEmptyRow(row: Row): boolean {
  for (let place = 0; place < row.count; place++)
    if ((row.ends[place] ?? 0) > (row.starts[place] ?? 0)) return false
  return true
}
