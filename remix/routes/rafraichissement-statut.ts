import type { LoaderFunctionArgs } from '@remix-run/node'
import { refreshViewsStatus } from '#contract/rafraichissement'
import { readOnly } from '../refused.server'
import { call, isRefusal } from '../service.server'

/** Where a refresh stands, for the dialog's polling. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  try {
    const refresh_id = params['refresh_id'] ?? ''
    return Response.json(await call(refreshViewsStatus, { params: { refresh_id } }, request))
  } catch (error) {
    if (!isRefusal(error)) throw error
    return Response.json({ detail: error.message }, { status: error.status })
  }
}

export const action = readOnly
