import { useLocation } from '@remix-run/react'
import { type Comparison, comparisonIn } from './comparison'

/** What the address chooses of other screens too, and links to them keep. */
export type Carried = {
  /** The year, or that of its day or month. */
  annee?: string
  /** Unless it is the usual one. */
  comparer?: Comparison
}

export function useCarried(): Carried {
  const query = new URLSearchParams(useLocation().search)
  const annee = ['annee', 'au', 'mois']
    .map((name) => query.get(name)?.match(/^\d{4}(?=$|-)/)?.[0])
    .find((year) => year !== undefined)
  const comparer = comparisonIn(query)
  return { ...(annee && { annee }), ...(comparer !== 'jour' && { comparer }) }
}

/** A path of this site with what is carried, unless it says its own; its place on the page stays. */
export function carrying(path: string, carried: Carried): string {
  const [address = '', ...place] = path.split(/(?=#)/)
  const [pathname = '', search = ''] = address.split('?')
  const own = new URLSearchParams(search)
  const query = new URLSearchParams([
    ...own,
    ...Object.entries(carried).filter(([name]) => !own.has(name)),
  ])
  return query.size === 0 ? path : `${pathname}?${query}${place.join('')}`
}
