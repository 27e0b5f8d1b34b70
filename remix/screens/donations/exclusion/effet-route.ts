import type { LoaderFunctionArgs } from '@remix-run/node'
import { effetExclusion } from '#contract/exclusions'
import { readOnly, refusedAsJson } from '../../../service/refused.server'
import { call } from '../../../service/service.server'

/** What a decision about a donor would change, for the browser dialog. */
export async function loader({ request }: LoaderFunctionArgs) {
  const contact_id = new URL(request.url).searchParams.get('contact_id') ?? ''
  return call(effetExclusion, { params: { contact_id } }, request).then(
    (effet) => Response.json(effet),
    refusedAsJson,
  )
}

export const action = readOnly
