import { formatEvolution } from '#figures/format'
import { useDoubt } from './suspects'
import { type Format, judge, type Judgement, showSigned } from './table'

const ARROWS = { '1': '↑', '0': '→', '-1': '↓' } as const
const TONES = { '1': 'change-up', '0': 'change-flat', '-1': 'change-down' } as const

interface Props {
  value: number
  judged: Judgement
  /** The formatted value, with its sign. */
  children: string
}

/**
 * A number judged better, worse or neither: arrow, sign and colour agree; a goal just reached is level. Not judged while
 * donors to review bend it.
 */
export function Change({ value, judged, children }: Props) {
  if (useDoubt()) return <span className="change change-flat">{children}</span>
  const verdict = `${judge(value, judged)}` as const
  const reached = judged === 'objectif' && value === 0
  return (
    <span className={`change ${TONES[verdict]}`}>
      <span aria-hidden="true">{ARROWS[reached ? '0' : verdict]}</span> {children}
    </span>
  )
}

/** A signed difference, judged by its sign. */
export const SignedChange = ({ value, format }: { value: number; format: Format }) => (
  <Change value={value} judged="signe">
    {showSigned(value, format)}
  </Change>
)

/** A key figure's change in percent. */
export const Evolution = ({ value }: { value: number }) => (
  <Change value={value} judged="evolution">
    {formatEvolution(value)}
  </Change>
)
