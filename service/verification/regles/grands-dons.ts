import { type RawBuilder, sql } from 'kysely'
import type { Parmi } from './regle'

/** The gifts of so many euros or more: those of the donors who gave as much in a year, which facts know without all gifts. */
export const grandsDons = (euros: RawBuilder<unknown>, parmi: Parmi): RawBuilder<unknown> => sql`(
  select contact_id, contact_brut, id, order_date, order_amount
  from tous_les_dons
  where order_amount >= ${euros} and contact_brut = any (array(
    select distinct contact_id collate "default"
    from donateurs_annees
    where montant >= ${euros} and ${parmi(sql`contact_id`)}
  ))
)`
