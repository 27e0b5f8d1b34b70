// An event of the log and its hash, as migrations/0021_empreinte_evenement.sql documents them. Nothing here
// comes from the code that writes the log: this is a second reading of the same document.
import { createHash } from 'node:crypto'

/** The hash before the first event. */
export const GENESIS = '0'.repeat(64)

/** The fields of an event in the order in which they are hashed; all are texts, `identite` may be null. */
export const FIELDS = [
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
  'empreinte_precedente',
]

const written = (text) => (text === null ? '-,' : `${Buffer.byteLength(text)}:${text},`)

/** SHA-256 of an event's canonical form, as 64 hexadecimal digits. */
export function hashEvent(event) {
  const canonical = ['evenement_exclusion/1', ...FIELDS.map((field) => event[field])]
  return createHash('sha256').update(canonical.map(written).join('')).digest('hex')
}
