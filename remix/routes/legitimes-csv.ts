import type { LoaderFunctionArgs } from '@remix-run/node'
import { decisionsCsv } from '#contract/verification'
import { passOnCsv } from '../pass-on.server'
import { readOnly } from '../refused.server'

/** All decisions « légitime » matching the filters, as CSV. */
export async function loader({ request }: LoaderFunctionArgs) {
  const query = Object.fromEntries(new URL(request.url).searchParams)
  return passOnCsv(decisionsCsv, { query }, request)
}

export const action = readOnly
