import { parse } from 'csv-parse/sync'
import { MOST_IDS, readIds } from '#contract/selections'
import { csvUnguarded } from '#files/csv'
import { normalise } from '#files/entetes'
import { Problem } from '../../problem'

/** The numbers and the texts of e-mails in a list; of a file with titles, how it was read. */
export interface Lues {
  contacts: string[]
  emails: string[]
  colonnes: Colonnes | null
}

/** The titles of the columns that were read, and the lines that have nothing there. */
export interface Colonnes {
  titres: string[]
  vides: number[]
}

const refused = (message: string) => new Problem('invalide', message, { champ: 'texte' })

/** What a file's column of e-mails, and of contacts, may bear as its normalised title, likeliest first. */
const TITLES = [
  [/^(?:adresse)?(?:e?mails?|courriels?|electronique)$/],
  [
    /^(?:n|n°|no|num|numero|code|id|identifiant|ref|reference|matricule)(?:du|de|dela|del)?(?:contact|donateur|donatrice|donor|client|adherent|membre|tiers|personne)s?$/,
    /^(?:contact|donateur|donatrice|donor|client|adherent|membre|tiers|personne)s?(?:n°|no|num|numero|id|identifiant)?$/,
    /^(?:n|n°|no|num|numero|id|identifiant|ref|reference|matricule)$/,
  ],
]

/** The delimiter that a line has most of. */
function delimiterOf(line: string): string {
  const times = (delimiter: string) => line.split(delimiter).length
  return [';', '\t', ','].reduce((best, one) => (times(one) > times(best) ? one : best))
}

/** The cells of the columns of e-mails and contacts, row by row; null where the first line names neither. */
function readColumns(text: string): { rows: string[][]; colonnes: Colonnes } | null {
  const end = text.search(/[\r\n]/)
  const head = end < 0 ? text : text.slice(0, end)
  const delimiter = delimiterOf(head)
  const titles = head.split(delimiter).map((title) => title.replaceAll('"', '').trim())
  const places = TITLES.flatMap((likely) => {
    const found = likely.map((title) => titles.findIndex((one) => title.test(normalise(one))))
    return found.find((place) => place >= 0) ?? []
  })
  if (places.length === 0) return null
  try {
    const records = parse(text, {
      delimiter,
      from_line: 2,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      info: true,
    }) as unknown as { record: string[]; info: { lines: number } }[]
    const rows = records.map(({ record }) =>
      places.map((at) => csvUnguarded(record[at] ?? '').trim()),
    )
    const vides = records.flatMap(({ info }, at) =>
      rows[at]?.every((cell) => cell === '') ? [info.lines] : [],
    )
    return { rows, colonnes: { titres: places.map((at) => titles[at] ?? ''), vides } }
  } catch {
    throw refused('Ce fichier ne se lit pas : un guillemet ouvert n’y est pas refermé.')
  }
}

/** An integer that passed through a float. */
const numberOf = (text: string) => text.replace(/^(\d+)[.,]0+$/, '$1')

/** Reads pasted or uploaded numbers and e-mails; throws a Problem for too many. */
export function readTexte(text: string): Lues {
  const body = text.replace(/^\uFEFF/, '').replace(/^sep=.\r?\n/i, '')
  const file = readColumns(body)
  // Between the columns' cells nothing separates but lines, so that « a@x.fr; b@x.fr » in one cell stays one.
  const read = file
    ? file.rows.flat().map((cell) => readIds(cell.replaceAll(/[;,\t\r\n]+/g, ' '))[0] ?? '')
    : readIds(body)
  const given = [...new Set(read)].filter((one) => one !== '')
  if (given.length > MOST_IDS)
    throw refused('Cette liste est trop longue (100\u00A0000 numéros et e\u2011mails au plus).')
  const isEmail = (one: string) => /[@＠]/.test(one)
  return {
    contacts: [...new Set(given.filter((one) => !isEmail(one)).map(numberOf))],
    emails: given.filter(isEmail),
    colonnes: file?.colonnes ?? null,
  }
}
