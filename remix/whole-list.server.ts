import type { Pagination } from '#contract/pagination'
import { IMPRIMEES } from './ui/print-list'

/** As many rows as a page of the service has at most. */
const AT_ONCE = 100

/** The first rows of a list as one page, to print; `pages` has them in order. */
export async function readToPrint<Page extends { pagination: Pagination }>(
  read: (asked: { page: number; limit: number }) => Promise<Page>,
): Promise<{ pages: Page[]; pagination: Pagination }> {
  const first = await read({ page: 1, limit: AT_ONCE })
  const pages = [first]
  const last = Math.min(first.pagination.total_pages, IMPRIMEES / AT_ONCE)
  for (let page = 2; page <= last; page += 1) pages.push(await read({ page, limit: AT_ONCE }))
  const whole = { current_page: 1, total_pages: 1, has_previous: false, has_next: false }
  return { pages, pagination: { ...first.pagination, ...whole } }
}
