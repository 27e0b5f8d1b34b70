import { sql } from 'kysely'
import { INCONNU } from '#contract/lieux'
import type { Db } from '../../platform/database/connect'
import type { Comparison, Extent } from './comparison'

/** Beyond this many changed cards nobody is named: the departments of all are looked at again. */
const MANY = 200_000

/**
 * Notes, before an import or its undoing changes cards, those that will lie in another department: the next publication
 * counts their donors there.
 */
export async function noteMoves(
  tx: Db,
  { depot, columns }: Comparison,
  { nouveaux, modifies }: Extent,
): Promise<void> {
  if (!columns.includes('zip')) return
  if (nouveaux + modifies > MANY) {
    await sql`insert into fiches_deplacees values (null)`.execute(tx)
    return
  }
  const departement = (table: string) => sql`departement_du_code_postal(${sql.ref(`${table}.zip`)})`
  await sql`
    insert into fiches_deplacees
    select e.contact_id
    from ${depot.ecarts} as e
    join ${depot.lignes} as s on s.contact_id = e.contact_id and s.ctid = e.place
    left join donateurs as t on t.contact_id = e.contact_id
    where ${departement('s')} <> ${departement('t')}`.execute(tx)
  // Cards that an undoing takes back.
  await sql`
    insert into fiches_deplacees
    select e.contact_id
    from ${depot.ecarts} as e
    join donateurs as t on t.contact_id = e.contact_id
    where e.place is null and ${departement('t')} <> ${INCONNU}`.execute(tx)
}
