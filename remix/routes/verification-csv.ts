import type { LoaderFunctionArgs } from '@remix-run/node'
import { aVerifierCsv } from '#contract/verification'
import { passOnCsv } from '../pass-on.server'
import { readOnly } from '../refused.server'

/** All donors to review as CSV, in screen order. */
export async function loader({ request }: LoaderFunctionArgs) {
  const query = Object.fromEntries(new URL(request.url).searchParams)
  return passOnCsv(aVerifierCsv, { query }, request)
}

export const action = readOnly
