import { useLocation } from '@remix-run/react'
import type { ShownTable } from './table'

interface Props {
  /** The screen's tables; their queries are passed to the workbook. */
  tables: Record<string, ShownTable | null>
}

/** Link to a screen's workbook: all its tables, with the current year and other choices. */
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
