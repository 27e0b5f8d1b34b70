import type { LoaderFunctionArgs } from '@remix-run/node'
import { readOnly, refusedAsJson } from '../../service/refused.server'
import { readStatus } from './import-status.server'

/** Progress of an import, for polling. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  return readStatus(params['fichier_id'] ?? '', request).then(
    (status) => Response.json(status),
    refusedAsJson,
  )
}

export const action = readOnly
