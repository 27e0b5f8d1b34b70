import type { DonationsFiltres, DonationsPage } from '#contract/donations'
import type { PageQuery } from '#contract/pagination'
import { locatePage } from '../platform/http/page'
import type { Releve } from './releve'
import { readRowsAt, withDonateurs } from './rows'
import type { ReadEtat } from './state'

const NONE: Pick<Releve, 'donations' | 'reperes'> = { donations: 0, reperes: [] }

/**
 * A page of a year's stored donations (by default the latest year with a gift), largest first. The scan starts at the
 * preceding bookmark, so that late pages cost as much as early ones.
 */
export const listDonations = (
  readEtat: ReadEtat,
  {
    page,
    limit,
    year: asked,
    ...filtres
  }: PageQuery & DonationsFiltres & { year?: number | undefined },
): Promise<DonationsPage> =>
  readEtat(async (transaction, etat) => {
    const available_years = (await etat.annees()).map(({ annee }) => annee)
    const year = asked ?? available_years[0] ?? null
    const { donations: total_items, reperes } =
      year === null ? NONE : await etat.releve(year, filtres)
    const { pagination, offset } = locatePage({ page, limit }, total_items)
    const repere = reperes.findLast(({ rang }) => rang <= offset)
    const rows =
      year !== null && repere
        ? await readRowsAt(transaction, { annee: year, filtres }, repere, {
            offset: offset - repere.rang,
            limit,
          })
        : []
    return {
      donations: await withDonateurs(transaction, rows),
      pagination,
      filters: { available_years, year },
    }
  })
