import type { LoaderFunctionArgs } from '@remix-run/node'
import { rejetsCsv } from '#contract/imports'
import { passOnFile } from '../../service/pass-on.server'
import { readOnly } from '../../service/refused.server'

/** The rejected rows of a file as CSV. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const id = params['fichier']?.replace(/\.csv$/, '') ?? ''
  return passOnFile(rejetsCsv, { params: { id } }, request)
}

export const action = readOnly
