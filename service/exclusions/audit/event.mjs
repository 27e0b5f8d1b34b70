// An event of the log and its hash, as documented in migrations/proprietaire/empreinte_evenement.sql; an independent
// implementation of that document, sharing nothing with the code that writes the log.
/** @import { Query } from './rows.mjs' */
import { hash } from 'node:crypto'
import { instant, rowsOf, written } from './rows.mjs'

/**
 * An event as read from the database or an exported file.
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
 * @property {string | null} contact_principal
 * @property {string | null} connues
 * @property {string} empreinte_precedente
 * @property {string} empreinte
 */

/** Events that say who is the same person. */
export const GROUP_TYPES = ['FUSION', 'SEPARATION', 'DISTINCTS']

/** The hash before the first event. */
export const GENESIS = '0'.repeat(64)

/**
 * The fields of every event in hashing order, before the previous hash; all strings, `identite` nullable.
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

/**
 * Returns the hex SHA-256 of an event's canonical form.
 * @param {Event} event
 */
export function hashEvent(event) {
  const fields = FIELDS.map((field) => event[field])
  const [name, ...own] =
    event.type === 'ARRETE'
      ? ['arrete/1', event.publication, event.sceau]
      : GROUP_TYPES.includes(event.type)
        ? ['groupe/1', event.contact_principal, event.connues]
        : ['evenement_exclusion/1']
  const canonical = [name, ...fields, ...own, event.empreinte_precedente]
  return hash('sha256', canonical.map(written).join(''))
}

/**
 * Reads the events after number `after` in order, and those with an impossible number.
 * @param {Query} query
 * @returns {AsyncGenerator<Event>}
 */
export const readEvents = (query, after = 0) =>
  rowsOf(
    query,
    'journal',
    `select
       numero::text, evenement_id::text, contact_id, type, raison, exclu_par, identite, ${instant('survenu_le')} as survenu_le,
       donations_concernees::text, montant_concerne::text, publication::text, sceau, contact_principal, connues,
       empreinte_precedente, empreinte
     from public.evenements_exclusion as evenements_exclusion
     where evenements_exclusion.numero > ${after} or evenements_exclusion.numero < 1
     order by evenements_exclusion.numero`,
  )
