import type { SegmentationAnnuelle } from '#contract/donateurs'
import { donors } from '../tables/links'
import { SEGMENTS } from '../tables/segments'
import { drawStacks } from './stacks.server'

/** Share of each segment, one bar per year. */
export const drawSegments = (
  { data }: SegmentationAnnuelle,
  running: { annee: number; au: string } | null,
) =>
  drawStacks(
    data.map((row) => ({
      name: String(row.annee),
      parts: SEGMENTS.map(({ key, segment }) => ({
        ...row[key],
        href: donors({ ensemble: 'segment', annee: row.annee, segment }),
      })),
    })),
    SEGMENTS.map(({ title: label, mark }) => ({ label, mark })),
    { label: 'Part des segments de donateurs, par année', unit: 'parts', place: 'full', running },
  )
