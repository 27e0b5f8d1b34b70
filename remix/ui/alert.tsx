import type { ReactNode } from 'react'

export type Tone = 'error' | 'warning' | 'success' | 'information'

interface Props {
  tone: Tone
  title?: string
  children: ReactNode
}

/** A message in words, first in its container; it never vanishes by itself. */
export function Alert({ tone, title, children }: Props) {
  return (
    <div className={`alert alert-${tone}`} role={tone === 'error' ? 'alert' : 'status'}>
      {title && <p className="alert-title">{title}</p>}
      {children}
    </div>
  )
}
