import { Link, useLocation } from '@remix-run/react'

interface Props {
  /** The parameter of the address that turns it on. */
  name: string
  /** What the link does while it is on, and while it is off. */
  on: string
  off: string
}

/** Shows more of a list, or less again. */
export function AddressToggle({ name, on, off }: Props) {
  const { pathname, search } = useLocation()
  const query = new URLSearchParams(search)
  const isOn = query.has(name)
  if (isOn) query.delete(name)
  else query.set(name, '1')
  return (
    <Link
      className="button button-outline button-small"
      to={`${pathname}?${query}`}
      preventScrollReset
    >
      {isOn ? on : off}
    </Link>
  )
}
