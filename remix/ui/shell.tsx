import { Link, useLocation, useNavigation } from '@remix-run/react'
import { type ReactNode, useEffect, useState } from 'react'
import { Alert } from './alert'
import { ConnectionAlert, ConnectionIndicator, useConnection } from './connection'
import { MenuButton, Navigation } from './navigation'
import { APPLICATION } from './page-title'
import { SEARCH_PATH, SearchForm } from './search-form'
import { type Message, MESSAGE_ID, useShell } from './shell-data'

const CONTENT = 'contenu'

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

/** Where scripts have led to: its title is said, and one goes on from its content; no browser does so by itself. */
function useArrival(): string {
  const { key, pathname } = useLocation()
  const [arrival, setArrival] = useState({ key, pathname, title: '' })
  useEffect(() => {
    if (arrival.key === key) return
    const content = document.getElementById(CONTENT)
    // A field that took the focus itself keeps it.
    if (arrival.pathname !== pathname && !content?.contains(document.activeElement))
      content?.focus({ preventScroll: true })
    setArrival({ key, pathname, title: document.title })
  }, [arrival, key, pathname])
  return arrival.title
}

/** How an alert shows the outcome of a form. */
const TONES = { succes: 'success', attention: 'warning', erreur: 'error' } as const

/** Header, navigation and screen; while the next page loads, the current one stays, dimmed. */
export function Shell({ health, message, version, children }: Props) {
  const waiting = useWaiting()
  const arrived = useArrival()
  const { pathname } = useLocation()
  const connection = useConnection(health)
  const isDemonstration = useShell()?.fraicheur?.demonstration
  return (
    <>
      <a className="skip-link" href={`#${CONTENT}`}>
        Aller au contenu
      </a>
      <header className="header">
        <MenuButton />
        <p className="brand">
          <span className="brand-name">{APPLICATION}</span>
          {isDemonstration ? (
            <Link className="brand-warning" to="/aide#demonstration">
              Données de démonstration
            </Link>
          ) : (
            <span className="brand-subtitle">
              Plateforme d’analyse et de traitement des données de dons
            </span>
          )}
        </p>
        {pathname !== SEARCH_PATH && <SearchForm />}
        <Link className="help-link" to="/aide">
          Aide
        </Link>
        <ConnectionIndicator connection={connection} />
      </header>
      <p role="status" className={waiting ? 'waiting' : 'visually-hidden'}>
        {waiting || arrived}
      </p>
      <div className="frame">
        <Navigation />
        <main id={CONTENT} className="content" tabIndex={-1} aria-busy={waiting !== ''}>
          <ConnectionAlert connection={connection} />
          {message && (
            <div className="outcome">
              <Alert
                id={MESSAGE_ID}
                tone={TONES[message.ton]}
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
          <footer className="version">
            Version {version} · <a href="/licences.txt">Licences</a>
          </footer>
        </main>
      </div>
    </>
  )
}
