import { sql } from 'kysely'
import type { Personne } from '#contract/fiches'
import type { Db } from '../../platform/database/connect'

/** The group of a contact, its principal first; null for one that is in none. */
export async function readPersonne(tx: Db, contact_id: string): Promise<Personne | null> {
  const { rows: groups } = await sql<{ membres: string[] }>`
    select membres_des_groupes(array[${contact_id}]) as membres`.execute(tx)
  if ((groups[0]?.membres.length ?? 0) < 2) return null
  type Row = Personne['membres'][number] & { principal: string }
  const { rows } = await sql<Row>`
    select
      membre as contact_id,
      contact_canonique(membre) as principal,
      firstname,
      lastname,
      (select count(*) from donations where donations.contact_id = membre and order_amount > 0) as donations,
      (select coalesce(sum(order_amount), 0) from donations where donations.contact_id = membre) as montant,
      to_char(survenu_le at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as depuis,
      raison,
      coalesce(identite, exclu_par) as par
    from unnest(membres_des_groupes(array[${contact_id}])) as membre
    left join groupes_contacts as groupes on groupes.contact_id = membre
    left join evenements_exclusion using (numero)
    left join donateurs as fiches on fiches.contact_id = membre
    order by groupes.contact_id is not null, length(membre), membre collate "C"`.execute(tx)
  const [first] = rows
  if (!first || rows.length === 1) return null
  return {
    principal: first.principal,
    membres: rows.map(({ principal: _principal, ...membre }) => membre),
  }
}
