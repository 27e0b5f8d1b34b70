import type { ReactNode } from 'react'
import { formatCount } from '#figures/format'
import { HowMark } from './how-link'
import { Lead, OnScreen } from './leading'

/** The key figures of a screen. */
export function Kpis({ children, className = '' }: { children: ReactNode; className?: string }) {
  return <dl className={`kpis ${className}`.trim()}>{children}</dl>
}

interface Props {
  label: string
  value: string
  /** The list of what the value counts. */
  href?: string | undefined
  /** A second line: share, comparison. */
  detail?: ReactNode
  /** How it is made. */
  definition?: string | undefined
  /** Where it says what changed it. */
  history?: string | undefined
}

/** A longer value is written smaller. */
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

/** A number of donors or gifts, which leads to the list of them if there are any. */
export function CountKpi({ count, href, ...props }: CountProps) {
  return <Kpi {...props} value={formatCount(count)} href={count > 0 ? href : undefined} />
}
