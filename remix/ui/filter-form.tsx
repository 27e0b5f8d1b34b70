import { Form, Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { Alert } from './alert'

interface Props {
  title: string
  /** What the fields show at first: a form of other values is another form. */
  values: Record<string, string>
  /** What the address says besides the fields, and every filter keeps. */
  kept: Record<string, string>
  /** The list without filters, if there are any. */
  clear: string | undefined
  isFaulty: boolean
  children: ReactNode
}

/** The filters of a list, folded away until they are used. */
export function FilterForm({ title, values, kept, clear, isFaulty, children }: Props) {
  const key = JSON.stringify([values, kept])
  return (
    <>
      {isFaulty && (
        <Alert tone="warning" title="Attention">
          <p>Ces filtres ne sont pas lisibles. Toutes les lignes sont affichées.</p>
        </Alert>
      )}
      <details className="filters" open={clear !== undefined} key={key}>
        <summary>{title}</summary>
        <Form method="get" className="fields card">
          {Object.entries(kept).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          {children}
          <button type="submit" className="button">
            Filtrer
          </button>
          {clear !== undefined && (
            <Link className="button button-outline" to={clear}>
              Effacer les filtres
            </Link>
          )}
        </Form>
      </details>
    </>
  )
}
