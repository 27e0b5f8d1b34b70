import { type Format, judge, type Judgement, showSigned } from './table'

const ARROWS = { '1': '↑', '0': '→', '-1': '↓' } as const
const TONES = { '1': 'change-up', '0': 'change-flat', '-1': 'change-down' } as const

interface Props {
  value: number
  judged: Judgement
  /** The value as text, with its sign. */
  children: string
}

/** A number that is better, worse or neither: arrow, sign and colour say the same; a goal just reached is level. */
export function Change({ value, judged, children }: Props) {
  const verdict = `${judge(value, judged)}` as const
  const reached = judged === 'objectif' && value === 0
  return (
    <span className={`change ${TONES[verdict]}`}>
      <span aria-hidden="true">{ARROWS[reached ? '0' : verdict]}</span> {children}
    </span>
  )
}

/** A number that was added or taken away, judged by its sign. */
export const SignedChange = ({ value, format }: { value: number; format: Format }) => (
  <Change value={value} judged="signe">
    {showSigned(value, format)}
  </Change>
)
