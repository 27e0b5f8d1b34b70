import { useLocation } from '@remix-run/react'

/** The year in the URL, which links to other screens keep. */
export function useYear(): string | undefined {
  const asked = new URLSearchParams(useLocation().search).get('annee')
  return asked !== null && /^\d{4}$/.test(asked) ? asked : undefined
}

/** A path of this site with a year, unless it names one. */
export function withYear(path: string, annee: string | undefined): string {
  const [pathname = '', search = ''] = path.split('?')
  const query = new URLSearchParams(search)
  if (annee === undefined || query.has('annee')) return path
  query.set('annee', annee)
  return `${pathname}?${query}`
}
