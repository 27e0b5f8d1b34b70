import type { z } from 'zod'
import type { JourCompare } from '#contract/values'
import { formatDayMonth } from '#figures/format'
import type { Cell, Column } from '../ui/table'

type Day = Pick<z.infer<typeof JourCompare>, 'au' | 'comparable'>

/** A change, and for the running year beside it the one up to the same day; empty if there is no year before. */
export const beside = (value: number | null, day: Day | null, atDate: number | null): Cell =>
  day && value !== null
    ? { value, atDate: { au: day.au, comparable: day.comparable, value: atDate } }
    : value

/** Ends a table about the running year with the change at a date; a table about another year stays as it is. */
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
          },
        ],
        cell: (value) => [day.comparable ? value : 'comparaison à date impossible'],
      }
    : { columns: [], cell: () => [] }
