import type {
  DonationsCsv,
  DonationsFiltres,
  DonationsPage,
  TriDonations,
} from '#contract/donations'
import type { PageQuery } from '#contract/pagination'
import { writeColonnes } from '#files/colonnes'
import { colonnesDonations } from '#files/donations-columns'
import type { Db } from '../platform/database/connect'
import { inBatches, openCursor, streamSnapshot } from '../platform/database/snapshot'
import { locatePage } from '../platform/http/page'
import type { Releve } from './releve'
import { type Habitues, type Part, readRowsAt, readRowsOfDays, rowsOf, withDonateurs } from './rows'
import type { ReadEtat } from './state'

const NONE: Pick<Releve, 'donations' | 'reperes' | 'jours'> = {
  donations: 0,
  reperes: [],
  jours: [],
}

/** Where a page is in the order from the largest on; of the order turned round, counted from its end. */
function partOf({ offset, limit }: Part, total: number, reversed: boolean): Part {
  const shown = Math.min(limit, total - offset)
  return { offset: reversed ? total - offset - shown : offset, limit: shown }
}

/**
 * A page of a year's stored donations (by default the latest year with a gift). The scan starts at the preceding
 * bookmark, so that late pages cost as much as early ones.
 */
export const listDonations = (
  readEtat: ReadEtat,
  {
    page,
    limit,
    year: asked,
    tri,
    ...filtres
  }: PageQuery & DonationsFiltres & { year?: number | undefined; tri: TriDonations },
): Promise<DonationsPage> =>
  readEtat(async (transaction, etat) => {
    const available_years = (await etat.annees()).map(({ annee }) => annee)
    const year = asked ?? available_years[0] ?? null
    const {
      donations: total_items,
      reperes,
      jours,
    } = year === null ? NONE : await etat.releve(year, filtres)
    const { pagination, offset } = locatePage({ page, limit }, total_items)
    const part = partOf({ offset, limit }, total_items, tri.startsWith('-'))
    const read = tri.endsWith('date')
      ? (annee: number) => readRowsOfDays(transaction, { annee, filtres }, jours, part)
      : (annee: number) => readRowsAt(transaction, { annee, filtres }, reperes, part)
    const rows = year === null || total_items === 0 ? [] : await read(year)
    return {
      donations: await withDonateurs(transaction, tri.startsWith('-') ? rows.toReversed() : rows),
      pagination,
      filters: { available_years, year },
    }
  })

const ROWS_AT_ONCE = 2_000

/** Streams a year's list as CSV for French Excel, with or without donor details, from one snapshot. */
export const writeList = (
  db: Db,
  { year, details, tri = 'montant', ...filtres }: DonationsCsv,
): AsyncGenerator<string> =>
  writeColonnes(
    colonnesDonations(details !== undefined),
    streamSnapshot(db, async function* (snapshot) {
      const fetch = await openCursor(snapshot, rowsOf({ annee: year, filtres }, tri))
      const habitues: Habitues = new Map()
      yield* inBatches(ROWS_AT_ONCE, async (part) =>
        withDonateurs(snapshot, await fetch(part), habitues),
      )
    }),
  )
