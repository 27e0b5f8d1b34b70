import { Link } from '@remix-run/react'
import { createContext, type ReactNode, useContext } from 'react'

/** Whether links lead somewhere: in a file that is read without the application, none does. */
export const Leading = createContext(true)

interface Props {
  to: string
  className?: string | undefined
  children: ReactNode
}

/** A link to another screen, or its words alone. */
export function Lead({ to, className, children }: Props) {
  if (!useContext(Leading)) return children
  return (
    <Link className={className} to={to}>
      {children}
    </Link>
  )
}

/** What there is on a screen alone. */
export const OnScreen = ({ children }: { children: ReactNode }) =>
  useContext(Leading) ? children : null
