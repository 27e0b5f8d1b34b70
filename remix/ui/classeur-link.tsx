import { useLocation } from '@remix-run/react'
import type { ShownTable } from './table'

interface Props {
  /** The tables of the screen; what they were asked for is asked of the workbook. */
  tables: Record<string, ShownTable | null>
}

/** Leads to the workbook of a screen: all its tables, with the year and the other choices that it shows. */
export function ClasseurLink({ tables }: Props) {
  const segments = useLocation().pathname.split('/').filter(Boolean)
  const query = new URLSearchParams({ ecran: segments.at(-1) ?? '' })
  for (const table of Object.values(tables))
    for (const [name, value] of Object.entries(table?.query ?? {})) query.set(name, String(value))
  return (
    <a className="button button-outline" href={`/telechargement/classeur?${query}`} download>
      Classeur (.xlsx)
    </a>
  )
}
