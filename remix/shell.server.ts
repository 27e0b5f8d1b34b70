import { data } from '@remix-run/node'
import { fraicheur, type RefreshStatus, refreshViewsStatus } from '#contract/rafraichissement'
import { readHealth } from './health.server'
import { takeMessage } from './message.server'
import { call, isRefusal, quietly } from './service.server'

type Refresh = { status: RefreshStatus } | { failure: string }

/** The refresh that the address names, for the dialog over any screen. */
async function readRefresh(request: Request): Promise<Refresh | null> {
  const refresh_id = new URL(request.url).searchParams.get('rafraichissement')
  if (!refresh_id) return null
  try {
    return { status: await call(refreshViewsStatus, { params: { refresh_id } }, request) }
  } catch (error) {
    if (!isRefusal(error)) throw error
    return { failure: `Erreur lors de la récupération du statut. ${error.message}` }
  }
}

/** What every screen shows around its own content. */
export async function loadShell(request: Request) {
  const [connecte, fresh, refresh, { message, headers }] = await Promise.all([
    readHealth(request),
    call(fraicheur, {}, request).catch(quietly('fraîcheur')),
    readRefresh(request),
    takeMessage(request),
  ])
  const requete = request.headers.get('x-request-id')
  return data({ connecte, fraicheur: fresh, refresh, message, requete }, { headers })
}

export type ShellData = Awaited<ReturnType<typeof loadShell>>['data']
