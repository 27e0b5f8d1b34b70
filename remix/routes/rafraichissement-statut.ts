import type { LoaderFunctionArgs } from '@remix-run/node'
import { refreshViewsStatus } from '#contract/rafraichissement'
import { readOnly, refusedAsJson } from '../service/refused.server'
import { call } from '../service/service.server'

/** Progress of a refresh, for polling. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const refresh_id = params['refresh_id'] ?? ''
  return call(refreshViewsStatus, { params: { refresh_id } }, request).then(
    (status) => Response.json(status),
    refusedAsJson,
  )
}

export const action = readOnly
