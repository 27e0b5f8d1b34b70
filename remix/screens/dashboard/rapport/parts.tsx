import type { ReactNode } from 'react'
import { DataTable } from '../../../ui/data-table'
import { Chart, type Drawing, Legend } from '../../../ui/figure'
import type { ShownTable } from '../../../ui/table'

/** A chapter of the report, starting a printed page. */
export function Chapter({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="section chapter">
      <h2>{title}</h2>
      {children}
    </section>
  )
}

interface Props {
  title: string
  drawing: Drawing
  legend?: { mark: string; label: string }[]
  /** Its numbers, if shown right below. */
  table?: ShownTable
}

/** A half-page chart with its numbers. */
export function ReportFigure({ title, drawing, legend = drawing.legend, table }: Props) {
  return (
    <figure className="figure">
      <figcaption>
        <h3>{title}</h3>
      </figcaption>
      <Legend entries={legend} />
      <Chart drawing={drawing} />
      {table && <DataTable table={table} />}
    </figure>
  )
}
