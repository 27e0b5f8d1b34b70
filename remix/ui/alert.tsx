import type { ReactNode } from 'react'

export type Tone = 'error' | 'warning' | 'success' | 'information'

interface Props {
  tone: Tone
  title?: string
  /** Referenced by fields the message is about. */
  id?: string
  children: ReactNode
}

/** An inline message, first in its container; never disappears by itself. */
export function Alert({ tone, title, id, children }: Props) {
  return (
    <div id={id} className={`alert alert-${tone}`} role={tone === 'error' ? 'alert' : 'status'}>
      {title && <p className="alert-title">{title}</p>}
      {children}
    </div>
  )
}
