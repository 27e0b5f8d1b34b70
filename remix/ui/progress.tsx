import { formatCount } from '#figures/format'
import { useElementId } from './id'

interface Props {
  label: string
  /** 0 to 100. */
  percent: number
}

/** A progress bar with label and percentage. */
export function Progress({ label, percent }: Props) {
  const id = useElementId()
  const value = Math.min(100, Math.max(0, Math.round(percent)))
  return (
    <div className="progress">
      <label htmlFor={id}>{label}</label>
      <span className="progress-value">{formatCount(value)}&nbsp;%</span>
      <progress id={id} max={100} value={value} />
    </div>
  )
}
