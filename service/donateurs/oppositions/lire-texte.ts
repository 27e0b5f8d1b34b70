import { parse } from 'csv-parse/sync'
import { MOST_IDS, readIds } from '#contract/selections'
import { csvUnguarded } from '#files/csv'
import { FIELDS, normalise } from '#files/entetes'
import { Problem } from '../../problem'

/** The numbers and the texts of e-mails in a list. */
export interface Lues {
  contacts: string[]
  emails: string[]
}

const refused = (message: string) => new Problem('invalide', message, { champ: 'texte' })

/** The names that a file's column of contacts, or of e-mails, may bear. */
const NAMES = FIELDS.donateurs
  .filter(({ field }) => field === 'contact_id' || field === 'email')
  .map(({ field, aliases }) => [field, ...aliases, field === 'email' ? 'adresse_email' : ''])
  .map((names) => names.map(normalise).filter((name) => name !== ''))

/** The delimiter that a line has most of. */
function delimiterOf(line: string): string {
  const times = (delimiter: string) => line.split(delimiter).length
  return [';', '\t', ','].reduce((best, one) => (times(one) > times(best) ? one : best))
}

/** Every cell of the columns of contacts and e-mails; null where the first line names neither. */
function readColumns(text: string): string[] | null {
  const end = text.search(/[\r\n]/)
  const head = end < 0 ? text : text.slice(0, end)
  const delimiter = delimiterOf(head)
  const titles = head.split(delimiter).map((title) => normalise(title.replaceAll('"', '')))
  const places = NAMES.flatMap((names) => {
    const at = names.map((name) => titles.indexOf(name)).find((place) => place >= 0)
    return at === undefined ? [] : [at]
  })
  if (places.length === 0) return null
  try {
    const rows: string[][] = parse(text, {
      delimiter,
      from_line: 2,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
    })
    return rows.flatMap((row) => places.map((at) => csvUnguarded(row[at] ?? '')))
  } catch {
    throw refused('Ce fichier ne se lit pas : un guillemet ouvert n’y est pas refermé.')
  }
}

/** An integer that passed through a float. */
const numberOf = (text: string) => text.replace(/^(\d+)[.,]0+$/, '$1')

/** Reads pasted or uploaded numbers and e-mails; throws a Problem for too many. */
export function readTexte(text: string): Lues {
  const body = text.replace(/^\uFEFF/, '').replace(/^sep=.\r?\n/i, '')
  const columns = readColumns(body)
  // Between the columns' cells nothing separates but lines, so that « a@x.fr; b@x.fr » in one cell stays one.
  const read = columns
    ? [...new Set(columns.map((cell) => readIds(cell.replaceAll(/[;,\t\r\n]+/g, ' '))[0] ?? ''))]
    : readIds(body)
  const given = read.filter((one) => one !== '')
  if (given.length > MOST_IDS)
    throw refused('Cette liste est trop longue (100\u00A0000 numéros et e\u2011mails au plus).')
  const isEmail = (one: string) => /[@＠]/.test(one)
  return {
    contacts: [...new Set(given.filter((one) => !isEmail(one)).map(numberOf))],
    emails: given.filter(isEmail),
  }
}
