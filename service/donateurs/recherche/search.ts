import { sql } from 'kysely'
import type { PageQuery } from '#contract/pagination'
import { type ContactTrouve, type Recherche, TROUVES_AU_PLUS } from '#contract/recherche'
import type { Db } from '../../platform/database/connect'
import { readHorizon } from '../../platform/database/horizon'
import { inSnapshot } from '../../platform/database/snapshot'
import { locatePage } from '../../platform/http/page'
import { isLate } from '../../platform/jobs/derived'
import { findNearest } from './nearest'
import { MOTS } from './words'

interface Found {
  contact_id: string
  /** There are more than were looked at. */
  plein: boolean
}

/**
 * The people found, by the number that each counts by. Ids first, then most whole words matched, then by name. Fetches
 * one extra row, to tell whether there are more.
 */
async function findContacts(tx: Db, q: string): Promise<Found[]> {
  const { rows } = await sql<Found>`
    with par_mots as materialized (
      select contact_id, entiers from contacts_par_mots(${q}) limit ${TROUVES_AU_PLUS + 1}
    ),
    tous as materialized (
      select
        coalesce(contact_principal, contact_id) as contact_id, bool_or(par_id) as par_id, max(entiers) as entiers
      from (
        select contact_id, false as par_id, entiers from par_mots
        union all
        select contact_id, true, 0 from contacts_par_id(${q})
      ) as chacun
      left join groupes_contacts using (contact_id)
      group by 1
    ),
    cartes as materialized (
      select contact_id, lastname, firstname from fiches where contact_id in (select contact_id from tous)
    )
    select contact_id, (select count(*) > ${TROUVES_AU_PLUS} from par_mots) as plein
    from tous
    left join cartes using (contact_id)
    order by
      par_id desc, entiers desc, plier_texte(concat_ws(' ', lastname, firstname)) collate "C",
      length(contact_id), contact_id
    limit ${TROUVES_AU_PLUS + 1}
  `.execute(tx)
  return rows
}

/** These contacts as list rows, in order. */
async function readContacts(tx: Db, contactIds: string[]): Promise<ContactTrouve[]> {
  const horizon = await readHorizon(tx)
  const { rows } = await sql<ContactTrouve>`
    with cartes as materialized (
      select * from fiches where contact_id = any(${contactIds}::text[])
    ),
    dons as materialized (
      select
        coalesce(contact_principal, contact_id) as contact_id,
        sum(order_amount) as montant,
        count(*) as nombre_dons,
        min(order_date) as premier_don,
        max(order_date) as dernier_don,
        extract(year from max(order_date) filter (where order_date <= ${horizon}::date)) as derniere_annee,
        (array_agg(order_amount order by order_date desc, length(id) desc, id desc))[1] as dernier_montant
      from donations
      left join groupes_contacts using (contact_id)
      where contact_id = any(membres_des_groupes(${contactIds}::text[])) and order_amount > 0
      group by 1
    )
    select
      contact_id, firstname, lastname, is_company, city, zip, email, phone,
      coalesce(montant, 0) as montant, coalesce(nombre_dons, 0) as nombre_dons,
      premier_don, dernier_don, dernier_montant,
      coalesce(montant, 0) as cumul, coalesce(nombre_dons, 0) as cumul_dons,
      case least(extract(year from ${horizon}::date) - derniere_annee, 3)
        when 0 then 'actif' when 1 then 'dormant' when 2 then 'inactif' when 3 then 'tres_inactif'
      end as statut,
      exists (
        select 1 from contacts_exclus where contacts_exclus.contact_id = demandes.contact_id
      ) as exclu
    from unnest(${contactIds}::text[]) with ordinality as demandes (contact_id, rang)
    left join cartes using (contact_id)
    left join dons using (contact_id)
    order by rang
  `.execute(tx)
  return rows
}

const RIEN: Omit<Recherche, 'q' | 'en_retard'> = {
  total_donateurs: 0,
  tronque: false,
  donateurs: [],
  proches: [],
  pagination: {
    current_page: 1,
    total_pages: 0,
    total_items: 0,
    has_previous: false,
    has_next: false,
  },
}

/** A page of search results; past the end, the last page. */
export async function search(
  db: Db,
  { q, ...page }: PageQuery & { q: string },
): Promise<Recherche> {
  const en_retard = await isLate(db, MOTS)
  if (q === '') return { q, en_retard, ...RIEN }
  return inSnapshot(db, async (tx) => {
    // For a word it believes frequent, the planner would otherwise scan every row.
    await sql`set local enable_seqscan = off`.execute(tx)
    const found = await findContacts(tx, q)
    const shown = found.slice(0, TROUVES_AU_PLUS)
    const { pagination, offset } = locatePage(page, shown.length)
    const ids = shown.slice(offset, offset + page.limit).map(({ contact_id }) => contact_id)
    return {
      q,
      en_retard,
      total_donateurs: shown.length,
      tronque: found.length > shown.length || found[0]?.plein === true,
      donateurs: await readContacts(tx, ids),
      proches: shown.length > 0 ? [] : await readContacts(tx, await findNearest(tx, q)),
      pagination,
    }
  })
}
