import type { LoaderFunctionArgs } from '@remix-run/node'
import { rejetsPath } from '#contract/imports'
import { passOnCsv } from '../pass-on.server'
import { readOnly } from '../refused.server'

/** The rejected rows of a file as CSV. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  return passOnCsv(rejetsPath(params['fichier']?.replace(/\.csv$/, '') ?? ''), request)
}

export const action = readOnly
