import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { selectionCsv } from '#contract/selections'
import { passOnFile } from '../../../service/pass-on.server'
import { refusedAsText } from '../../../service/refused.server'
import { readListe, readTicked } from './form.server'
import { SELECTION_PATH } from './paths'

/** The donors a selection keeps, as CSV, from the posted form. */
export async function action({ request }: ActionFunctionArgs) {
  const query = readListe(request)
  return readTicked(request).then(
    (body) => passOnFile(selectionCsv, { query, body }, request),
    refusedAsText,
  )
}

/** A GET without the form redirects to it. */
export const loader = ({ request }: LoaderFunctionArgs) =>
  redirect(`${SELECTION_PATH}${new URL(request.url).search}`)
