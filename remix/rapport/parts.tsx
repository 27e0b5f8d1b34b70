import type { ReactNode } from 'react'
import { DataTable } from '../ui/data-table'
import { Chart, type Drawing, Legend } from '../ui/figure'
import type { ShownTable } from '../ui/table'

/** A part of the report, which begins a page of paper. */
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
  /** Its numbers, where they stand right under it. */
  table?: ShownTable
}

/** A chart that takes half of the page, its numbers in sight. */
export function ReportFigure({ title, drawing, legend = [], table }: Props) {
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
