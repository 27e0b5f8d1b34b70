import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { refreshViewsProgressive } from '#contract/rafraichissement.ts'
import { redirectWith } from '../message.server'
import { call, isRefusal } from '../service.server'

/** The page that asked, without a refresh in its address; only paths of this application. */
function askingPage(form: FormData): URL {
  const url = new URL(String(form.get('retour') ?? '/dashboard'), 'http://localhost')
  const own = url.hostname === 'localhost' ? url : new URL('/dashboard', url)
  own.searchParams.delete('rafraichissement')
  return own
}

/** Never `//host`, which a browser would take for another site. */
const addressOf = (page: URL) => page.pathname.replace(/^\/+/, '/') + page.search

export const loader = () => redirect('/dashboard')

/** 'Actualiser', from any screen: starts a refresh or joins the running one, and shows its dialog there. */
export async function action({ request }: ActionFunctionArgs) {
  const page = askingPage(await request.formData())
  try {
    const { refresh_id } = await call(refreshViewsProgressive, {}, request)
    page.searchParams.set('rafraichissement', refresh_id)
    return redirect(addressOf(page), 303)
  } catch (error) {
    if (!isRefusal(error)) throw error
    const texte = `Erreur lors du démarrage du rafraîchissement. ${error.message}`
    return redirectWith(addressOf(page), { ton: 'erreur', texte })
  }
}
