import type { SegmentationAnnuelle } from '#contract/donateurs'
import { SEGMENTS } from '../tables/segments'
import { drawStacks } from './stacks.server'

/** Share of each segment, one bar per year. */
export const drawSegments = ({ data }: SegmentationAnnuelle, running: string | undefined) =>
  drawStacks(
    data.map((row) => ({
      name: String(row.annee),
      parts: SEGMENTS.map(({ key }) => row[key]),
    })),
    SEGMENTS.map(({ title, mark }) => ({ label: title, colour: `var(--series-${mark})` })),
    { label: 'Part des segments de donateurs, par année', unit: 'parts', place: 'full', running },
  )
