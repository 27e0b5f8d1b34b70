import { parse } from 'csv-parse/sync'
import type { TypeFichier } from '#contract/imports.ts'
import { Problem } from '../../problem'
import { type Header, readHeader } from './columns'

export interface Dialect {
  delimiter: string
  header: Header
  /** Line of the header in the file, from 1. */
  headerLine: number
  /** Where the rows begin: byte in the UTF-8 head, and line in the file. */
  dataStart: number
  dataLine: number
}

export const DELIMITERS = [';', ',', '\t', '|']

/** The header is looked for in so many first lines, and in so many first bytes. */
const LINES = 20
const HEAD_BYTES = 1024 * 1024
const MAX_COLUMNS = 1000

interface Line {
  text: string
  start: number
  end: number
}

/** The first physical lines; the last one may be unfinished. */
function firstLines(head: Buffer): Line[] {
  const lines: Line[] = []
  let start = 0
  while (start < head.length && lines.length < LINES) {
    let stop = start
    while (stop < head.length && head[stop] !== 0x0a && head[stop] !== 0x0d) stop++
    const end = head[stop] === 0x0d && head[stop + 1] === 0x0a ? stop + 2 : stop + 1
    lines.push({ text: head.toString('utf8', start, stop), start, end: Math.min(end, head.length) })
    start = end
  }
  return lines
}

/** The cells of the first record of a text, or none where its quotes are not in order. */
function firstCells(text: string, delimiter: string): string[] {
  try {
    const options = { delimiter, to: 1, relax_quotes: true, relax_column_count: true } as const
    return parse(text, options)[0] ?? []
  } catch {
    return []
  }
}

const isOpen = (text: string) => (text.match(/"/g)?.length ?? 0) % 2 === 1

/** Every way to read a header that begins on a line: its own, and with the next ones where a quote stays open. */
function readings(lines: Line[], index: number): { text: string; last: number }[] {
  const single = { text: lines[index]?.text ?? '', last: index }
  if (!isOpen(single.text)) return [single]
  for (let last = index + 1; last < lines.length; last++) {
    const text = lines
      .slice(index, last + 1)
      .map((line) => line.text)
      .join('\n')
    if (!isOpen(text)) return [{ text, last }, single]
  }
  return [single]
}

interface Candidate {
  header: Header
  delimiter: string
  line: number
  last: number
}

/** Better: fewer missing columns, then more known ones, then more cells. */
const rank = (one: Candidate, other: Candidate) =>
  one.header.missing.length - other.header.missing.length ||
  other.header.places.size - one.header.places.size ||
  other.header.names.length - one.header.names.length

const list = (names: string[]) => names.map((name) => `«\u00a0${name}\u00a0»`).join(', ')

function refuseOther(type: TypeFichier): Problem {
  const [file, tab] = type === 'donations' ? ['donateurs', 'Donateurs'] : ['donations', 'Donations']
  return new Problem(
    'invalide',
    `Ce fichier ressemble à un fichier de ${file}\u00a0: importez-le sous l’onglet «\u00a0${tab}\u00a0».`,
  )
}

/** A header that would give nameless cards, and names all that a donation needs. */
const isOfDonations = ({ places, names }: Header) =>
  places.size === 1 && readHeader('donations', names).missing.length === 0

function refuseMissing(type: TypeFichier, best: Candidate | undefined, isOther: boolean): Problem {
  if (isOther) return refuseOther(type)
  const missing = (best?.header.missing ?? []).map((one) => one.join(' ou '))
  const found = best?.header.names.filter((name) => name !== '') ?? []
  const shown = found.slice(0, 30).map((name) => name.slice(0, 60))
  return new Problem(
    'invalide',
    `Aucune des ${LINES} premières lignes ne nomme toutes les colonnes obligatoires. ` +
      `Il manque\u00a0: ${list(missing)}. Colonnes trouvées\u00a0: ${shown.length > 0 ? list(shown) : 'aucune'}.`,
  )
}

const WORKBOOKS = [Buffer.from('504b0304', 'hex'), Buffer.from('d0cf11e0', 'hex')]

/** A workbook is no CSV file, whatever its name says. */
export function refuseWorkbook(bytes: Buffer) {
  if (WORKBOOKS.some((signature) => bytes.subarray(0, signature.length).equals(signature)))
    throw new Problem(
      'invalide',
      'Ce fichier est un classeur ou une archive, pas un fichier CSV. Ouvrez-le dans votre tableur, puis enregistrez-le au format CSV.',
    )
}

/** True while more of the file could still change what `detectDialect` answers. */
export function needsMore(head: Buffer): boolean {
  return head.length < HEAD_BYTES && firstLines(head).length < LINES
}

/**
 * Finds the header and the delimiter in the first lines of a file (UTF-8). An Excel `sep=` line settles the
 * delimiter. Throws a Problem in French for an empty file, missing columns, and a header named twice.
 */
export function detectDialect(type: TypeFichier, head: Buffer): Dialect {
  const lines = firstLines(head.subarray(0, HEAD_BYTES))
  if (lines.every((line) => line.text.trim() === ''))
    throw new Problem('invalide', 'Le fichier est vide\u00a0: il n’a ni en-tête ni ligne.')

  const sep = /^"?sep=([;,|\t])"?\s*$/i.exec(lines[0]?.text ?? '')?.[1]
  const delimiters = sep ? [sep] : DELIMITERS
  let best: Candidate | undefined
  let isOther = false
  for (let line = sep ? 1 : 0; line < lines.length; line++) {
    const candidates = readings(lines, line)
      .flatMap(({ text, last }) =>
        delimiters.map((delimiter) => ({ delimiter, last, cells: firstCells(text, delimiter) })),
      )
      .map(({ delimiter, last, cells }) => {
        const header = readHeader(type, cells)
        if (type === 'donations' && header.missing.length > 1)
          isOther ||= readHeader('donateurs', cells).places.size > 3
        return { header, delimiter, line, last }
      })
      .sort(rank)
    const first = candidates[0]
    if (first === undefined) continue
    if (first.header.missing.length === 0) {
      if (type === 'donateurs' && isOfDonations(first.header)) throw refuseOther(type)
      return settle(first, lines)
    }
    if (best === undefined || rank(first, best) < 0) best = first
  }
  throw refuseMissing(type, best, isOther)
}

function settle({ header, delimiter, line, last }: Candidate, lines: Line[]): Dialect {
  if (header.twice.length > 0)
    throw new Problem(
      'invalide',
      `L’en-tête nomme deux fois ${list(header.twice.slice(0, 10))}\u00a0: renommez ou supprimez une des colonnes.`,
    )
  if (header.names.length > MAX_COLUMNS)
    throw new Problem(
      'invalide',
      `L’en-tête a ${header.names.length} colonnes\u00a0; le maximum est ${MAX_COLUMNS}.`,
    )
  return {
    delimiter,
    header,
    headerLine: line + 1,
    dataStart: lines[last]?.end ?? 0,
    dataLine: last + 2,
  }
}
