import type { ReactNode } from 'react'
import { formatDayMonth } from '#figures/format'
import { DataTable } from './data-table'
import { HowMark } from './how-link'
import type { ShownTable } from './table'

/** One chart as SVG text, drawn for wide and for narrow places; the style sheet shows the one that fits. */
export interface Drawing {
  large: string
  small: string
}

interface Props {
  title: string
  drawing: Drawing
  /** The same numbers, under the chart. */
  table: ShownTable
  legend?: ReactNode
  /** Under the heading of a section. */
  nested?: boolean
}

/** Both drawings of a chart, of which the style sheet shows one. */
export function Chart({ drawing }: Pick<Props, 'drawing'>) {
  return (
    <>
      <div className="chart chart-large" dangerouslySetInnerHTML={{ __html: drawing.large }} />
      <div className="chart chart-small" dangerouslySetInnerHTML={{ __html: drawing.small }} />
    </>
  )
}

/** A chart with its title and, below, its numbers as a table. */
export function Figure({ title, drawing, table, legend, nested = false }: Props) {
  const Heading = nested ? 'h3' : 'h2'
  return (
    <figure className="figure">
      <figcaption>
        <Heading>{title}</Heading>
      </figcaption>
      {legend}
      <Chart drawing={drawing} />
      <details>
        <summary>Voir les chiffres</summary>
        <DataTable table={table} />
      </details>
    </figure>
  )
}

interface LegendEntry {
  label: string
  /** Which series' colour and dash; 'forecast' is the forecast point, 'trend' its line, 'running' the hatching. */
  mark: string
  /** How it is made, if it is a figure. */
  definition?: string
}

/** What the colours and dashes of a chart mean. */
export function Legend({ entries }: { entries: LegendEntry[] }) {
  if (entries.length === 0) return null
  return (
    <ul className="legend">
      {entries.map(({ label, mark, definition }) => (
        <li key={label}>
          <span className={`swatch swatch-${mark}`} aria-hidden="true" />
          {label}
          {definition && <HowMark code={definition} of={label} />}
        </li>
      ))}
    </ul>
  )
}

/** What the hatching of a bar means; nothing if every year is over. */
export const runningEntry = (running: { au: string } | null | undefined): LegendEntry[] =>
  running
    ? [{ mark: 'running', label: `Année en cours (jusqu’au ${formatDayMonth(running.au)})` }]
    : []
