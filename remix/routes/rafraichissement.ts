import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { refreshViewsProgressive } from '#contract/rafraichissement.ts'
import { redirectWith } from '../message.server'
import { ownPath } from '../own-path'
import { call, isRefusal } from '../service.server'
import { withoutRefresh } from '../ui/refresh-dialog'

export const loader = () => redirect('/dashboard')

/** 'Actualiser', from any screen: starts a refresh or joins the running one, and shows its dialog there. */
export async function action({ request }: ActionFunctionArgs) {
  const form = await request.formData()
  const [pathname = '', search = ''] = ownPath(form.get('retour'), '/dashboard').split('?')
  const page = withoutRefresh(pathname, search)
  try {
    const { refresh_id } = await call(refreshViewsProgressive, {}, request)
    const query = new URLSearchParams({ rafraichissement: refresh_id })
    return redirect(`${page}${page.includes('?') ? '&' : '?'}${query}`, 303)
  } catch (error) {
    if (!isRefusal(error)) throw error
    const texte = `Erreur lors du démarrage du rafraîchissement. ${error.message}`
    return redirectWith(page, { ton: 'erreur', titre: 'Erreur', texte })
  }
}
