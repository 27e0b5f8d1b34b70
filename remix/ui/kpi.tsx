import type { ReactNode } from 'react'
import { formatCount } from '#figures/format'
import { drawingOf } from './drawings'
import { HowMark, HowPanel } from './how-link'
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
  /** Link to what changed it, beside its definition. */
  history?: string | undefined
  /** The largest of its screen, with its curve: a drawing that only repeats what a chart below says. */
  curve?: string | undefined
}

/** Longer values use a smaller font. */
const LONG_VALUE = 15

export function Kpi({ label, value, href, detail, definition, history, curve }: Props) {
  return (
    <div className={curve === undefined ? 'kpi' : 'kpi kpi-hero'}>
      <dt>
        {label}
        {definition && history === undefined && (
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
      {definition && history !== undefined && (
        <OnScreen>
          <dd>
            <HowPanel code={definition} of={label} history={history} />
          </dd>
        </OnScreen>
      )}
      {curve !== undefined && (
        <dd
          className="kpi-curve chart"
          aria-hidden="true"
          dangerouslySetInnerHTML={{ __html: drawingOf(curve) }}
        />
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
