import { redirect } from '@remix-run/node'

/** Any address that the site map does not know leads to the dashboard. */
export const loader = () => redirect('/dashboard')

export const action = () => redirect('/dashboard', 303)
