import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { deposerFichier } from '#contract/fichiers'
import { redirectWith } from '../../../forms/message.server'
import { asRefusal } from '../../../service/refusal.server'
import { refusedAsJson } from '../../../service/refused.server'
import { forward } from '../../../service/service.server'
import { FILE_TAB, readingPath } from '../paths'
import { OUTIL } from '../words'

export const loader = () => redirect(FILE_TAB)

/** Streams a file to the service and redirects to its reading; the form's script asks for JSON instead. */
export async function action({ request }: ActionFunctionArgs) {
  const asksJson = request.headers.get('accept')?.includes('application/json') ?? false
  try {
    const { fichier_id } = await forward(deposerFichier, request)
    return asksJson ? Response.json({ fichier_id }) : redirect(readingPath(fichier_id), 303)
  } catch (error) {
    if (asksJson) return refusedAsJson(error)
    const { code, message } = asRefusal(error)
    return redirectWith(FILE_TAB, {
      ton: 'erreur',
      titre: 'Erreur',
      texte: code === 'fichier_manquant' ? OUTIL.choose : `${OUTIL.failed}. ${message}`,
      champ: OUTIL.field,
    })
  }
}
