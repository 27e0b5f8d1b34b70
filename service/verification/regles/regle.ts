import type { RawBuilder } from 'kysely'
import type { CodeRegle } from '#contract/verification'
import type { Db } from '../../platform/database/connect'

/** What a rule found out about a contact: kept as JSON, and put into words when somebody reads it. */
export type Faits = Record<string, string | number>

/** What a sentence may quote of the donor's card, as it is now. */
export type Carte = Record<'firstname' | 'lastname' | 'email' | 'zip' | 'phone', string | null>

/** The key of a reason that rests on something personal, of the row's `contact_id` and what the SQL text is. */
export type Cle = (valeur: RawBuilder<unknown>) => RawBuilder<string>

/**
 * Something that tells a fake donor, or not: never more than a reason for a person to look. `trouver` asks for the
 * contacts it is true of, one row a reason: `contact_id`, `cle` (which tells this reason from another of the same
 * rule: a gift, a day, or what `cle` makes of something personal), `points` and `faits`, without personal data: what is
 * read off the card stays there. Gifts are those published.
 */
export interface Regle {
  code: CodeRegle
  libelle: string
  /** The points of a reason, as people read them. */
  points: string
  /** Counts only beside a reason of another rule. */
  jamaisSeule?: boolean
  trouver: (tx: Db, cle: Cle) => RawBuilder<unknown> | Promise<RawBuilder<unknown>>
  /** The reason as a sentence that the donor's card proves; it quotes the card where that still says so. */
  phrase: (faits: Faits, carte: Carte | null) => string
}
