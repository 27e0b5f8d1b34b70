import type { DonationsCsv } from '#contract/donations'
import { csvField, csvHeader, csvJoin } from '#files/csv'
import { type ColonneDonations, colonnesDonations } from '#files/donations-columns'
import type { Db } from '../platform/database/connect'
import { streamSnapshot } from '../platform/database/snapshot'
import { type Habitues, readRowsAfter, type Row, withDonateurs } from './rows'

const ROWS_AT_ONCE = 2_000
/** Rows with the same amount and day are re-sorted for every batch: larger batches mean fewer sorts. */
const ROWS_OF_A_GROUP = 16_000

const titleOf = ({ title, format }: ColonneDonations) =>
  format === 'montant' ? `${title} (€)` : title

const isGroup = (first: Row | undefined, last: Row | undefined) =>
  first?.order_amount === last?.order_amount && first?.order_date === last?.order_date

/** Streams a year's list as CSV for French Excel, with or without donor details, from one snapshot. */
export const writeList = (
  db: Db,
  { year, details, ...filtres }: DonationsCsv,
): AsyncGenerator<string> =>
  streamSnapshot(db, async function* (snapshot) {
    const columns = colonnesDonations(details !== undefined)
    yield csvHeader(columns.map(titleOf))
    const habitues: Habitues = new Map()
    let limit = ROWS_AT_ONCE
    let last: Row | undefined
    do {
      const rows = await readRowsAfter(snapshot, { annee: year, filtres }, last, limit)
      last = rows.length === limit ? rows.at(-1) : undefined
      limit = isGroup(rows[0], last) ? Math.min(limit * 2, ROWS_OF_A_GROUP) : ROWS_AT_ONCE
      for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
        const donations = await withDonateurs(snapshot, rows.slice(at, at + ROWS_AT_ONCE), habitues)
        yield donations
          .map((donation) =>
            csvJoin(columns.map(({ of, format }) => csvField(of(donation), format))),
          )
          .join('')
      }
    } while (last)
  })
