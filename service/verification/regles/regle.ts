import type { RawBuilder } from 'kysely'
import type { CodeRegle } from '#contract/verification'
import type { Db } from '../../database/connect'

/** What a rule found out about a contact: kept as JSON, and put into words when somebody reads it. */
export type Faits = Record<string, string | number>

/**
 * Something that tells a fake donor, or not: never more than a reason for a person to look. `trouver` asks for the
 * contacts it is true of, one row a reason: `contact_id`, `cle` (which tells this reason from another of the same
 * rule: a gift, a day, a word), `points` and `faits`, without personal data. Gifts are those published.
 */
export interface Regle {
  code: CodeRegle
  libelle: string
  /** The points of a reason, as people read them. */
  points: string
  /** Counts only beside a reason of another rule. */
  jamaisSeule?: boolean
  trouver: (tx: Db) => RawBuilder<unknown> | Promise<RawBuilder<unknown>>
  /** The reason as a sentence that the donor's card proves. */
  phrase: (faits: Faits) => string
}
