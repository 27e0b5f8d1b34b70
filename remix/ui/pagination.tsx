import { Form, Link, useLocation } from '@remix-run/react'
import { formatCount } from '#figures/format'
import { useElementId } from './id'

const SHOWN = 5

/** The page in the URL; 1 by default. */
export function pageOf(query: URLSearchParams): number {
  const page = Number(query.get('page'))
  return Number.isSafeInteger(page) && page > 0 ? page : 1
}

/** At most five pages around the current one. */
export function pagesAround(current: number, total: number): number[] {
  const first = Math.max(1, Math.min(current - Math.floor(SHOWN / 2), total - SHOWN + 1))
  return Array.from({ length: Math.min(SHOWN, total) }, (_, at) => first + at)
}

interface Props {
  pagination: {
    current_page: number
    total_pages: number
    has_previous: boolean
    has_next: boolean
  }
  /** Accessible name of the navigation. */
  label: string
  /** The part of the page that holds the list, where that is not its top. */
  anchor?: string
}

/** Links to a list's pages, and a field for any of them where there are many; the other query parameters are kept. */
export function Pagination({ pagination, label, anchor }: Props) {
  const { pathname, search } = useLocation()
  const { current_page: current, total_pages: total, has_previous, has_next } = pagination
  if (total <= 1) return null
  const isLong = total > SHOWN
  const hash = anchor === undefined ? '' : `#${anchor}`
  const to = (page: number) => {
    const query = new URLSearchParams(search)
    query.set('page', String(page))
    return `${pathname}?${query}${hash}`
  }
  const step = (title: string, page: number, possible: boolean) =>
    possible ? <Link to={to(page)}>{title}</Link> : <span className="disabled">{title}</span>

  return (
    <nav className="pagination" aria-label={label}>
      <p>
        Page {formatCount(current)} sur {formatCount(total)}
      </p>
      <ul>
        {isLong && <li>{step('Première', 1, has_previous)}</li>}
        <li>{step('Précédent', current - 1, has_previous)}</li>
        {pagesAround(current, total).map((page) => (
          <li key={page}>
            <Link
              to={to(page)}
              aria-label={`Page ${page}`}
              aria-current={page === current ? 'page' : undefined}
            >
              {formatCount(page)}
            </Link>
          </li>
        ))}
        <li>{step('Suivant', current + 1, has_next)}</li>
        {isLong && <li>{step('Dernière', total, has_next)}</li>}
      </ul>
      {isLong && <PageField current={current} total={total} hash={hash} />}
    </nav>
  )
}

function PageField({ current, total, hash }: { current: number; total: number; hash: string }) {
  const id = useElementId()
  const { pathname, search } = useLocation()
  const kept = [...new URLSearchParams(search)].filter(([name]) => name !== 'page')
  return (
    <Form method="get" action={pathname + hash} className="page-field">
      {kept.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <label htmlFor={id}>Aller à la page</label>
      <input
        id={id}
        key={current}
        name="page"
        type="number"
        min={1}
        max={total}
        required
        defaultValue={current}
      />
      <button type="submit" className="button button-outline button-small">
        Aller
      </button>
    </Form>
  )
}
