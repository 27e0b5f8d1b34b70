import { Link } from '@remix-run/react'
import { createContext, type ReactNode, useContext } from 'react'

/** Whether links are active: not in a file read without the application. */
export const Leading = createContext(true)

interface Props {
  to: string
  className?: string | undefined
  children: ReactNode
}

/** A link to another screen, or its text alone. */
export function Lead({ to, className, children }: Props) {
  if (!useContext(Leading)) return children
  return (
    <Link className={className} to={to}>
      {children}
    </Link>
  )
}

/** Content for screens only. */
export const OnScreen = ({ children }: { children: ReactNode }) =>
  useContext(Leading) ? children : null
