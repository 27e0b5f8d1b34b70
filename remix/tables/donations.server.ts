import type { DonationsPage } from '#contract/donations'
import { plural } from '#figures/format'
import { colonnesDonations } from '#files/donations-columns'
import { placeOf } from '../ui/print-list'
import type { ShownTable, Table } from '../ui/table'
import { wholeFile } from './csv.server'

/**
 * One page of the list. Its file holds the whole year and is served by the service; its size is estimated from the
 * page.
 */
export function donationsTable(
  { donations, pagination }: DonationsPage,
  {
    annee,
    details,
    filters,
    tri,
  }: { annee: number; details: boolean; filters: Record<string, string>; tri: string },
): ShownTable {
  const columns = colonnesDonations(details)
  const table: Table = {
    name: 'donations',
    title: `Donations ${annee}, ${placeOf({ pagination, rows: donations.length })}`,
    tri,
    columns: columns.map(({ title, key, format, tri: order }) => ({
      title,
      key,
      format,
      tri: order,
    })),
    rows: donations.map((donation) => columns.map(({ of }) => of(donation))),
  }
  const total = pagination.total_items
  const query = {
    annee: String(annee),
    ...filters,
    ...(tri !== 'montant' && { tri }),
    ...(details && { details: '1' }),
  }
  const what = `${plural(total, 'donation')} de ${annee}`
  return {
    ...table,
    download: wholeFile('/donations/liste.csv', query, { page: table, total, what }),
  }
}
