import latin from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'
import type { LinksFunction, LoaderFunctionArgs } from '@remix-run/node'
import {
  Links,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunction,
  useLocation,
} from '@remix-run/react'
import type { ReactNode } from 'react'
import { version } from '../package.json'
import { loadShell } from './service/shell.server'
import stylesheet from './styles/app.css?url'
import icon from './styles/icon.svg?url'
import { AutoRefresh } from './ui/auto-refresh'
import { Failure } from './ui/failure'
import { useNonce } from './ui/nonce'
import { RefreshDialog, withoutRefresh } from './ui/refresh-dialog'
import { FraicheurProvider, useMessage, useRenewal } from './ui/renewal'
import { type Loaded, type Reloading, useTab } from './ui/screen'
import { Shell } from './ui/shell'
import { useShell } from './ui/shell-data'

export const links: LinksFunction = () => [
  { rel: 'preload', href: latin, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'stylesheet', href: stylesheet },
  { rel: 'icon', href: icon, type: 'image/svg+xml' },
]

/** Without JavaScript, a running refresh reloads itself, and a completed one leads back to its screen. */
export const handle: Reloading<Loaded<typeof loader>> = {
  autoRefresh(shell, { pathname, search }) {
    const refresh = shell?.refresh
    if (!refresh || 'failure' in refresh || refresh.status.status === 'error') return null
    if (refresh.status.status !== 'completed') return { seconds: 2 }
    return { seconds: 2, url: withoutRefresh(pathname, search) }
  },
}

/** Each screen tells how fresh its figures are; what an action's failure shows stays. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ actionStatus = 200 }) =>
  actionStatus < 400

export const loader = ({ request }: LoaderFunctionArgs) => loadShell(request)

/** Fallback when even the shell could not be loaded. */
const UNKNOWN = { connecte: false }

/** The document of every page, failed ones included. */
export function Layout({ children }: { children: ReactNode }) {
  const nonce = useNonce()
  return (
    <html lang="fr">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta
          name="description"
          content="Plateforme d’analyse et de traitement des données de dons"
        />
        <title>{useTab()}</title>
        <Links />
        <AutoRefresh />
      </head>
      <body>
        {children}
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  )
}

export default function Root() {
  const shell = useShell()
  const { search } = useLocation()
  return (
    <Shell health={shell ?? UNKNOWN} message={useMessage(shell)} version={version}>
      <FraicheurProvider value={useRenewal(shell)}>
        <Outlet />
      </FraicheurProvider>
      {shell?.refresh && <RefreshDialog key={search} refresh={shell.refresh} />}
    </Shell>
  )
}

export function ErrorBoundary() {
  const shell = useShell()
  return (
    <Shell health={shell ?? UNKNOWN} message={null} version={version}>
      <Failure title="Erreur" />
    </Shell>
  )
}
