import { redirect } from '@remix-run/node'

export const loader = () => redirect('/dashboard')

export const action = () => redirect('/dashboard', 303)
