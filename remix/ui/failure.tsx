import { isRouteErrorResponse, useLocation, useRouteError } from '@remix-run/react'
import { Alert } from './alert'
import { useShell } from './shell-data'

const UNEXPECTED = {
  message: 'Une erreur inattendue s’est produite',
  detail:
    'Rechargez la page dans quelques instants. Si l’erreur revient, prévenez l’équipe technique.',
}

function useFailure(perhaps: string): {
  message: string
  detail: string
  incident?: string | null
} {
  const error = useRouteError()
  const incident = useShell()?.requete ?? null
  if (!isRouteErrorResponse(error))
    return { ...UNEXPECTED, detail: perhaps || UNEXPECTED.detail, incident }
  const { message, detail } = (error.data ?? {}) as Partial<typeof UNEXPECTED>
  return { message: message ?? UNEXPECTED.message, detail: detail ?? UNEXPECTED.detail }
}

interface Props {
  title: string
  /** Whether to offer 'Réessayer'. */
  retry?: boolean
  /** What an unexpected error leaves uncertain. */
  perhaps?: string
}

/** A screen that failed to load: its title, what happened, and the incident id in the log. */
export function Failure({ title, retry = true, perhaps = '' }: Props) {
  const { message, detail, incident } = useFailure(perhaps)
  const { pathname, search } = useLocation()
  return (
    <article className="page">
      <h1>{title}</h1>
      <Alert tone="error">
        <p className="alert-title">Erreur: {message}</p>
        <p>{detail}</p>
        {incident && (
          <p>
            Incident&nbsp;: <code>{incident}</code>
          </p>
        )}
        {retry && (
          <a className="button button-outline" href={pathname + search}>
            Réessayer
          </a>
        )}
      </Alert>
    </article>
  )
}
