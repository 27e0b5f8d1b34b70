import { sql } from 'kysely'
import type { CodeDoublon } from '#contract/doublons'
import type { Db } from '../../platform/database/connect'

interface Bilan {
  regle: CodeDoublon
  fusionnes: number
  distincts: number
}

/** What people made of each rule's pairs: the principals that some are members of, and those told apart. */
export async function readBilans(tx: Db): Promise<Map<CodeDoublon, Bilan>> {
  const { rows } = await sql<Bilan>`
    with membres as materialized (
      select contact_id collate "C" as contact_id, contact_principal collate "C" as principal from groupes_contacts
      union
      select contact_principal collate "C", contact_principal collate "C" from groupes_contacts
    ),
    fusionnes as (
      select regle, count(distinct une.principal) as fusionnes
      from membres as une
      join doublons using (contact_id)
      join membres as autre on autre.contact_id = autre_id and autre.principal = une.principal
      group by regle
    ),
    distincts as (
      select regle, count(*) as distincts
      from contacts_distincts
      join doublons on contact_id = contact_a collate "C" and autre_id = contact_b collate "C" and cle = any(connues)
      group by regle
    )
    select regle, coalesce(fusionnes, 0) as fusionnes, coalesce(distincts, 0) as distincts
    from fusionnes
    full join distincts using (regle)`.execute(tx)
  return new Map(rows.map((row) => [row.regle, row]))
}
