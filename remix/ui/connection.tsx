import { useLocation, useRevalidator } from '@remix-run/react'
import type { MouseEvent } from 'react'
import { Alert } from './alert'
import { usePolling } from './polling'
import { useReload } from './reload'

const INTERVAL_MS = 30_000
const LONGEST_MS = 10_000

export type Connection = 'verification' | 'connecte' | 'deconnecte'

const LABELS: Record<Connection, string> = {
  verification: 'Connexion au backend...',
  connecte: 'Backend connecté',
  deconnecte: 'Backend déconnecté',
}

/** The service's state: as of page load, then polled. When it recovers, the page reloads its data. */
export function useConnection(atLoad: { connecte: boolean }): Connection {
  const { state } = useRevalidator()
  const { value, failed } = usePolling({
    url: '/sante',
    intervalMs: INTERVAL_MS,
    longestMs: LONGEST_MS,
    first: atLoad,
    goesOn: () => true,
    afterFailure: 'continue',
  })
  const connected = value.connecte && !failed
  useReload(connected && !atLoad.connecte)

  if (connected) return 'connecte'
  return state === 'loading' ? 'verification' : 'deconnecte'
}

export function ConnectionIndicator({ connection }: { connection: Connection }) {
  return (
    <p className={`connection connection-${connection}`} role="status">
      <span className="dot" aria-hidden="true" />
      {LABELS[connection]}
    </p>
  )
}

/** Shown above every screen until the service answers again. */
export function ConnectionAlert({ connection }: { connection: Connection }) {
  const { revalidate } = useRevalidator()
  const { pathname, search } = useLocation()
  if (connection === 'connecte') return null
  const retry = (event: MouseEvent) => {
    event.preventDefault()
    revalidate()
  }
  return (
    <Alert tone="error" title="Attention">
      <p>
        Le backend n’est pas disponible. Vérifiez que les services Docker sont démarrés, puis
        réessayez.
      </p>
      {connection === 'verification' ? (
        <p>{LABELS.verification}</p>
      ) : (
        <a className="button button-outline" href={pathname + search} onClick={retry}>
          Réessayer
        </a>
      )}
    </Alert>
  )
}
