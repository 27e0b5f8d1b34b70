import { useLocation, useMatches } from '@remix-run/react'
import { isAwaited } from './renewal'
import type { AutoRefreshTarget, Reloading } from './screen'
import { useShell } from './shell-data'

const FIGURES_SECONDS = 10

export const AUTO_REFRESH_OFF = 'sans-actualisation'

function useTarget(): AutoRefreshTarget | null {
  const location = useLocation()
  const shell = useShell()
  const screens = useMatches().map(({ handle, data }) => ({
    ...(handle as Reloading<unknown> | undefined),
    data: data ?? undefined,
  }))
  const asked = screens.map(({ autoRefresh, data }) => autoRefresh?.(data, location)).find(Boolean)
  if (asked) return asked
  const hasFigures = screens.some(({ hasFigures: has = false, data }) =>
    typeof has === 'function' ? has(data) : has,
  )
  return hasFigures && isAwaited(shell?.fraicheur) ? { seconds: FIGURES_SECONDS } : null
}

/** Pages awaiting something reload themselves if no script can poll. */
export function AutoRefresh() {
  const target = useTarget()
  const { search } = useLocation()
  if (!target || new URLSearchParams(search).has(AUTO_REFRESH_OFF)) return null
  const content = target.url ? `${target.seconds};url=${target.url}` : String(target.seconds)
  return (
    <noscript>
      <meta httpEquiv="refresh" content={content} />
    </noscript>
  )
}

/** Stops or resumes the page's automatic reload, if it has one; that of a refresh, in its dialog. */
export function AutoRefreshSwitch({ ofDialog = false }: { ofDialog?: boolean }) {
  const target = useTarget()
  const hasDialog = (useShell()?.refresh ?? null) !== null
  const { pathname, search } = useLocation()
  if (!target || hasDialog !== ofDialog) return null
  const query = new URLSearchParams(search)
  const stopped = query.has(AUTO_REFRESH_OFF)
  if (stopped) query.delete(AUTO_REFRESH_OFF)
  else query.set(AUTO_REFRESH_OFF, '1')
  return (
    <noscript>
      <p className="mention">
        <a href={`${pathname}?${query}`}>
          {stopped
            ? 'Reprendre l’actualisation automatique'
            : 'Arrêter l’actualisation automatique'}
        </a>
      </p>
    </noscript>
  )
}
