import type { LoaderFunctionArgs } from '@remix-run/node'
import { HISTORIQUE_CSV } from '#contract/exclusions'
import { passOnCsv } from '../pass-on.server'
import { readOnly } from '../refused.server'

/** The event log as CSV, with the screen's filters. */
export async function loader({ request }: LoaderFunctionArgs) {
  return passOnCsv(HISTORIQUE_CSV + new URL(request.url).search, request)
}

export const action = readOnly
