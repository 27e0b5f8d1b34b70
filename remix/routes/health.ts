import type { LoaderFunctionArgs } from '@remix-run/node'
import { readHealth } from '../health.server'
import { readOnly } from '../refused.server'

/** The connection indicator asks here while a page stays open. */
export async function loader({ request }: LoaderFunctionArgs) {
  return Response.json({ connecte: await readHealth(request) })
}

export const action = readOnly
