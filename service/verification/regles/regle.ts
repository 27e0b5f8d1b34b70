import { type RawBuilder, sql } from 'kysely'
import type { CodeRegle } from '#contract/verification'
import type { Db } from '../../platform/database/connect'
import type { Lexique } from '../listes/lexique'
import type { SurPapier } from './papier'

/** A rule's findings about a contact: stored as JSON, worded when read. */
export type Faits = Record<string, string | number>

/** What a sentence may quote of the donor's current card. */
export type Carte = Record<'firstname' | 'lastname' | 'email' | 'zip' | 'phone', string | null>

/**
 * Keys of a reason based on personal data, from the SQL value: under the row's `contact_id`, then under the numbers of who
 * counts as it.
 */
export type Cle = (valeur: RawBuilder<unknown>) => RawBuilder<string[]>

/** The query that finds, among `mots_contacts`, cards with every word of a text; null where it has none. */
export const tousLesMots = (texte: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  select string_agg(quote_literal(mot), ' & ') from unnest(tsvector_to_array(mots_contact(${texte}))) as mot
)`

export interface Recherche {
  cle: Cle
  surPapier: SurPapier
  lexique: Lexique
}

/**
 * A hint that a donor may be fake: never more than a reason for a person to look. `trouver` returns a query with one
 * row per reason: `contact_id`, `cle` (identifies the reason within the rule: a gift, a day, or `cle` of personal
 * data), `points` and `faits`, without personal data: what is read off the card stays there. Gifts are the published
 * ones.
 */
export interface Regle {
  code: CodeRegle
  libelle: string
  /** What it looks at: a donor is shown for one rule of enough points, or for rules of two families. */
  famille: 'identite' | 'contact' | 'montant' | 'rythme' | 'ressemblance'
  /** The points of a reason, as displayed. */
  points: string
  /** Its reasons are of personal data: `cle` of each are keys. */
  personnelle?: boolean
  /** It finds waves: each is shown and decided on as one thing, so worded, and lists nobody by itself. */
  vague?: (faits: Faits) => string
  trouver: (tx: Db, recherche: Recherche) => RawBuilder<unknown> | Promise<RawBuilder<unknown>>
  /** What one or more of its reasons are called beyond the first, where a donor may have many. */
  autres?: readonly [string, string]
  /** Words the reason; quotes the card only if it still says so. */
  phrase: (faits: Faits, carte: Carte | null) => string
}
