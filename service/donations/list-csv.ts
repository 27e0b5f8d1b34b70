import { csvField, csvHeader, csvJoin } from '#contract/csv.ts'
import type { DonationsCsv } from '#contract/donations.ts'
import { type ColonneDonations, colonnesDonations } from '#contract/donations-colonnes.ts'
import type { Db } from '../database/connect'
import { readRowsAfter, type Row, withDonateurs } from './rows'

const ROWS_AT_ONCE = 2_000

const titleOf = ({ title, format }: ColonneDonations) =>
  format === 'montant' ? `${title} (€)` : title

/**
 * The list of a year as CSV for French Excel, with or without the donors' details. Each part is read by itself, so
 * that a slow reader holds neither a connection nor a snapshot.
 */
export async function* writeList(db: Db, { year, details }: DonationsCsv): AsyncGenerator<string> {
  const columns = colonnesDonations(details !== undefined)
  yield csvHeader(columns.map(titleOf))
  let last: Row | undefined
  do {
    const rows = await readRowsAfter(db, year, last, ROWS_AT_ONCE)
    last = rows.length === ROWS_AT_ONCE ? rows.at(-1) : undefined
    const donations = await withDonateurs(db, rows)
    yield donations
      .map((donation) => csvJoin(columns.map(({ of, format }) => csvField(of(donation), format))))
      .join('')
  } while (last)
}
