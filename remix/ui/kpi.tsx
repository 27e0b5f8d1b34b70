import type { ReactNode } from 'react'

/** The key figures of a screen. */
export function Kpis({ children, className = '' }: { children: ReactNode; className?: string }) {
  return <dl className={`kpis ${className}`.trim()}>{children}</dl>
}

interface Props {
  label: string
  value: string
  /** A second line: share, comparison. */
  detail?: ReactNode
}

/** A longer value is written smaller. */
const LONG_VALUE = 15

export function Kpi({ label, value, detail }: Props) {
  return (
    <div className="kpi">
      <dt>{label}</dt>
      <dd className={value.length > LONG_VALUE ? 'kpi-value kpi-value-long' : 'kpi-value'}>
        {value}
      </dd>
      {detail && <dd className="kpi-detail">{detail}</dd>}
    </div>
  )
}
