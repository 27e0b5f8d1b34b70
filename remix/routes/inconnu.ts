import { redirect } from '@remix-run/node'

/** Unknown URLs redirect to the dashboard. */
export const loader = () => redirect('/dashboard')

export const action = () => redirect('/dashboard', 303)
