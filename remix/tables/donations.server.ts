import type { DonationsPage } from '#contract/donations'
import { formatWeight, plural } from '#figures/format'
import { colonnesDonations } from '#files/donations-columns'
import type { ShownTable, Table } from '../ui/table'
import { csvWeight, guessWeight } from './csv.server'

/** One page of the list. Its file holds the whole year, and comes from the service; its weight is guessed from the page's. */
export function donationsTable(
  { donations, pagination }: DonationsPage,
  { annee, details, filters }: { annee: number; details: boolean; filters: Record<string, string> },
): ShownTable {
  const columns = colonnesDonations(details)
  const page = pagination.current_page
  const table: Table = {
    name: 'donations',
    title: `Donations ${annee}, page ${page} sur ${Math.max(1, pagination.total_pages)}`,
    columns: columns.map(({ title, key, format }) => ({ title, key, format })),
    rows: donations.map((donation) => columns.map(({ of }) => of(donation))),
  }
  const total = pagination.total_items
  const weight = guessWeight(csvWeight(table), donations.length, total)
  return {
    ...table,
    download: {
      href: `/donations/liste.csv?${new URLSearchParams({ annee: String(annee), ...filters, ...(details && { details: '1' }) })}`,
      text: `Télécharger ${plural(total, 'donation')} de ${annee} (CSV, environ ${formatWeight(weight)})`,
    },
  }
}
