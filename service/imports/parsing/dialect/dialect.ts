import type { TypeFichier } from '#contract/imports'
import { MESSAGES } from '#files/accepted'
import { FIELDS, REQUIRED } from '#files/entetes'
import { Problem } from '../../../problem'
import { MAX_ROW_BYTES } from '../cells/limits'
import { createFieldReader, WHOLE } from '../rows/fields'
import { createRow, unescape } from '../rows/row'
import { type Header, readHeader } from './columns'
import { firstLines, type Line, LINES } from './head'

export interface Dialect {
  delimiter: string
  header: Header
  /** Line of the header in the file, 1-based. */
  headerLine: number
  /** Where rows begin: offset in the UTF-8 head, and line in the file. */
  dataStart: number
  dataLine: number
}

export const DELIMITERS = [';', ',', '\t', '|']

/** Maximum columns of a header; rows share its byte limit. */
export const MAX_COLUMNS = 1000

/** A line cut at one delimiter. */
export interface Cut {
  /** At most MAX_COLUMNS + 1 of its cells. */
  cells: string[]
  delimiter: string
  /** First and last line, 0-based. */
  line: number
  last: number
  /** All its cells. */
  count: number
}

interface Candidate extends Cut {
  header: Header
}

/** Better: fewer missing columns, then more known ones. */
const rank = (one: Candidate, other: Candidate) =>
  one.header.missing.length - other.header.missing.length ||
  other.header.places.size - one.header.places.size

/** Among readings of one line, the delimiter yielding more cells wins. */
const rankInLine = (one: Candidate, other: Candidate) => rank(one, other) || other.count - one.count

/** Parses a line, with those its quotes span, into cells. */
export function createLineReader(head: Buffer, lines: Line[], delimiter: string) {
  const code = delimiter.charCodeAt(0)
  const readFields = createFieldReader(code, MAX_COLUMNS)
  const row = createRow(MAX_COLUMNS + 1, 1)
  const limit = lines.at(-1)?.end ?? 0

  const whole = (line: number, last: number): Cut => {
    if (row.isEscaped) unescape(row)
    const stored = Math.min(row.count, row.starts.length)
    const cells = Array.from({ length: stored }, (_, place) =>
      row.bytes.toString('utf8', row.starts[place], row.ends[place]),
    )
    return { cells, delimiter, line, last, count: row.count }
  }

  /** Splits the line at every delimiter, ignoring quotes. */
  const cut = (line: number, { start, stop }: Line): Cut => {
    const cells = head.toString('utf8', start, stop).split(delimiter, MAX_COLUMNS + 1)
    return { cells, delimiter, line, last: line, count: cells.length }
  }

  return (line: number): Cut[] => {
    const own = lines[line]
    if (!own || own.stop - own.start > MAX_ROW_BYTES) return []
    const size = Math.min(limit, own.start + MAX_ROW_BYTES)
    const outcome = readFields(row, own.start, {
      bytes: head,
      size,
      isFinal: true,
      mayStretch: true,
    })
    if (outcome !== WHOLE) return [cut(line, own)]
    const read = whole(line, line + row.breaks)
    return row.breaks > 0 ? [read, cut(line, own)] : [read]
  }
}

/** A header that is refused, though the file may be read by saying what its columns are. */
export class EnteteRefusee extends Problem {}

/** Names between guillemets, truncated if very long. */
const list = (names: string[]) =>
  names.map((name) => `«\u00a0${name.slice(0, 60)}\u00a0»`).join(', ')

function refuseOther(type: TypeFichier): EnteteRefusee {
  const [file, tab] = type === 'donations' ? ['donateurs', 'Donateurs'] : ['donations', 'Donations']
  return new EnteteRefusee(
    'invalide',
    `Ce fichier ressemble à un fichier de ${file}\u00a0: importez-le sous l’onglet «\u00a0${tab}\u00a0».`,
  )
}

/** Whether a line has many card columns and few gift columns. */
const isOfDonateurs = ({ header: { missing, names } }: Candidate) =>
  missing.length > 1 && readHeader('donateurs', names).places.size > 3

/** Whether a header would give nameless cards, and has all that donations require. */
const isOfDonations = ({ places, names }: Header) =>
  places.size === 1 && readHeader('donations', names).missing.length === 0

/** Column names with their accepted aliases. */
function naming(type: TypeFichier, names: string[]): string {
  const aliases = FIELDS[type]
    .filter(({ field }) => names.includes(field))
    .flatMap((one) => one.aliases)
  return `«\u00a0${names.join(' ou ')}\u00a0» (ou ${aliases.join(', ')})`
}

function refuseMissing(
  type: TypeFichier,
  best: Candidate | undefined,
  isOther: boolean,
): EnteteRefusee {
  if (isOther) return refuseOther(type)
  const missing = best?.header.missing ?? REQUIRED[type]
  const found = best?.header.names.filter((name) => name !== '') ?? []
  return new EnteteRefusee(
    'invalide',
    `Aucune des ${LINES} premières lignes ne nomme toutes les colonnes obligatoires. ` +
      `Il manque\u00a0: ${missing.map((one) => naming(type, one)).join(', ')}. ` +
      `Colonnes trouvées\u00a0: ${found.length > 0 ? list(found.slice(0, 30)) : 'aucune'}. ` +
      'Vérifiez la ligne d’en-tête et le séparateur\u00a0: point-virgule, virgule, tabulation ou barre verticale.',
  )
}

const WORKBOOKS = [Buffer.from('504b0304', 'hex'), Buffer.from('d0cf11e0', 'hex')]

/** A workbook or archive is refused, whatever its name. */
export function refuseWorkbook(bytes: Buffer) {
  if (WORKBOOKS.some((signature) => bytes.subarray(0, signature.length).equals(signature)))
    throw new Problem(
      'invalide',
      'Ce fichier est un classeur ou une archive, pas un fichier CSV. Ouvrez-le dans votre tableur, puis enregistrez-le au format CSV.',
    )
}

/** What a file is that has text, or bytes, without being a table. By Latin-1, so that each byte is a character. */
const AUTRES: readonly (readonly [RegExp, string])[] = [
  [/^(ï»¿)?\s*%PDF-/, 'un document PDF'],
  [/^(\x89PNG\r\n|\xff\xd8\xff|GIF8|II\*\0|MM\0\*)/, 'une image'],
  [/^(ï»¿)?\s*<(!doctype\s+html|html|head|body|table|meta|script|\?xml)\b/i, 'une page web'],
  [/^\{\\rtf/, 'un texte mis en forme'],
]

/** A document, an image or a page (often that which asks to sign in) is refused, whatever its name. */
export function refuseDocument(bytes: Buffer) {
  const start = bytes.toString('latin1', 0, 1024)
  const quoi = AUTRES.find(([signature]) => signature.test(start))?.[1]
  if (quoi !== undefined)
    throw new Problem(
      'invalide',
      `Ce fichier est ${quoi}, pas un tableau. Exportez-le à nouveau de votre outil au format CSV, puis choisissez ce nouveau fichier.`,
    )
}

/** Whether a line looks more like a header than the best so far: a title has one cell. */
function isLikelier(one: Candidate, best: Candidate | undefined): boolean {
  if (best === undefined) return true
  const order = rank(one, best)
  return order < 0 || (order === 0 && best.count === 1 && one.count > 1)
}

/** The delimiter that an Excel `sep=` line sets. */
export function readSep(head: Buffer, lines: Line[]): string | undefined {
  const [first] = lines
  const text = first ? head.toString('utf8', first.start, first.stop).slice(0, 100) : ''
  return /^"?sep=([;,|\t])"?\s*$/i.exec(text)?.[1]
}

/**
 * Detects the header and delimiter in the first lines of a file (UTF-8). An Excel `sep=` line sets the delimiter.
 * Throws a Problem for an empty file, missing columns, or duplicate column names.
 */
export function detectDialect(type: TypeFichier, head: Buffer): Dialect {
  const lines = firstLines(head)
  const text = ({ start, stop }: Line) => head.toString('utf8', start, stop)
  if (lines.every((line) => text(line).trim() === '')) throw new Problem('invalide', MESSAGES.vide)

  const sep = readSep(head, lines)
  const readers = (sep ? [sep] : DELIMITERS).map((delimiter) =>
    createLineReader(head, lines, delimiter),
  )
  let best: Candidate | undefined
  let isOther = false
  for (let line = sep ? 1 : 0; line < lines.length; line++) {
    const [likeliest, ...others] = readers
      .flatMap((read) => read(line))
      .map((cut): Candidate => ({ ...cut, header: readHeader(type, cut.cells) }))
      .sort(rankInLine)
    if (likeliest === undefined) continue
    if (likeliest.header.missing.length === 0) {
      if (type === 'donateurs' && isOfDonations(likeliest.header)) throw refuseOther(type)
      return toDialect(likeliest, lines)
    }
    isOther ||= type === 'donations' && [likeliest, ...others].some(isOfDonateurs)
    if (isLikelier(likeliest, best)) best = likeliest
  }
  throw refuseMissing(type, best, isOther)
}

function toDialect({ header, delimiter, line, last, count }: Candidate, lines: Line[]): Dialect {
  if (header.twice.length > 0)
    throw new EnteteRefusee(
      'invalide',
      `L’en-tête nomme deux fois ${list(header.twice.slice(0, 10))}\u00a0: renommez ou supprimez une des colonnes.`,
    )
  if (count > MAX_COLUMNS)
    throw new Problem(
      'invalide',
      `L’en-tête a ${count} colonnes\u00a0; le maximum est ${MAX_COLUMNS}. Supprimez les colonnes inutiles.`,
    )
  return {
    delimiter,
    header,
    headerLine: line + 1,
    dataStart: lines[last]?.end ?? 0,
    dataLine: last + 2,
  }
}
