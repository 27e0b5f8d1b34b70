import { type Location, useLocation, useMatches } from '@remix-run/react'

/** What a screen's `handle` may hold: where its page goes by itself, for browsers without JavaScript. */
export interface Handle {
  autoRefresh?: (data: unknown, location: Location) => AutoRefreshTarget | null
}

/** `url` is absent where the page itself is loaded again. */
export interface AutoRefreshTarget {
  seconds: number
  url?: string
}

export const AUTO_REFRESH_OFF = 'sans-actualisation'

/** Pages that wait for something load themselves again where no script can poll. */
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

/** Stops the page from loading itself again, or lets it start again. */
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
