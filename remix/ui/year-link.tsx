import { Link, type LinkProps } from '@remix-run/react'
import { useYear, withYear } from './year'

/** A link to another screen, which then shows the same year. */
export function YearLink({ to, ...props }: Omit<LinkProps, 'to'> & { to: string }) {
  return <Link to={withYear(to, useYear())} {...props} />
}
