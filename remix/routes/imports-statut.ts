import type { LoaderFunctionArgs } from '@remix-run/node'
import { uploadStatus } from '#contract/imports'
import { readOnly, refusedAsJson } from '../refused.server'
import { call } from '../service.server'

/** Progress of an import, for the screen's polling. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const upload_id = params['upload_id'] ?? ''
  return call(uploadStatus, { params: { upload_id } }, request).then(
    (status) => Response.json(status),
    refusedAsJson,
  )
}

export const action = readOnly
