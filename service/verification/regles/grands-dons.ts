import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/connect'

/** Gifts of so many euros or more, as an index by year and amount has them. */
async function parMontant(tx: Db, euros: RawBuilder<unknown>): Promise<RawBuilder<unknown>> {
  const annees = await tx.selectFrom('annees_des_dons').select('annee').execute()
  const tranches = annees.map(
    ({ annee }) => sql`
      cle_donation(order_date, order_amount)
        between ${annee} * 1e14::bigint + (${euros} * 100)::bigint and ${annee + 1} * 1e14::bigint - 1`,
  )
  return sql`(${sql.join([sql`false`, ...tranches], sql` or `)})`
}

/** The gifts of so many euros or more: those of the donors who gave as much in a year, as the facts know. */
export async function grandsDons(tx: Db, euros: RawBuilder<unknown>): Promise<RawBuilder<unknown>> {
  return sql`(
    with grands as materialized (
      select contact_id, contact_brut, id, order_date, order_amount, media
      from tous_les_dons
      where order_amount >= ${euros} and ${await parMontant(tx, euros)}
    )
    select *
    from grands
    where contact_id in (select contact_id from donateurs_annees where montant >= ${euros})
  )`
}
