import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { previewDonateurs, previewDonations } from '#contract/imports'
import { redirectWith } from '../message.server'
import { forward, isRefusal } from '../service.server'
import { isType, readAddress, withTab, writeAddress } from '../upload/address'
import { WORDS } from '../upload/words'

const PREVIEWS = { donateurs: previewDonateurs, donations: previewDonations }

/** What is answered 408, Chromium sends again by itself. */
const told = (status: number) => (status === 408 ? 422 : status)

export const loader = () => redirect('/upload')

/**
 * Takes a file through to the service, untouched, and leads to its preview. The form's own script asks
 * for JSON instead, because it shows the bytes as they go.
 */
export async function action({ request, params }: ActionFunctionArgs) {
  const { type } = params
  if (!isType(type)) return redirect('/upload', 303)
  const asksJson = request.headers.get('accept')?.includes('application/json') ?? false
  const address = readAddress(new URL(request.url).search)
  try {
    const { fichier_id } = await forward(PREVIEWS[type], request)
    if (asksJson) return Response.json({ fichier_id })
    return redirect(writeAddress(withTab(address, type, { fichier: fichier_id })), 303)
  } catch (error) {
    if (!isRefusal(error)) throw error
    if (asksJson) return Response.json({ detail: error.message }, { status: told(error.status) })
    const { choose, missing, previewFailed } = WORDS[type]
    const texte = error.message === missing ? choose : `${previewFailed}. ${error.message}`
    return redirectWith(writeAddress(withTab(address, type)), {
      ton: 'erreur',
      titre: 'Erreur',
      texte,
    })
  }
}
