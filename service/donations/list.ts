import { sql } from 'kysely'
import type { Donateur, Donation, DonationsPage } from '#contract/donations.ts'
import type { PageQuery } from '#contract/pagination.ts'
import type { Db } from '../database/connect'
import { locatePage } from '../database/page'
import type { ReadEtat } from './etat'
import type { Releve, Repere } from './releve'

type Row = Omit<Donation, 'exclu' | 'donateur'>

const NONE: Pick<Releve, 'donations' | 'reperes'> = { donations: 0, reperes: [] }

/**
 * `limit` donations of a year's list from `offset` on. The scan begins at the mark before them, so that a page
 * at the end costs what one at the start does.
 */
async function readRows(
  db: Db,
  annee: number,
  repere: Repere,
  { offset, limit }: { offset: number; limit: number },
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select
      id, order_id, order_amount, order_date, contact_id,
      codemedia_code, campaign_code, origincode_code, product_code
    from donations
    where cle_donation(order_date, order_amount) >= ${annee}::bigint * 1e14::bigint
      and (cle_donation(order_date, order_amount), order_date)
        <= (cle_donation(${repere.jour}::date, ${repere.montant}::numeric), ${repere.jour}::date)
    order by cle_donation(order_date, order_amount) desc, order_date desc, length(id), id
    limit ${limit} offset ${offset - repere.rang}`.execute(db)
  return rows
}

type Nomme = Pick<Donation, 'exclu' | 'donateur'>

/** What the list shows of these donors; totals and dates are over all their stored donations. */
async function readDonateurs(db: Db, contactIds: string[]): Promise<Map<string, Nomme>> {
  const { rows } = await sql<Donateur & { contact_id: string; exclu: boolean }>`
    select
      contact_id, firstname, lastname, city, email, phone, zip, birthdate, civility, is_company,
      total_amount, first_donation_date, last_donation_date,
      exists (
        select from donateurs_exclus where donateurs_exclus.contact_id = demandes.contact_id
      ) as exclu
    from unnest(${contactIds}::text[]) as demandes (contact_id)
    left join donateurs using (contact_id)
    cross join lateral (
      select
        coalesce(sum(order_amount), 0) as total_amount,
        min(order_date) as first_donation_date,
        max(order_date) as last_donation_date
      from donations
      where donations.contact_id = demandes.contact_id
    ) totaux`.execute(db)
  return new Map(
    rows.map(({ contact_id, exclu, ...donateur }) => [contact_id, { exclu, donateur }]),
  )
}

async function withDonateurs(db: Db, rows: Row[]): Promise<Donation[]> {
  const donateurs = await readDonateurs(db, [...new Set(rows.map((row) => row.contact_id))])
  return rows.flatMap((row) => {
    const nomme = donateurs.get(row.contact_id)
    return nomme ? [{ ...row, ...nomme }] : []
  })
}

/** A page of all stored donations of a year (the latest with a gift where none is given), largest first. */
export const listDonations = (
  readEtat: ReadEtat,
  query: PageQuery & { year?: number | undefined },
): Promise<DonationsPage> =>
  readEtat(async (transaction, etat) => {
    const available_years = (await etat.annees()).map(({ annee }) => annee)
    const year = query.year ?? available_years[0] ?? null
    const { donations: total_items, reperes } = year === null ? NONE : await etat.releve(year)
    const { pagination, offset } = locatePage(query, total_items)
    const repere = reperes.findLast(({ rang }) => rang <= offset)
    const rows =
      year !== null && repere
        ? await readRows(transaction, year, repere, { offset, limit: query.limit })
        : []
    return {
      donations: await withDonateurs(transaction, rows),
      pagination,
      filters: { available_years, year },
    }
  })
