import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { refreshViewsProgressive } from '#contract/rafraichissement'
import { redirectWith } from '../forms/message.server'
import { ownPath } from '../forms/own-path'
import { asRefusal, isUncertain } from '../service/refusal.server'
import { call } from '../service/service.server'
import { withoutRefresh } from '../ui/refresh-dialog'

const PERHAPS =
  'Il a peut-être commencé\u00A0: «\u00A0Actualiser\u00A0» rejoint celui qui est en cours, et n’en commence pas un second.'

export const loader = () => redirect('/dashboard')

/** 'Actualiser', from any screen: starts or joins a refresh, and shows its dialog there. */
export async function action({ request }: ActionFunctionArgs) {
  const form = await request.formData()
  const [pathname = '', search = ''] = ownPath(form.get('retour'), '/dashboard').split('?')
  const page = withoutRefresh(pathname, search)
  try {
    const { refresh_id } = await call(refreshViewsProgressive, {}, request)
    const query = new URLSearchParams({ rafraichissement: refresh_id })
    return redirect(`${page}${page.includes('?') ? '&' : '?'}${query}`, 303)
  } catch (error) {
    const refusal = asRefusal(error)
    const perhaps = isUncertain(refusal) ? ` ${PERHAPS}` : ''
    const texte = `Erreur lors du démarrage du rafraîchissement. ${refusal.message}${perhaps}`
    return redirectWith(page, { ton: 'erreur', titre: 'Erreur', texte })
  }
}
