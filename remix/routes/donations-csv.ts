import type { LoaderFunctionArgs } from '@remix-run/node'
import { donationsCsv } from '#contract/donations'
import { passOnCsv } from '../pass-on.server'
import { readOnly } from '../refused.server'

/** All donations of a year as CSV, in the order of the screen. */
export async function loader({ request }: LoaderFunctionArgs) {
  const asked = new URL(request.url).searchParams
  const query = {
    year: asked.get('annee') ?? '',
    details: asked.has('details') ? '1' : undefined,
  } as const
  return passOnCsv(donationsCsv, { query }, request)
}

export const action = readOnly
