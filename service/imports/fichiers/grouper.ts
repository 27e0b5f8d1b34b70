import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/connect'
import type { Identification } from './vocabulaire'

/** More rounds than any chain of keys needs, as each doubles the reach. */
const ROUNDS = 64

/**
 * Puts donors whom an unknown key joins in one group: the number of the smallest of them. Donors without such a key are
 * a group of their own and not listed.
 */
export async function grouper(
  tx: Db,
  { table }: Identification,
  parmi: RawBuilder<unknown> = sql`true`,
): Promise<void> {
  const { partagees, groupes, cles } = {
    partagees: table('partagees'),
    groupes: table('groupes'),
    cles: table('cles'),
  }
  await sql`
    create unlogged table ${partagees} as
    select n, cle from ${cles}
    where contact is null and ${parmi}
      and cle in (select cle from ${cles} where contact is null and ${parmi} group by cle having count(*) > 1)
  `.execute(tx)
  await sql`
    create unlogged table ${groupes} as select distinct n, n as groupe from ${partagees}`.execute(
    tx,
  )
  await sql`analyze ${partagees}`.execute(tx)
  for (let round = 0; round < ROUNDS; round++) {
    const joined = await sql`
      update ${groupes} as g
      set groupe = plus_petits.groupe
      from (
        select p.n, min(par_cle.groupe) as groupe
        from ${partagees} as p
        join (
          select cle, min(groupe) as groupe from ${partagees} join ${groupes} using (n) group by cle
        ) as par_cle using (cle)
        group by p.n
      ) as plus_petits
      where plus_petits.n = g.n and plus_petits.groupe < g.groupe
    `.execute(tx)
    if (joined.numAffectedRows === 0n) return
    for (let jumped = 1n; jumped > 0n;) {
      const { numAffectedRows = 0n } = await sql`
        update ${groupes} as g set groupe = h.groupe
        from ${groupes} as h
        where h.n = g.groupe and h.groupe < g.groupe
      `.execute(tx)
      jumped = numAffectedRows
    }
  }
  throw new Error('the groups of donors did not settle')
}
