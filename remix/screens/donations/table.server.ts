import type { DonationsPage } from '#contract/donations'
import { plural } from '#figures/format'
import { colonnesDonations } from '#files/donations-columns'
import { listTable } from '../../tables/list.server'
import { placeOf } from '../../ui/print-list'
import type { ShownTable } from '../../ui/table'

/** A page of the list; its file, served by the service, holds the whole year. */
export const donationsTable = (
  { donations, pagination }: DonationsPage,
  {
    annee,
    details,
    filters,
    tri,
  }: { annee: number; details: boolean; filters: Record<string, string>; tri: string },
): ShownTable =>
  listTable({
    name: 'donations',
    title: `Donations ${annee}, ${placeOf({ pagination, rows: donations.length })}`,
    colonnes: colonnesDonations(details),
    rows: donations,
    pagination,
    tri,
    file: {
      href: '/donations/liste.csv',
      query: {
        annee: String(annee),
        ...filters,
        ...(tri !== 'montant' && { tri }),
        ...(details && { details: '1' }),
      },
      what: `${plural(pagination.total_items, 'donation')} de ${annee}`,
    },
  })
