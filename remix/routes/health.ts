import type { LoaderFunctionArgs } from '@remix-run/node'
import { readHealth } from '../service/health.server'
import { readOnly } from '../service/refused.server'

/** Polled by the connection indicator. */
export async function loader({ request }: LoaderFunctionArgs) {
  return Response.json({ connecte: await readHealth(request) })
}

export const action = readOnly
