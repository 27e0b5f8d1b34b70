import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { selectionCsv } from '#contract/selections'
import { passOnCsv } from '../pass-on.server'
import { readListe, readTicked } from '../selections/form.server'
import { SELECTION_PATH } from '../selections/paths'

/** The donors that a selection keeps, as CSV: the form says what is ticked. */
export async function action({ request }: ActionFunctionArgs) {
  const body = await readTicked(await request.formData())
  return passOnCsv(selectionCsv, { query: readListe(request), body }, request)
}

/** Who asks for the file without its form is shown the form. */
export const loader = ({ request }: LoaderFunctionArgs) =>
  redirect(`${SELECTION_PATH}${new URL(request.url).search}`)
