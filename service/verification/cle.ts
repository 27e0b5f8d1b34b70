import { type RawBuilder, sql } from 'kysely'
import type { CodeRegle } from '#contract/verification'
import type { Db } from '../platform/database/connect'
import { isDistributed } from '../platform/database/repartition'
import type { Cle } from './regles/regle'

/**
 * Returns what makes the keys of reasons: HMAC-SHA-256, under this database's secret, of rule, contact and value, so
 * that no key, nor two equal ones, reveals what a card said. Inline SQL, not a function: cluster servers evaluate it
 * next to their cards, where nobody counts as another.
 */
export async function readCles(tx: Db): Promise<(regle: CodeRegle) => Cle> {
  const { interne, externe } = await tx
    .selectFrom('secret_raisons')
    .select(['interne', 'externe'])
    .executeTakeFirstOrThrow()
  const under = (
    contact: RawBuilder<unknown>,
    regle: CodeRegle,
    valeur: RawBuilder<unknown>,
  ) => sql`
    encode(
      sha256(
        ${externe}::bytea || sha256(
          ${interne}::bytea
          || convert_to(${sql.lit(regle)} || ':' || length(${contact}) || ':' || ${contact} || ${valeur}, 'UTF8')
        )
      ),
      'hex'
    )`
  const alone = await isDistributed(tx)
  return (regle) => (valeur) => {
    const own = sql<string[]>`array[${under(sql`contact_id`, regle, valeur)}]`
    return alone
      ? own
      : sql<string[]>`${own} || array(
      select ${under(sql`membre`, regle, valeur)}
      from (select contact_id as membre, contact_principal as principal from groupes_contacts) as siens
      where principal = contact_id
      order by membre
    )`
  }
}
