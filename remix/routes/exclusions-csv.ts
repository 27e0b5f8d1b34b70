import type { LoaderFunctionArgs } from '@remix-run/node'
import { historiqueCsv } from '#contract/exclusions'
import { passOnCsv } from '../pass-on.server'
import { readOnly } from '../refused.server'

/** The event log as CSV, with the screen's filters. */
export async function loader({ request }: LoaderFunctionArgs) {
  const query = Object.fromEntries(new URL(request.url).searchParams)
  return passOnCsv(historiqueCsv, { query }, request)
}

export const action = readOnly
