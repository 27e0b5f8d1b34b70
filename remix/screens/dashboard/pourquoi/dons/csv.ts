import type { LoaderFunctionArgs } from '@remix-run/node'
import { changementsCsv } from '#contract/changements'
import { passOnFile } from '../../../../service/pass-on.server'
import { readOnly } from '../../../../service/refused.server'

/** All gifts that an import changed, as CSV. */
export async function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams
  const params = { id: query.get('import') ?? '' }
  return passOnFile(
    changementsCsv,
    { params, query: { annee: query.get('annee') ?? undefined } },
    request,
  )
}

export const action = readOnly
