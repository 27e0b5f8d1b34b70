import { isRouteErrorResponse, useLocation, useRouteError } from '@remix-run/react'
import { Alert } from './alert'

const UNEXPECTED = {
  message: 'Une erreur inattendue s’est produite',
  detail:
    'Rechargez la page dans quelques instants. Si l’erreur revient, prévenez l’équipe technique.',
}

function useFailure(): { message: string; detail: string } {
  const error = useRouteError()
  if (!isRouteErrorResponse(error)) return UNEXPECTED
  const { message, detail } = (error.data ?? {}) as Partial<typeof UNEXPECTED>
  return { message: message ?? UNEXPECTED.message, detail: detail ?? UNEXPECTED.detail }
}

/** A screen that could not be loaded: its title, what happened, and 'Réessayer' unless `retry` is false. */
export function Failure({ title, retry = true }: { title: string; retry?: boolean }) {
  const { message, detail } = useFailure()
  const { pathname, search } = useLocation()
  return (
    <article className="page">
      <h1>{title}</h1>
      <Alert tone="error">
        <p className="alert-title">Erreur: {message}</p>
        <p>{detail}</p>
        {retry && (
          <a className="button button-outline" href={pathname + search}>
            Réessayer
          </a>
        )}
      </Alert>
    </article>
  )
}
