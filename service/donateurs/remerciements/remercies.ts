import { type RawBuilder, sql } from 'kysely'

/** Who was thanked last when and by whom, by the number that each counts by: all, or those of `ids`. */
export const remercies = (ids?: string[]): RawBuilder<unknown> => sql`(
  select distinct on (coalesce(contact_principal, actes.contact_id))
    coalesce(contact_principal, actes.contact_id) as contact_id, jour as remercie_le, par as remercie_par
  from remerciements_en_vigueur as actes
  left join groupes_contacts as groupes on groupes.contact_id = actes.contact_id
  ${ids ? sql`where actes.contact_id = any(membres_des_groupes(${ids}::text[]))` : sql``}
  order by coalesce(contact_principal, actes.contact_id), jour desc, actes.numero desc
)`
