import type { LoaderFunctionArgs } from '@remix-run/node'
import { readHealth } from '../health.server'
import { readOnly } from '../refused.server'

/** Polled by the connection indicator. */
export async function loader({ request }: LoaderFunctionArgs) {
  return Response.json({ connecte: await readHealth(request) })
}

export const action = readOnly
