import { sql } from 'kysely'
import type { Db } from '../../platform/database/connect'

/** A year and bucket of contacts whose stored gifts are not what imports wrote. */
interface Ecart {
  annee: number
  /** The contact's weight, if a single contact explains the difference. */
  poids: number | null
}

/** Compares like the view `mesures_base`, but by finer buckets, needed only on a discrepancy. */
async function findEcarts(tx: Db): Promise<Ecart[]> {
  const { rows } = await sql<Ecart>`
    with enregistres as materialized (
      select
        date_part('year', order_date)::smallint as annee,
        (poids_contact(contact_id) & 255)::smallint as tranche,
        sum(empreinte) as empreintes,
        sum(empreinte::numeric * poids_contact(contact_id)) as pesees
      from (
        select
          contact_id,
          order_date,
          empreinte_don(
            cle, id, contact_id, order_date, order_amount, order_id, codemedia_code, campaign_code, origincode_code,
            product_code
          ) as empreinte
        from donations
        cross join cle_sommes_dons
      ) as dons
      group by 1, 2
    ),
    ecrits as materialized (
      select annee, tranche, sum(empreintes) as empreintes, sum(empreintes_pesees) as pesees
      from sommes_dons
      group by 1, 2
    ),
    ecarts as (
      select
        annee,
        coalesce(enregistres.empreintes, 0) - coalesce(ecrits.empreintes, 0) as empreintes,
        coalesce(enregistres.pesees, 0) - coalesce(ecrits.pesees, 0) as pesees
      from enregistres
      full join ecrits using (annee, tranche)
    )
    select
      annee,
      case
        when mod(pesees, nullif(empreintes, 0)) = 0 and div(pesees, empreintes) between 0 and 2147483647
        then div(pesees, empreintes)
      end as poids
    from ecarts
    where empreintes <> 0 or pesees <> 0
    order by annee`.execute(tx)
  return rows
}

/** The contacts with these weights, among all known to this database. */
async function readContacts(tx: Db, poids: number[]): Promise<Map<number, string[]>> {
  const found = new Map<number, Set<string>>()
  for (const table of ['donations', 'donateurs', 'faits_donateurs', 'evenements_exclusion']) {
    const { rows } = await sql<{ contact_id: string; poids: number }>`
      select distinct contact_id, poids_contact(contact_id) as poids
      from ${sql.table(table)}
      where poids_contact(contact_id) = any (${poids})`.execute(tx)
    for (const row of rows)
      found.set(row.poids, (found.get(row.poids) ?? new Set()).add(row.contact_id))
  }
  return new Map([...found].map(([weight, contacts]) => [weight, [...contacts].sort()]))
}

/** Contacts named per line. */
const NAMED = 5

/** Maps each year whose stored gifts are not what imports wrote to a sentence naming the contacts. */
export async function findContactsEnEcart(tx: Db): Promise<Map<string, string>> {
  const ecarts = await findEcarts(tx)
  const weights = ecarts.flatMap(({ poids }) => (poids === null ? [] : [poids]))
  const contacts = await readContacts(tx, weights)
  const said = new Map<string, string>()
  for (const annee of new Set(ecarts.map((ecart) => ecart.annee))) {
    const here = ecarts.filter((ecart) => ecart.annee === annee)
    const known = here
      .flatMap(({ poids }) => (poids === null ? [] : (contacts.get(poids) ?? [])))
      .sort()
    const others = here.some(({ poids }) => poids === null || !contacts.has(poids))
    const names = known.slice(0, NAMED).join(', ')
    const more = known.length > NAMED || others ? ' et d’autres' : ''
    said.set(
      String(annee),
      known.length > 0
        ? `${annee}, ${known.length > 1 || more ? 'contacts' : 'contact'} ${names}${more}`
        : `${annee}, contacts qui ne se laissent pas nommer`,
    )
  }
  return said
}
