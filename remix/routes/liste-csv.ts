import type { LoaderFunctionArgs } from '@remix-run/node'
import type { z } from 'zod'
import { listeCsv, type ListeQuery } from '#contract/listes'
import { passOnCsv } from '../pass-on.server'
import { readOnly } from '../refused.server'

/** All donors of a list as CSV, in screen order. */
export async function loader({ request }: LoaderFunctionArgs) {
  const asked = Object.fromEntries(new URL(request.url).searchParams)
  return passOnCsv(listeCsv, { query: asked as z.input<typeof ListeQuery> }, request)
}

export const action = readOnly
