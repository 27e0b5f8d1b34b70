import type { ReactNode } from 'react'

interface Props {
  title: string
  open?: boolean
  children: ReactNode
}

/** A second part of a screen: its title, until it is unfolded; on paper all of it. */
export const Fold = ({ title, open = false, children }: Props) => (
  <details className="fold" open={open}>
    <summary>
      <span className="fold-title">{title}</span>
      <span className="fold-open" aria-hidden="true">
        Replier
      </span>
    </summary>
    {children}
  </details>
)
