import type { LoaderFunctionArgs } from '@remix-run/node'
import { DONATIONS_CSV } from '#contract/donations'
import { passOnCsv } from '../pass-on.server'
import { readOnly } from '../refused.server'

/** All donations of a year as CSV, in the order of the screen. */
export async function loader({ request }: LoaderFunctionArgs) {
  const asked = new URL(request.url).searchParams
  const query = new URLSearchParams({ year: asked.get('annee') ?? '' })
  if (asked.has('details')) query.set('details', '1')
  return passOnCsv(`${DONATIONS_CSV}?${query}`, request)
}

export const action = readOnly
