import type { ReactNode } from 'react'

/** Says why numbers of donors or gifts beside it lead to no list: every other one on every screen does. */
export const Unlisted = ({ children }: { children: ReactNode }) => (
  <p className="mention unlisted">{children}</p>
)
