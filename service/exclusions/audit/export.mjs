import { readFileSync } from 'node:fs'
/** @import { Event } from './event.mjs' */
import { hashEvent } from './event.mjs'

/**
 * Columns that files of earlier versions may lack.
 * @type {Record<string, keyof Event>}
 */
const LATER_TITLES = {
  Publication: 'publication',
  Sceau: 'sceau',
  'Contact principal': 'contact_principal',
  'Raisons connues': 'connues',
}

/**
 * Columns of the history CSV that hold an event, by title.
 * @type {Record<string, keyof Event>}
 */
const TITLES = {
  Numéro: 'numero',
  Type: 'type',
  Contact: 'contact_id',
  Raison: 'raison',
  Par: 'exclu_par',
  Identité: 'identite',
  'Dons concernés': 'donations_concernees',
  'Montant concerné (€)': 'montant_concerne',
  Identifiant: 'evenement_id',
  'Horodatage UTC': 'survenu_le',
  'Empreinte précédente': 'empreinte_precedente',
  Empreinte: 'empreinte',
}

/**
 * Parses CSV with `;` and quotes.
 * @param {string} text
 * @returns {Generator<string[], undefined>}
 */
function* readRows(text) {
  /** @type {string[]} */
  let row = []
  let field = ''
  let quoted = false
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at)
    if (quoted) {
      if (char !== '"') field += char
      else if (text[at + 1] === '"') {
        field += '"'
        at += 1
      } else quoted = false
    } else if (char === '"') quoted = true
    else if (char === ';' || char === '\n') {
      row.push(field)
      field = ''
      if (char === '\n') {
        yield row
        row = []
      }
    } else if (char !== '\r') field += char
  }
  if (field !== '' || row.length > 0) yield [...row, field]
}

/**
 * Possible originals of a cell: without the formula guards of the current export, or of an earlier version, and as it
 * is.
 * @param {string} text
 */
function readings(text) {
  if (!text.startsWith("'")) return [text]
  const earlier = text.slice(1)
  const inner = /([,;|\t\n\r][ \u00a0\u202f\u2009"]*)'('*)(?=[=+\-@\t\r＝＋－＠])/g
  return [...new Set([earlier.replace(inner, '$1$2'), earlier, text])]
}

/**
 * The event of a row; if a leading apostrophe is ambiguous, the reading that matches the hash.
 * @param {Record<keyof Event, string>} cells
 * @returns {Event}
 */
function readEvent(cells) {
  /** @type {Event} */
  const exact = {
    ...cells,
    identite: cells.identite || null,
    publication: cells.publication || null,
    sceau: cells.sceau || null,
    contact_principal: cells.contact_principal || null,
    connues: cells.type === 'DISTINCTS' ? cells.connues : null,
    montant_concerne: cells.montant_concerne.replace(',', '.'),
  }
  let events = [exact]
  for (const field of /** @type {const} */ ([
    'contact_id',
    'raison',
    'exclu_par',
    'identite',
    'contact_principal',
  ])) {
    const cell = exact[field]
    if (cell !== null)
      events = events.flatMap((event) =>
        readings(cell).map((text) => ({ ...event, [field]: text })),
      )
  }
  return events.find((event) => hashEvent(event) === event.empreinte) ?? events[0] ?? exact
}

/**
 * Reads the events of an exported history, sorted by number. Throws an Error with a French sentence if it is not one.
 * @param {string} file
 */
export function readExport(file) {
  const rows = readRows(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''))
  const titles = rows.next().value ?? []
  const missing = Object.keys(TITLES).filter((title) => !titles.includes(title))
  if (missing.length > 0)
    throw new Error(
      `Ce fichier n’est pas un historique des exclusions : il n’a pas de colonne ${missing.map((title) => `« ${title} »`).join(', ')}.`,
    )
  const events = []
  for (const row of rows) {
    const cells = /** @type {Record<keyof Event, string>} */ ({})
    titles.forEach((title, at) => {
      const field = TITLES[title] ?? LATER_TITLES[title]
      if (field) cells[field] = row[at] ?? ''
    })
    events.push(readEvent(cells))
  }
  return events.sort((one, other) => Number(one.numero) - Number(other.numero))
}
