import { parse } from 'csv-parse/sync'
import { FICHES_AU_PLUS, FicheSaisie } from '#contract/dictionnaire'
import { Euros } from '#contract/values'
import { citer, formatCount, plural } from '#figures/format'
import { csvUnguarded } from '#files/csv'
import { Problem } from '../problem'

const COLUMNS = ['code', 'nom', 'famille', 'exercice', 'cout', 'envois', 'debut', 'fin'] as const
type Column = (typeof COLUMNS)[number]

/** So many faults are told. */
const TOLD = 5

const refused = (message: string) => new Problem('invalide', message, { champ: 'texte' })

/** `Coût (€)` is `cout`. */
const plain = (header: string) =>
  (header.split('(', 1)[0] ?? '')
    .normalize('NFD')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()

/** The delimiter that the header has most of. */
function delimiterOf(header: string): string {
  const times = (delimiter: string) => header.split(delimiter).length
  return [';', '\t', ','].reduce((best, one) => (times(one) > times(best) ? one : best))
}

interface Line {
  record: string[]
  info: { lines: number }
}

function readLines(text: string): Line[] {
  const body = text.replace(/^\uFEFF/, '').replace(/^sep=.\r?\n/i, '')
  const end = body.search(/[\r\n]/)
  try {
    return parse(body, {
      delimiter: delimiterOf(end < 0 ? body : body.slice(0, end)),
      info: true,
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
    }) as unknown as Line[]
  } catch {
    throw refused('Ce fichier ne se lit pas : un guillemet ouvert n’y est pas refermé.')
  }
}

function placesOf(header: readonly string[]): Map<Column, number> {
  const names = header.map(plain)
  const places = new Map<Column, number>()
  for (const column of COLUMNS) {
    const at = names.indexOf(column)
    if (at >= 0 && names.lastIndexOf(column) !== at)
      throw refused(`La colonne ${citer(column)} y est deux fois.`)
    if (at >= 0) places.set(column, at)
  }
  if (!places.has('code'))
    throw refused(
      `La colonne ${citer('code')} manque. La première ligne nomme les colonnes : ${COLUMNS.join(' ; ')}.`,
    )
  return places
}

const digits = (text: string) => text.replace(/[\s\u00a0\u202f\u2009]/g, '')

/** A whole number, or what no schema takes. */
const whole = (text: string) => (/^-?\d+$/.test(digits(text)) ? Number(digits(text)) : Number.NaN)

/** `31/12/2026` as `2026-12-31`. */
const day = (text: string) => text.replace(/^(\d{2})[/.-](\d{2})[/.-](\d{4})$/, '$3-$2-$1')

const money = (text: string): number | string => {
  const read = Euros.safeParse(text)
  return read.success ? read.data : (read.error.issues[0]?.message ?? '')
}

/** What a line says, as typed; a fault is its sentence. */
function readFiche(values: Record<Column, string>): FicheSaisie | string {
  const cout = values.cout === '' ? null : money(values.cout)
  if (typeof cout === 'string') return cout
  const read = FicheSaisie.safeParse({
    ...values,
    exercice: values.exercice === '' ? null : whole(values.exercice),
    cout,
    envois: values.envois === '' ? null : whole(values.envois),
    debut: day(values.debut),
    fin: day(values.fin),
  })
  return read.success ? read.data : (read.error.issues[0]?.message ?? 'Cette ligne ne se lit pas.')
}

/** Reads the lines of a dictionary's CSV file; throws a Problem that names its first faults. */
export function readFichier(text: string): FicheSaisie[] {
  const [header, ...lines] = readLines(text)
  if (!header) throw refused('Ce fichier est vide.')
  const places = placesOf(header.record)
  if (lines.length > FICHES_AU_PLUS)
    throw refused(`Un dictionnaire a ${formatCount(FICHES_AU_PLUS)} codes au plus.`)
  const seen = new Map<string, number>()
  const faults: string[] = []
  const fiches = lines.flatMap(({ record, info: { lines: line } }) => {
    const valueOf = (column: Column) => csvUnguarded(record[places.get(column) ?? -1] ?? '').trim()
    const values = Object.fromEntries(COLUMNS.map((column) => [column, valueOf(column)]))
    const fiche = readFiche(values as Record<Column, string>)
    const code = typeof fiche === 'string' ? undefined : fiche.code
    const before = code === undefined ? undefined : seen.get(code)
    if (code !== undefined) seen.set(code, line)
    const fault =
      record.length > header.record.length
        ? 'Elle a plus de cellules que la première.'
        : typeof fiche === 'string'
          ? fiche
          : before !== undefined
            ? `Le code ${citer(fiche.code)} y est deux fois, d’abord ligne ${before}.`
            : undefined
    if (fault !== undefined) faults.push(`Ligne ${line}\u00A0: ${fault}`)
    return typeof fiche === 'string' ? [] : [fiche]
  })
  if (faults.length > 0)
    throw refused(
      [
        'Rien n’est enregistré.',
        ...faults.slice(0, TOLD),
        ...(faults.length > TOLD
          ? [`Et ${plural(faults.length - TOLD, 'autre faute', 'autres fautes')}.`]
          : []),
      ].join(' '),
    )
  if (fiches.length === 0) throw refused('Ce fichier n’a aucune ligne après ses titres.')
  return fiches
}
