import type { LoaderFunctionArgs } from '@remix-run/node'
import { seriesCsv } from '#contract/series'
import { passOnCsv } from '../pass-on.server'
import { readOnly } from '../refused.server'

/** All series of gifts that the address asks for as CSV, in screen order. */
export async function loader({ request }: LoaderFunctionArgs) {
  const query = Object.fromEntries(new URL(request.url).searchParams)
  return passOnCsv(seriesCsv, { query }, request)
}

export const action = readOnly
