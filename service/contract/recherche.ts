import { z } from 'zod'
import { endpoint } from './endpoint'
import { pageQuery, Pagination } from './pagination'
import { Jour, LIGNES_AU_PLUS, Montant, Nombre } from './values'

/** By the year of the last gift up to the horizon; null for a contact without a gift. */
export const Statut = z.enum(['actif', 'dormant', 'inactif', 'tres_inactif'])
export type Statut = z.infer<typeof Statut>

/** What a contact is recognised by. */
export const ContactReconnu = z.object({
  contact_id: z.string(),
  firstname: z.string().nullable(),
  lastname: z.string().nullable(),
  is_company: z.boolean().nullable(),
  city: z.string().nullable(),
  zip: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  exclu: z.boolean(),
})

/** A contact with what is known of its gifts, over its whole career; a contact without card has no name. */
export const ContactTrouve = ContactReconnu.extend({
  montant: Montant,
  nombre_dons: Nombre,
  premier_don: Jour.nullable(),
  dernier_don: Jour.nullable(),
  dernier_montant: Montant.nullable(),
  cumul: Montant,
  cumul_dons: Nombre,
  statut: Statut.nullable(),
})
export type ContactTrouve = z.infer<typeof ContactTrouve>

/** No search finds more; who wants another contact adds a word. */
export const TROUVES_AU_PLUS = 1000

/** So many of the nearest names are told where nobody bears the one that is sought. */
export const PROCHES_AU_PLUS = 10

/**
 * `tronque`: more were found than are shown. `en_retard`: contacts were imported whose words are not known yet; they
 * are found by their id only, for some seconds.
 */
export const Recherche = z.object({
  q: z.string(),
  total_donateurs: Nombre,
  tronque: z.boolean(),
  en_retard: z.boolean(),
  donateurs: z.array(ContactTrouve).max(LIGNES_AU_PLUS),
  /** Where nobody is found: whose names are nearest. */
  proches: z.array(ContactTrouve).max(PROCHES_AU_PLUS),
  pagination: Pagination,
})
export type Recherche = z.infer<typeof Recherche>

const LONGEST = 200

/** What somebody typed, of which the beginning counts; without NUL and halves of characters, which no text has. */
export const TexteCherche = z.string().transform((text) =>
  text
    .replaceAll('\0', ' ')
    .replace(/\p{Surrogate}/gu, ' ')
    .trim()
    .slice(0, LONGEST)
    .replace(/\p{Surrogate}$/u, ''),
)

export const recherche = endpoint({
  path: '/api/donateurs/recherche',
  summary:
    'Contacts by id, by telephone in any spelling, or by words of their name, e-mail, city and zip: all of them, in any order, accents, case and titles ignored; where nobody is found, the nearest names',
  query: z.object({ q: TexteCherche.default('') }).extend(pageQuery(20).shape),
  answer: Recherche,
})
