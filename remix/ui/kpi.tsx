import type { ReactNode } from 'react'
import { formatCount } from '#figures/format'
import { HowMark } from './how-link'
import { Lead, OnScreen } from './leading'

/** A screen's key figures. */
export function Kpis({ children, className = '' }: { children: ReactNode; className?: string }) {
  return <dl className={`kpis ${className}`.trim()}>{children}</dl>
}

interface Props {
  label: string
  value: string
  /** List of what the value counts. */
  href?: string | undefined
  /** A second line: share, comparison. */
  detail?: ReactNode
  /** Its definition. */
  definition?: string | undefined
  /** Link to what changed it. */
  history?: string | undefined
}

/** Longer values use a smaller font. */
const LONG_VALUE = 15

export function Kpi({ label, value, href, detail, definition, history }: Props) {
  return (
    <div className="kpi">
      <dt>
        {label}
        {definition && (
          <OnScreen>
            <HowMark code={definition} of={label} />
          </OnScreen>
        )}
      </dt>
      <dd className={value.length > LONG_VALUE ? 'kpi-value kpi-value-long' : 'kpi-value'}>
        {href === undefined ? (
          value
        ) : (
          <Lead className="count" to={href}>
            {value}
          </Lead>
        )}
      </dd>
      {detail && <dd className="kpi-detail">{detail}</dd>}
      {history !== undefined && (
        <OnScreen>
          <dd className="kpi-history">
            <Lead to={history}>
              Historique de ce chiffre<span className="visually-hidden">&nbsp;: {label}</span>
            </Lead>
          </dd>
        </OnScreen>
      )}
    </div>
  )
}

interface CountProps extends Omit<Props, 'value'> {
  count: number
}

/** A count of donors or gifts, linking to its list if not zero. */
export function CountKpi({ count, href, ...props }: CountProps) {
  return <Kpi {...props} value={formatCount(count)} href={count > 0 ? href : undefined} />
}
