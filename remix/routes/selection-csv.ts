import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { selectionCsv } from '#contract/selections'
import { passOnCsv } from '../pass-on.server'
import { refusedAsText } from '../refused.server'
import { readListe, readTicked } from '../selections/form.server'
import { SELECTION_PATH } from '../selections/paths'

/** The donors that a selection keeps, as CSV: the form says what is ticked. */
export async function action({ request }: ActionFunctionArgs) {
  const query = readListe(request)
  return readTicked(request).then(
    (body) => passOnCsv(selectionCsv, { query, body }, request),
    refusedAsText,
  )
}

/** Who asks for the file without its form is shown the form. */
export const loader = ({ request }: LoaderFunctionArgs) =>
  redirect(`${SELECTION_PATH}${new URL(request.url).search}`)
