import { type RawBuilder, sql } from 'kysely'
import type { CodeDoublon } from '#contract/doublons'
import type { Db } from '../../platform/database/connect'
import { comptes, pairesDe, pairesOuvertes, RANG, SURE, toGroupes, unions } from './grouper'

/** The contacts of what was decided since the groups were made. */
const DECIDES = sql`(
  select array_agg(contact collate "C")
  from evenements_exclusion
  cross join unnest(array[contact_id, contact_principal]) as contact
  where numero > (select evenement from doublons_etat) and contact_principal is not null
)`

/** By rule, then most euros first. */
export const ORDRE = sql`order by rang, montant desc, principal, contacts`

/**
 * What was decided since the groups were made (`decides`), and until they are made anew, pair by pair what is left of
 * the groups that it concerns (`refaits`).
 */
const REFAITS = sql`
  decides as materialized (
    select coalesce(${DECIDES}, '{}') as contacts
  ),
  concernes as materialized (
    select contact_id from decides cross join unnest(contacts) as contact_id
    union
    select unnest(contacts) from doublons_groupes where contacts && (select contacts from decides)
  ),
  restantes as materialized (
    select array[a, b] as contacts, array_agg(distinct regle) as regles, min(${RANG}) as rang,
      bool_or(${SURE} and exacte) and bool_and(contre = '{}') as sur, ${unions(sql`contre`)} as contre
    from ${pairesOuvertes(pairesDe(sql`array(select contact_id from concernes)`))} as ouvertes
    group by a, b
  ),
  refaits as materialized (
    select * from (${toGroupes(sql`restantes`)}) as leurs
  )`

/** The groups as they are now, those stored that `pick` picks, and all that were made anew. */
export const actuels = (
  regle: CodeDoublon | undefined,
  pick: RawBuilder<unknown>,
): RawBuilder<unknown> => {
  const of = regle === undefined ? sql`true` : sql`${regle} = any(regles)`
  return sql`(
    with ${REFAITS}
    (
      select contacts, principal, regles, rang, sur, donateurs, montant, contre
      from doublons_groupes
      where not contacts && (select contacts from decides) and ${of}
      ${pick}
    )
    union all
    select contacts, principal, regles, rang, sur, donateurs, montant, contre from refaits where ${of}
  )`
}

/** How many groups each rule proposes now, and all of them (`tous`). */
export async function countGroupes(tx: Db): Promise<Map<string, number>> {
  const { rows } = await sql<{ regle: string; nombre: number }>`
    with ${REFAITS}
    select regle, sum(nombre)::bigint as nombre
    from (
      select key as regle, value::bigint as nombre from doublons_etat cross join jsonb_each_text(comptes)
      union all
      select regle, -nombre
      from (${comptes(sql`(select * from doublons_groupes where contacts && (select contacts from decides))`)}) as partis
      union all
      select * from (${comptes(sql`refaits`)}) as venus
    ) as tous
    group by regle`.execute(tx)
  return new Map(rows.map(({ regle, nombre }) => [regle, nombre]))
}
