import type { LoaderFunctionArgs } from '@remix-run/node'
import { readStatus } from '../imports/import-status.server'
import { readOnly, refusedAsJson } from '../refused.server'

/** Progress of an import, for polling. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  return readStatus(params['fichier_id'] ?? '', request).then(
    (status) => Response.json(status),
    refusedAsJson,
  )
}

export const action = readOnly
