import { sql } from 'kysely'
import type { CodeRegle } from '#contract/verification'
import type { Db } from '../platform/database/connect'
import type { Cle } from './regles/regle'

/**
 * Reads what makes the keys of reasons: HMAC-SHA-256 under the secret of this base, of the rule, the contact and the
 * value, so that neither a key nor two equal ones tell what a card said. SQL of its own, no function: servers of a
 * cluster work it out beside the cards that they hold.
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
