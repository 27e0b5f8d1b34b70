import type { DonationsPage } from '#contract/donations'
import { colonnesDonations } from '#files/donations-columns'
import type { Table } from '../ui/table'

/** One page of the list. Its file holds the whole year, and comes from the service. */
export function donationsTable(
  { donations, pagination }: DonationsPage,
  { annee, details }: { annee: number; details: boolean },
): Table {
  const columns = colonnesDonations(details)
  const page = pagination.current_page
  return {
    name: 'donations',
    title: `Donations ${annee}, page ${page} sur ${Math.max(1, pagination.total_pages)}`,
    columns: columns.map(({ title, key, format }) => ({ title, key, format })),
    rows: donations.map((donation) => columns.map(({ of }) => of(donation))),
  }
}
