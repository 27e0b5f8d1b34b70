import type { LoaderFunctionArgs } from '@remix-run/node'
import { LISTES_CSV } from '#contract/exports'
import { passOnFile } from '../service/pass-on.server'
import { readOnly, refused } from '../service/refused.server'

/** A whole list as CSV: what the address asks for, unchecked, goes to the call whose page it is. */
export function loader({ request }: LoaderFunctionArgs): Response | Promise<Response> {
  const { pathname, searchParams } = new URL(request.url)
  const list = LISTES_CSV.find(({ page }) => page === pathname)
  if (!list) return refused('Cette liste n’existe pas.', 404)
  return passOnFile(list, { query: Object.fromEntries(searchParams) }, request)
}

export const action = readOnly
