import { Link } from '@remix-run/react'
import { Fragment } from 'react'
import { Kpi, Kpis } from './kpi'
import type { Linked } from './table'

/** A table's highlight, as a key figure. */
export interface Highlight {
  label: string
  value: string
  /** Text with parts linking to what they count. */
  detail: (string | Linked)[]
}

function Detail({ parts }: { parts: Highlight['detail'] }) {
  return parts.map((part, at) => (
    <Fragment key={at}>
      {typeof part === 'string' ? (
        part
      ) : (
        <Link className="count" to={part.href}>
          {part.value}
        </Link>
      )}
    </Fragment>
  ))
}

interface Props {
  highlights: Highlight[]
  /** Their definition. */
  definition: string
}

/** A table's highlights, as key figures. */
export function Highlights({ highlights, definition }: Props) {
  if (highlights.length === 0) return null
  return (
    <Kpis className="highlights">
      {highlights.map(({ label, value, detail }) => (
        <Kpi
          key={label}
          label={label}
          value={value}
          detail={<Detail parts={detail} />}
          definition={definition}
        />
      ))}
    </Kpis>
  )
}
