import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { previewDonateurs, previewDonations } from '#contract/apercus'
import { redirectWith } from '../../forms/message.server'
import { asRefusal } from '../../service/refusal.server'
import { refusedAsJson } from '../../service/refused.server'
import { forward } from '../../service/service.server'
import { isType, readAddress, withTab, writeAddress } from './address'
import { readingPath } from './paths'
import { OUTIL, WORDS } from './words'

const PREVIEWS = { donateurs: previewDonateurs, donations: previewDonations }

export const loader = () => redirect('/upload')

/**
 * Streams an upload to the service and redirects to its preview. The form's script asks for JSON instead, since it
 * shows progress.
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
    if (asksJson) return refusedAsJson(error)
    const { code, message, champ, fichierId } = asRefusal(error)
    const { choose, previewFailed } = WORDS[type]
    return redirectWith(writeAddress(withTab(address, type)), {
      ton: 'erreur',
      titre: 'Erreur',
      texte: code === 'fichier_manquant' ? choose : `${previewFailed}. ${message}`,
      champ,
      ...(fichierId && { suite: { href: readingPath(fichierId), texte: OUTIL.tell } }),
    })
  }
}
