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

export function Kpi({ label, value, detail }: Props) {
  return (
    <div className="kpi">
      <dt>{label}</dt>
      <dd className="kpi-value">{value}</dd>
      {detail && <dd className="kpi-detail">{detail}</dd>}
    </div>
  )
}
