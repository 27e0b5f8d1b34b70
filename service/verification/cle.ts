import { sql } from 'kysely'
import type { CodeRegle } from '#contract/verification'
import type { Db } from '../platform/database/connect'
import type { Cle } from './regles/regle'

/**
 * Returns what makes the keys of reasons: HMAC-SHA-256, under this database's secret, of rule, contact and value, so
 * that no key, nor two equal ones, reveals what a card said. Inline SQL, not a function: cluster servers evaluate it
 * next to their cards.
 */
export async function readCles(tx: Db): Promise<(regle: CodeRegle) => Cle> {
  const { interne, externe } = await tx
    .selectFrom('secret_raisons')
    .select(['interne', 'externe'])
    .executeTakeFirstOrThrow()
  return (regle) => (valeur) =>
    sql<string>`
    encode(
      sha256(
        ${externe}::bytea || sha256(
          ${interne}::bytea
          || convert_to(${sql.lit(regle)} || ':' || length(contact_id) || ':' || contact_id || ${valeur}, 'UTF8')
        )
      ),
      'hex'
    )`
}
