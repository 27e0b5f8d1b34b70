import { Link, type LinkProps } from '@remix-run/react'
import { carrying, useCarried } from './year'

/** A link to another screen, which then shows the same year, compared with the same. */
export function YearLink({ to, ...props }: Omit<LinkProps, 'to'> & { to: string }) {
  return <Link to={carrying(to, useCarried())} {...props} />
}
