import type { Pagination } from '#contract/pagination'
import { pageOf } from '../ui/pagination'
import { IMPRESSION, IMPRIMEES } from '../ui/print-list'

/** As many rows as a page of the service has at most. */
const AT_ONCE = 100

/** The page of a list that the address asks for; to print, its first rows as one page. */
export async function readList<
  Rows extends string,
  Page extends { pagination: Pagination } & Record<Rows, unknown[]>,
>(
  query: URLSearchParams,
  limit: number,
  rows: Rows,
  read: (asked: { page: number; limit: number }) => Promise<Page>,
): Promise<Page> {
  if (!query.has(IMPRESSION)) return read({ page: pageOf(query), limit })
  const first = await read({ page: 1, limit: AT_ONCE })
  const pages = [first]
  const last = Math.min(first.pagination.total_pages, IMPRIMEES / AT_ONCE)
  for (let page = 2; page <= last; page += 1) pages.push(await read({ page, limit: AT_ONCE }))
  const whole = { current_page: 1, total_pages: 1, has_previous: false, has_next: false }
  return {
    ...first,
    [rows]: pages.flatMap((page) => page[rows]),
    pagination: { ...first.pagination, ...whole },
  }
}
