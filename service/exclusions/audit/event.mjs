// An event of the log and its hash, as migrations/proprietaire/empreinte_evenement.sql documents them. Nothing here
// comes from the code that writes the log: this is a second reading of the same document.
import { createHash } from 'node:crypto'

/**
 * An event as it is read from the database or an exported file.
 * @typedef {object} Event
 * @property {string} numero
 * @property {string} evenement_id
 * @property {string} contact_id
 * @property {string} type
 * @property {string} raison
 * @property {string} exclu_par
 * @property {string | null} identite
 * @property {string} survenu_le
 * @property {string} donations_concernees
 * @property {string} montant_concerne
 * @property {string | null} publication
 * @property {string | null} sceau
 * @property {string} empreinte_precedente
 * @property {string} empreinte
 */

/** The hash before the first event. */
export const GENESIS = '0'.repeat(64)

/**
 * The fields of every event in the order in which they are hashed, up to the hash of the one before; all are texts,
 * `identite` may be null.
 * @type {Exclude<keyof Event, 'empreinte'>[]}
 */
const FIELDS = [
  'numero',
  'evenement_id',
  'contact_id',
  'type',
  'raison',
  'exclu_par',
  'identite',
  'survenu_le',
  'donations_concernees',
  'montant_concerne',
]

/** @param {string | null} text */
const written = (text) => (text === null ? '-,' : `${Buffer.byteLength(text)}:${text},`)

/**
 * SHA-256 of an event's canonical form, as 64 hexadecimal digits.
 * @param {Event} event
 */
export function hashEvent(event) {
  const fields = FIELDS.map((field) => event[field])
  const canonical =
    event.type === 'ARRETE'
      ? ['arrete/1', ...fields, event.publication, event.sceau, event.empreinte_precedente]
      : ['evenement_exclusion/1', ...fields, event.empreinte_precedente]
  return createHash('sha256').update(canonical.map(written).join('')).digest('hex')
}
