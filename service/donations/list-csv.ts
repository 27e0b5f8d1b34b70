import { sql } from 'kysely'
import type { DonationsCsv } from '#contract/donations'
import { csvField, csvHeader, csvJoin } from '#files/csv'
import { type ColonneDonations, colonnesDonations } from '#files/donations-columns'
import type { Db } from '../platform/database/connect'
import { streamSnapshot } from '../platform/database/snapshot'
import { type Habitues, type Row, rowsOf, withDonateurs } from './rows'

const ROWS_AT_ONCE = 2_000

const titleOf = ({ title, format }: ColonneDonations) =>
  format === 'montant' ? `${title} (€)` : title

/** Streams a year's list as CSV for French Excel, with or without donor details, from one snapshot. */
export const writeList = (
  db: Db,
  { year, details, tri = 'montant', ...filtres }: DonationsCsv,
): AsyncGenerator<string> =>
  streamSnapshot(db, async function* (snapshot) {
    const columns = colonnesDonations(details !== undefined)
    yield csvHeader(columns.map(titleOf))
    await sql`set local cursor_tuple_fraction = 1`.execute(snapshot)
    await sql`set local work_mem = '64MB'`.execute(snapshot)
    const asked = rowsOf({ annee: year, filtres }, tri)
    await sql`declare dons_de_la_liste no scroll cursor for ${asked}`.execute(snapshot)
    const habitues: Habitues = new Map()
    for (;;) {
      const { rows } = await sql<Row>`
        fetch ${sql.lit(ROWS_AT_ONCE)} from dons_de_la_liste`.execute(snapshot)
      if (rows.length === 0) return
      const donations = await withDonateurs(snapshot, rows, habitues)
      yield donations
        .map((donation) => csvJoin(columns.map(({ of, format }) => csvField(of(donation), format))))
        .join('')
    }
  })
