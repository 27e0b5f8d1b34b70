import type { ReactNode } from 'react'

/** Explains why counts nearby have no link, unlike all others. */
export const Unlisted = ({ children }: { children: ReactNode }) => (
  <p className="mention unlisted">{children}</p>
)
