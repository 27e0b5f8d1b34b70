import { Link, useLocation, useNavigation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { Alert } from './alert'
import { ConnectionAlert, ConnectionIndicator, useConnection } from './connection'
import { MenuButton, Navigation } from './navigation'
import { APPLICATION } from './page-title'
import { SEARCH_PATH, SearchForm } from './search-form'
import { type Message, MESSAGE_ID } from './shell-data'

interface Props {
  /** Whether the service answered at page load. */
  health: { connecte: boolean }
  message: Message | null
  version: string
  children: ReactNode
}

function useWaiting(): string {
  const { state, location } = useNavigation()
  if (state === 'idle') return ''
  return location.pathname === '/dashboard' ? 'Chargement du dashboard...' : 'Chargement...'
}

/** Header, navigation and screen; while the next page loads, the current one stays, dimmed. */
export function Shell({ health, message, version, children }: Props) {
  const waiting = useWaiting()
  const { pathname } = useLocation()
  const connection = useConnection(health)
  return (
    <>
      <a className="skip-link" href="#contenu">
        Aller au contenu
      </a>
      <header className="header">
        <MenuButton />
        <p className="brand">
          <span className="brand-name">{APPLICATION}</span>
          <span className="brand-subtitle">
            Plateforme d’analyse et de traitement des données de dons
          </span>
        </p>
        {pathname !== SEARCH_PATH && <SearchForm />}
        <ConnectionIndicator connection={connection} />
      </header>
      <div className="frame">
        <Navigation />
        <main id="contenu" className="content" tabIndex={-1} aria-busy={waiting !== ''}>
          <p className="waiting" role="status">
            {waiting}
          </p>
          <ConnectionAlert connection={connection} />
          {message && (
            <div className="outcome">
              <Alert
                id={MESSAGE_ID}
                tone={message.ton === 'succes' ? 'success' : 'error'}
                {...(message.titre && { title: message.titre })}
              >
                <p>{message.texte}</p>
                {message.suite && (
                  <Link className="button button-outline" to={message.suite.href}>
                    {message.suite.texte}
                  </Link>
                )}
              </Alert>
            </div>
          )}
          {children}
          <footer className="version">Version {version}</footer>
        </main>
      </div>
    </>
  )
}
