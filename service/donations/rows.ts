import { type RawBuilder, sql } from 'kysely'
import type { Donateur, Donation, DonationsFiltres, TriDonations } from '#contract/donations'
import { Identite } from '#contract/identite'
import type { Db } from '../platform/database/connect'
import { matching } from './filtres'
import type { JourRepere, Repere } from './releve'

export type Row = Omit<Donation, 'exclu' | 'donateur'>

const COLONNES = sql`
  id, order_id, order_amount, order_date, contact_id,
  codemedia_code, campaign_code, origincode_code, product_code`

const CARTE = sql.join(Identite.keyof().options.map((column) => sql.ref(column)))

/** A year and the filters of its list. */
export interface Demande {
  annee: number
  filtres: DonationsFiltres
}

/** Each order as a whole: `-` turns all of it round. */
const ORDRES: Record<TriDonations, RawBuilder<unknown>> = {
  montant: sql`cle_donation(order_date, order_amount) desc, order_date desc, length(id), id`,
  '-montant': sql`cle_donation(order_date, order_amount), order_date, length(id) desc, id desc`,
  date: sql`order_date desc, order_amount desc, length(id), id`,
  '-date': sql`order_date, order_amount, length(id) desc, id desc`,
}

/** All rows of a year's list, in an order. */
export const rowsOf = ({ annee, filtres }: Demande, tri: TriDonations) => sql<Row>`
  select ${COLONNES}
  from donations
  where cle_donation(order_date, order_amount) >= ${annee}::bigint * 1e14::bigint
    and cle_donation(order_date, order_amount) < (${annee}::bigint + 1) * 1e14::bigint
    and ${matching(annee, filtres) ?? sql`true`}
  order by ${ORDRES[tri]}`

/** Rows of a list: how many, after how many others. */
export interface Part {
  offset: number
  limit: number
}

/** A part of a year's list, largest first, read from the bookmark before it. */
export async function readRowsAt(
  db: Db,
  { annee, filtres }: Demande,
  reperes: readonly Repere[],
  { offset, limit }: Part,
): Promise<Row[]> {
  const repere = reperes.findLast(({ rang }) => rang <= offset)
  if (!repere) return []
  const { montant, jour, rang } = repere
  const { rows } = await sql<Row>`
    select ${COLONNES}
    from donations
    where cle_donation(order_date, order_amount) >= ${annee}::bigint * 1e14::bigint
      and (cle_donation(order_date, order_amount), order_date)
        <= (cle_donation(${jour}::date, ${montant}::numeric), ${jour}::date)
      and ${matching(annee, filtres) ?? sql`true`}
    order by ${ORDRES.montant}
    limit ${limit} offset ${offset - rang}`.execute(db)
  return rows
}

/** A part of a year's list, latest first: only the days that it is of are read. */
export async function readRowsOfDays(
  db: Db,
  { annee, filtres }: Demande,
  jours: readonly JourRepere[],
  { offset, limit }: Part,
): Promise<Row[]> {
  const first = jours.findLast(({ rang }) => rang <= offset)
  const last = jours.findLast(({ rang }) => rang < offset + limit)
  if (!first || !last) return []
  const { rows } = await sql<Row>`
    select ${COLONNES}
    from donations
    where cle_donation(order_date, order_amount) >= ${annee}::bigint * 1e14::bigint
      and cle_donation(order_date, order_amount) < (${annee}::bigint + 1) * 1e14::bigint
      and order_date between ${last.jour}::date and ${first.jour}::date
      and ${matching(annee, filtres) ?? sql`true`}
    order by ${ORDRES.date}
    limit ${limit} offset ${offset - first.rang}`.execute(db)
  return rows
}

type Nomme = Pick<Donation, 'exclu' | 'donateur'>

interface Lu {
  contact_id: string
  /** Number of stored donations of this donor. */
  nombre: number
  nomme: Nomme
}

/** Donor details for the list; totals and dates cover all stored donations of the person. */
async function readDonateurs(db: Db, contactIds: string[]): Promise<Lu[]> {
  if (contactIds.length === 0) return []
  const { rows } = await sql<Donateur & Omit<Lu, 'nomme'> & { exclu: boolean }>`
    with demandes as materialized (
      select unnest(${contactIds}::text[]) as contact_id
    ),
    cartes as materialized (
      select * from fiches where contact_id = any(array(select contact_id from demandes))
    ),
    totaux as materialized (
      select
        contact_canonique(contact_id) as principal,
        sum(montant) as total_amount,
        min(premier_jour) as first_donation_date,
        max(dernier_jour) as last_donation_date,
        sum(nombre)::bigint as nombre
      from (
        select
          contact_id, sum(order_amount) as montant, min(order_date) as premier_jour, max(order_date) as dernier_jour,
          count(*) as nombre
        from donations
        where contact_id = any(membres_des_groupes(array(select contact_id from demandes)))
        group by contact_id
      ) as contacts
      group by 1
    )
    select
      contact_id, ${CARTE},
      coalesce(total_amount, 0) as total_amount, first_donation_date, last_donation_date,
      coalesce(nombre, 0) as nombre,
      exists (
        select 1 from contacts_exclus where contacts_exclus.contact_id = demandes.contact_id
      ) as exclu
    from demandes
    left join cartes using (contact_id)
    left join totaux on principal = contact_canonique(contact_id)`.execute(db)
  return rows.map(({ contact_id, nombre, exclu, ...donateur }) => ({
    contact_id,
    nombre,
    nomme: { exclu, donateur },
  }))
}

/** Donors with more donations are cached for a whole file: few enough to keep, and no row costs more. */
const BEAUCOUP = 100

/** Cached donors with many donations, as first read for a file. */
export type Habitues = Map<string, Nomme>

/** Adds donors to rows, live or from `habitues`, in which those with many donations are kept. */
export async function withDonateurs(
  db: Db,
  rows: Row[],
  habitues: Habitues = new Map(),
): Promise<Donation[]> {
  const asked = new Set(rows.map((row) => row.contact_id).filter((id) => !habitues.has(id)))
  const read = await readDonateurs(db, [...asked])
  const donateurs = new Map(read.map(({ contact_id, nomme }) => [contact_id, nomme]))
  for (const { contact_id, nombre, nomme } of read)
    if (nombre > BEAUCOUP) habitues.set(contact_id, nomme)
  return rows.flatMap((row) => {
    const nomme = donateurs.get(row.contact_id) ?? habitues.get(row.contact_id)
    return nomme ? [{ ...row, ...nomme }] : []
  })
}
