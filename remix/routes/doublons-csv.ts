import type { LoaderFunctionArgs } from '@remix-run/node'
import { doublonsCsv } from '#contract/doublons'
import { passOnCsv } from '../pass-on.server'
import { readOnly } from '../refused.server'

/** All contacts who may be one person as CSV, in screen order. */
export async function loader({ request }: LoaderFunctionArgs) {
  const query = Object.fromEntries(new URL(request.url).searchParams)
  return passOnCsv(doublonsCsv, { query }, request)
}

export const action = readOnly
