import { useLocation } from '@remix-run/react'
import { type ReactNode, useContext } from 'react'
import { formatCount, formatDayMonth } from '#figures/format'
import { DataTable } from './data-table'
import { drawingOf } from './drawings'
import { Fold } from './fold'
import { HowMark } from './how-link'
import { Leading } from './leading'
import { unsorted } from './sorting'
import { showCell, type ShownTable, valueOf } from './table'

/** A chart as SVG, drawn at two widths; the style sheet shows the one that fits. */
export interface Drawing {
  large: string
  small: string
  /** What its colours stand for, where it has several. */
  legend?: LegendEntry[] | undefined
}

interface Props {
  title: string
  drawing: Drawing
  /** The chart's numbers, shown below it. */
  table: ShownTable
  /** In place of the drawing's own. */
  legend?: ReactNode
  /** Under a section heading. */
  nested?: boolean
  /** A second chart of its screen: its title, until it is unfolded. */
  folded?: boolean
}

/** A longer table of numbers is not printed: the chart stands for it. */
const PRINTED = 60

/** A chart in a file read without the application. */
const withoutLinks = (svg: string) =>
  svg
    .replace(/<a [^>]*>|<\/a>|<text class='tip'.*?<\/text>/g, '')
    .replace("role='group'", "role='img'")

/** Both drawings of a chart; the style sheet shows one. */
export function Chart({ drawing }: Pick<Props, 'drawing'>) {
  const isActive = useContext(Leading)
  const [large, small] = [drawing.large, drawing.small].map((svg) => ({
    __html: isActive ? drawingOf(svg) : withoutLinks(svg),
  }))
  return (
    <>
      <div className="chart chart-large" dangerouslySetInnerHTML={large} />
      <div className="chart chart-small" dangerouslySetInnerHTML={small} />
    </>
  )
}

/** So many numbers of one row are a sentence. */
const SAID = 10

/** A chart of one bar in words: what it is of, and its numbers. */
export function sentenceOf({ columns, rows }: ShownTable): string {
  const [name = null, ...cells] = rows[0] ?? []
  const said = cells.flatMap((cell, at) => {
    const column = columns[at + 1]
    if (!column || valueOf(cell) === null) return []
    return [`${column.title}\u00A0: ${showCell(cell, column.format)}`]
  })
  return `${showCell(name, columns[0]?.format ?? 'texte')}. ${said.join(', ')}.`
}

/** A titled chart, with its numbers as a table below. */
export function Figure(props: Props) {
  const { title, drawing, table, legend, nested = false, folded = false } = props
  const Heading = nested ? 'h3' : 'h2'
  const rows = table.rows.length
  const isSorted = unsorted(table, new URLSearchParams(useLocation().search)) !== null
  const shown = (
    <figure className="figure">
      <figcaption>
        <Heading>{title}</Heading>
      </figcaption>
      {rows === 1 && table.columns.length <= SAID + 1 ? (
        <p>{sentenceOf(table)}</p>
      ) : (
        <>
          {legend ?? <Legend entries={drawing.legend} />}
          <Chart drawing={drawing} />
        </>
      )}
      <details open={isSorted} className={rows > PRINTED ? 'unprinted' : undefined}>
        <summary>Voir les chiffres</summary>
        <DataTable table={table} />
      </details>
      {rows > PRINTED && (
        <p className="mention print-only">
          Les {formatCount(rows)}&nbsp;lignes de ces chiffres sont à l’écran et dans leur fichier.
        </p>
      )}
    </figure>
  )
  if (!folded) return shown
  return (
    <Fold title={`Graphique\u00A0: ${title}`} open={isSorted}>
      {shown}
    </Fold>
  )
}

interface LegendEntry {
  label: string
  /** Colour and dash of a series; 'forecast': the forecast point, 'trend': its line, 'running': the hatching. */
  mark: string
  /** Its definition, if it is a figure. */
  definition?: string | undefined
}

/** The chart's legend. */
export function Legend({ entries = [] }: { entries?: LegendEntry[] | undefined }) {
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

/** Legend entry of the hatching; none if every year is complete. */
export const runningEntry = (running: { au: string } | null | undefined): LegendEntry[] =>
  running
    ? [{ mark: 'running', label: `Année en cours (jusqu’au ${formatDayMonth(running.au)})` }]
    : []
