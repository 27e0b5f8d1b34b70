import type { z } from 'zod'
import type { JourCompare } from '#contract/values'
import { formatDayMonth } from '#figures/format'
import type { Cell, Column } from '../ui/table'

type Day = Pick<z.infer<typeof JourCompare>, 'au' | 'comparable'>

/** A change with, for the running year, the year-to-date one beside it; null without a previous year. */
export const beside = (value: number | null, day: Day | null, atDate: number | null): Cell =>
  day && value !== null
    ? { value, atDate: { au: day.au, comparable: day.comparable, value: atDate } }
    : value

/** Appends the year-to-date change to tables about the running year; leaves others unchanged. */
export const endAtDate = (
  day: Day | null,
): { columns: Column[]; cell: (value: number | null) => Cell[] } =>
  day
    ? {
        columns: [
          {
            title: `À date (au ${formatDayMonth(day.au)})`,
            format: 'evolution',
            judged: 'evolution',
            compares: 'jour',
          },
        ],
        cell: (value) => [day.comparable ? value : 'comparaison à date impossible'],
      }
    : { columns: [], cell: () => [] }
