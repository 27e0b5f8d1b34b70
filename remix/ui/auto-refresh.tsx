import { type Location, useLocation, useMatches } from '@remix-run/react'

/** A screen's `handle`: where its page redirects automatically without JavaScript. */
export interface Handle {
  autoRefresh?: (data: unknown, location: Location) => AutoRefreshTarget | null
}

/** Without `url`, the page itself reloads. */
export interface AutoRefreshTarget {
  seconds: number
  url?: string
}

export const AUTO_REFRESH_OFF = 'sans-actualisation'

/** Pages awaiting something reload themselves if no script can poll. */
export function AutoRefresh() {
  const matches = useMatches()
  const location = useLocation()
  if (new URLSearchParams(location.search).has(AUTO_REFRESH_OFF)) return null
  const target = matches
    .map(({ handle, data }) => (handle as Handle | undefined)?.autoRefresh?.(data, location))
    .find(Boolean)
  if (!target) return null
  const content = target.url ? `${target.seconds};url=${target.url}` : String(target.seconds)
  return (
    <noscript>
      <meta httpEquiv="refresh" content={content} />
    </noscript>
  )
}

/** Stops or resumes the page's automatic reload. */
export function AutoRefreshSwitch() {
  const { pathname, search } = useLocation()
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
