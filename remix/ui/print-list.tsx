import { Link, useLocation } from '@remix-run/react'
import { formatCount, plural } from '#figures/format'
import { AUTO_REFRESH_OFF } from './auto-refresh'

/** So many rows of a list are printed, at most. */
export const IMPRIMEES = 1_000

/** Says in an address that a list is to be printed whole. */
export const IMPRESSION = 'impression'

/** What the address of a list says of its page, and not of the list. */
export const OF_THE_PAGE = ['page', IMPRESSION, 'rafraichissement', AUTO_REFRESH_OFF]

interface Listed {
  pagination: { current_page: number; total_pages: number; total_items: number }
  /** Rows of the page. */
  rows: number
}

/** Which page of a list it is. */
export const pagePlace = ({ current_page, total_pages }: Listed['pagination']): string =>
  `page ${current_page} sur ${Math.max(1, total_pages)}`

/** The same on a tab, where there are several. */
export const tabPlace = (pagination: Listed['pagination']): string | undefined =>
  pagination.total_pages > 1 ? pagePlace(pagination) : undefined

/** Which rows of a list a table has. */
export function placeOf({ pagination, rows }: Listed): string {
  const { total_pages, total_items } = pagination
  if (total_pages > 1 || rows === total_items) return pagePlace(pagination)
  return `les ${formatCount(rows)} premières lignes sur ${formatCount(total_items)}`
}

/** Leads to the page that has the rows to print, and back; a printed page of a list says that it is one. */
export function PrintList({ pagination, rows }: Listed) {
  const { pathname, search } = useLocation()
  const { total_pages, total_items } = pagination
  const query = new URLSearchParams(search)
  if (query.has(IMPRESSION)) {
    query.delete(IMPRESSION)
    return (
      <p className="print-list">
        {rows < total_items
          ? `Seules les ${formatCount(rows)} premières lignes s’impriment, sur ${formatCount(total_items)}\u00A0: le fichier les a toutes.`
          : `Cette page imprime la liste entière, ${plural(rows, 'ligne')}.`}{' '}
        <Link to={`${pathname}?${query}`}>Revenir à la liste par pages</Link>
      </p>
    )
  }
  if (total_pages <= 1) return null
  query.set(IMPRESSION, '1')
  query.delete('page')
  const what =
    total_items > IMPRIMEES
      ? `les ${formatCount(IMPRIMEES)} premières lignes`
      : `les ${plural(total_items, 'ligne')}`
  return (
    <p className="print-list">
      <Link to={`${pathname}?${query}`}>Imprimer {what}</Link>
      <span className="print-only">
        {' '}
        Cette feuille n’a qu’une page de la liste&nbsp;: le lien «&nbsp;Imprimer {what}&nbsp;» en
        prépare plus.
      </span>
    </p>
  )
}
