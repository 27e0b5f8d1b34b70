import type { LoaderFunctionArgs } from '@remix-run/node'
import { oppositionsCsv } from '#contract/oppositions'
import { passOnCsv } from '../pass-on.server'
import { readOnly } from '../refused.server'

/** Who must not be written to, as CSV, newest first. */
export async function loader({ request }: LoaderFunctionArgs) {
  const query = Object.fromEntries(new URL(request.url).searchParams)
  return passOnCsv(oppositionsCsv, { query }, request)
}

export const action = readOnly
