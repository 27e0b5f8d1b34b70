import type { TypeFichier } from '#contract/imports'
import { isThreeDecimals } from './cells/cells'
import { createFits } from './cells/fits'
import type { Motif } from './cells/motifs'
import { createSeen } from './copy/keys'
import { createOutput, flush, reserve } from './copy/output'
import { createRowWriter, type RowWriter } from './copy/row-writer'
import { createRejects, createRepeats, type Sinks } from './copy/sinks'
import { detectDialect, type Dialect, refuseDocument, refuseWorkbook } from './dialect/dialect'
import { createHead } from './dialect/head'
import { createDecoder } from './encoding/decoder'
import { createComptes, type Lecture } from './lecture'
import { rawOf, type Row } from './rows/row'
import { createScanner, type Scanner } from './rows/scanner'
import { surplusOf } from './rows/surplus'

export interface Reader {
  push: (chunk: Buffer) => void
  end: () => Lecture
  /** Rows read so far. */
  rows: () => number
  /** Columns of the rows written; empty until the header is read. */
  columns: () => string[]
}

interface Options {
  fichierId: string
  /** Approximate size of the file. */
  fileBytes: number
  /** Latest accepted date of a donation, YYYYMMDD. */
  latest: number
}

/** Parses a file of one type chunk by chunk. Throws a Problem if it has no header; nothing was written then. */
export function createReader(type: TypeFichier, options: Options, sinks: Sinks): Reader {
  const decoder = createDecoder()
  const isSeen = createSeen(options.fileBytes)
  const lines = createOutput()
  const repeats = createRepeats(sinks)
  const rejects = createRejects(options.fichierId, sinks)
  const { comptes, countRow, countMissing, countShort, countReject } = createComptes(type)
  const head = createHead()
  let begun: { dialect: Dialect; writer: RowWriter; scanner: Scanner } | undefined

  /** Keeps the last row in `lines`, from `start` on, or moves it to `reprises`. */
  const keep = ({ written }: RowWriter, line: number, start: number) => {
    if (isSeen(lines.bytes, written.keyStart, written.keyEnd)) {
      repeats.takeBack(line, false, lines, start)
      comptes.reprises++
    }
    countRow(written)
  }

  const reject = (line: number, raw: Buffer, motif: Motif, completed?: Motif | 'valide') => {
    const once = completed ?? motif
    countReject(motif, once)
    if (rejects.write(line, raw, motif, once)) comptes.rejetsGardes++
  }

  /** Rejects a row with too few fields; its completed form is kept aside. */
  const rejectShort = ({ written }: RowWriter, row: Row, start: number, motif?: Motif) => {
    if (motif === undefined) {
      isSeen(lines.bytes, written.keyStart, written.keyEnd)
      repeats.takeBack(row.line, true, lines, start)
      countShort(written)
    }
    reject(row.line, rawOf(row), 'champs_manquants', motif ?? 'valide')
  }

  const createAccept = (writer: RowWriter, { header }: Dialect) => {
    const width = header.names.length
    const fits = createFits(type, header.places)
    const amountPlace = header.places.get('order_amount')
    return (row: Row): Motif | undefined => {
      if (row.count > width) return 'champs_en_trop'
      reserve(lines, (row.to - row.from) * 4 + 512, sinks.lignes)
      const start = lines.at
      const motif = writer.write(row, lines)
      if (row.count < width) {
        countMissing(width - row.count)
        const isMoved = motif === undefined && !fits(row)
        if (isMoved) lines.at = start
        rejectShort(writer, row, start, isMoved ? 'cellule_deplacee' : motif)
        return undefined
      }
      if (motif !== undefined) return motif
      if (amountPlace !== undefined && isThreeDecimals(row, amountPlace)) comptes.troisDecimales++
      keep(writer, row.line, start)
      return undefined
    }
  }

  /** Detects the dialect from the head, and scans the rows buffered with it. */
  const begin = () => {
    const bytes = head.take()
    const dialect = detectDialect(type, bytes)
    const { header, delimiter, dataLine, dataStart } = dialect
    // Delimiters at the end of every row are no cells of any column.
    const whole = bytes.lastIndexOf('\n') + 1
    const surplus = surplusOf(
      bytes.subarray(dataStart, whole > dataStart ? whole : undefined),
      delimiter,
      header.names.length,
    )
    header.names.push(...Array.from({ length: surplus }, () => ''))
    const writer = createRowWriter(type, header.places, options.latest)
    const scanner = createScanner({
      delimiter,
      width: header.names.length,
      firstLine: dataLine,
      accept: createAccept(writer, dialect),
      reject,
    })
    begun = { dialect, writer, scanner }
    scanner.push(bytes.subarray(dataStart))
    return begun
  }

  let isFirst = true
  const take = (bytes: Buffer) => {
    if (begun) {
      begun.scanner.push(bytes)
      return
    }
    if (head.push(bytes)) begin()
  }

  return {
    push: (chunk) => {
      if (isFirst) {
        refuseWorkbook(chunk)
        refuseDocument(chunk)
      }
      isFirst = false
      take(decoder.decode(chunk))
    },
    rows: () => comptes.total,
    columns: () => begun?.writer.columns ?? [],
    end: () => {
      take(decoder.end())
      const { dialect, writer, scanner } = begun ?? begin()
      scanner.end()
      flush(lines, sinks.lignes)
      repeats.flush()
      rejects.flush()
      return {
        ...comptes,
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
