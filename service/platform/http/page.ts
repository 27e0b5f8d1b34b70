import type { PageQuery, Pagination } from '#contract/pagination'

/** Pagination and offset of the requested page; past the end, the last page. */
export function locatePage(
  { page, limit }: PageQuery,
  total_items: number,
): { pagination: Pagination; offset: number } {
  const total_pages = Math.ceil(total_items / limit)
  const current_page = Math.max(1, Math.min(page, total_pages))
  return {
    pagination: {
      current_page,
      total_pages,
      total_items,
      has_previous: current_page > 1,
      has_next: current_page < total_pages,
    },
    offset: (current_page - 1) * limit,
  }
}
