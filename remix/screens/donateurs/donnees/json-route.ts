import type { LoaderFunctionArgs } from '@remix-run/node'
import { donneesPersonne } from '#contract/rgpd'
import { passOnFile } from '../../../service/pass-on.server'
import { readOnly } from '../../../service/refused.server'

/** All that is stored of a person, as JSON; the journal of exports notes it. */
export const loader = ({ request }: LoaderFunctionArgs) =>
  passOnFile(
    donneesPersonne,
    { query: { contact_id: new URL(request.url).searchParams.get('contact') ?? '' } },
    request,
  )

export const action = readOnly
