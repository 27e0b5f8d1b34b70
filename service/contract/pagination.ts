import { z } from 'zod'
import { Nombre } from './values'

/** Where a page stands in its list. */
export const Pagination = z.object({
  current_page: z.number().int().positive(),
  total_pages: Nombre,
  total_items: Nombre,
  has_previous: z.boolean(),
  has_next: z.boolean(),
})
export type Pagination = z.infer<typeof Pagination>

/** The page that a call asks for: `limit` 1 to 100 items, `limit` of them where it does not say. */
export const pageQuery = (limit: number) =>
  z.object({
    page: z.coerce.number().int().min(1).default(1),
    limit: z.coerce.number().int().min(1).max(100).default(limit),
  })
export type PageQuery = z.infer<ReturnType<typeof pageQuery>>
