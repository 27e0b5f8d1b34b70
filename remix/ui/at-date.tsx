import { formatDayMonth, MISSING } from '#figures/format'
import { Change } from './change'
import { type AtDate as Comparison, type Judgement, showCell } from './table'

interface Props {
  atDate: Comparison
  format: 'ecart' | 'evolution'
  judged: Judgement
}

/** Next to a running year's change: the year-to-date one, which carries the arrow. */
export function AtDate({ atDate: { au, comparable, value }, format, judged }: Props) {
  if (!comparable) return <span className="at-date">comparaison à date impossible</span>
  return (
    <span className="at-date">
      à date <span className="together">(au {formatDayMonth(au)})&nbsp;:</span>{' '}
      {value === null ? (
        MISSING
      ) : (
        <Change value={value} judged={judged}>
          {showCell(value, format)}
        </Change>
      )}
    </span>
  )
}
