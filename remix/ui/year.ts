import { useLocation } from '@remix-run/react'

/** The year in the URL, or that of its day or month, which links to other screens keep. */
export function useYear(): string | undefined {
  const query = new URLSearchParams(useLocation().search)
  return ['annee', 'au', 'mois']
    .map((name) => query.get(name)?.match(/^\d{4}(?=$|-)/)?.[0])
    .find((year) => year !== undefined)
}

/** A path of this site with a year, unless it names one. */
export function withYear(path: string, annee: string | undefined): string {
  const [pathname = '', search = ''] = path.split('?')
  const query = new URLSearchParams(search)
  if (annee === undefined || query.has('annee')) return path
  query.set('annee', annee)
  return `${pathname}?${query}`
}
