import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { ecarterDepot, lireDepot } from '#contract/depot'
import { citer } from '#figures/format'
import { redirectWith } from '../../forms/message.server'
import { asRefusal } from '../../service/refusal.server'
import { call } from '../../service/service.server'
import { readAddress, withTab, writeAddress } from './address'
import { readingPath } from './paths'

export const loader = () => redirect('/upload')

/** Opens a file of the folder that waits, as if whoever asks had sent it: its reading, or its preview; or puts it aside. */
export async function action({ request, params }: ActionFunctionArgs) {
  try {
    const depot_id = params['depot_id'] ?? ''
    if ((await request.formData()).get('acte') === 'ecarter') {
      const { nom } = await call(ecarterDepot, { params: { depot_id }, body: {} }, request)
      const texte = `${citer(nom)} est avec les fichiers refusés du dossier, sans être lu. Pour le reprendre, remettez-le dans le dossier.`
      return await redirectWith('/upload', { ton: 'succes', titre: 'Fichier écarté', texte })
    }
    const { fichier_id, type } = await call(lireDepot, { params: { depot_id } }, request)
    return redirect(
      type === 'fichier'
        ? readingPath(fichier_id)
        : writeAddress(withTab(readAddress(''), type, { fichier: fichier_id })),
      303,
    )
  } catch (error) {
    const texte = asRefusal(error).message
    return redirectWith('/upload', { ton: 'erreur', titre: 'Erreur', texte })
  }
}
