import { type LoaderFunctionArgs, redirect } from '@remix-run/node'

/** Unknown URLs redirect to the dashboard; a page of another build is told that its scripts and styles are gone. */
export const loader = ({ request }: LoaderFunctionArgs) =>
  new URL(request.url).pathname.startsWith('/assets/')
    ? new Response(null, { status: 404 })
    : redirect('/dashboard')

export const action = () => redirect('/dashboard', 303)
