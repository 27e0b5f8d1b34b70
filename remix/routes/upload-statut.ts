import type { LoaderFunctionArgs } from '@remix-run/node'
import { uploadStatus } from '#contract/imports'
import { readOnly } from '../refused.server'
import { call, isRefusal } from '../service.server'

/** Where an import stands, for the screen's polling. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  try {
    const upload_id = params['upload_id'] ?? ''
    return Response.json(await call(uploadStatus, { params: { upload_id } }, request))
  } catch (error) {
    if (!isRefusal(error)) throw error
    return Response.json({ detail: error.message }, { status: error.status })
  }
}

export const action = readOnly
