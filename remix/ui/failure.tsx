import { isRouteErrorResponse, Link, useLocation, useRouteError } from '@remix-run/react'
import { Alert } from './alert'
import { Empty, Page } from './page'
import { useShell } from './shell-data'
import { YearForm } from './year-form'

const UNEXPECTED = {
  message: 'Une erreur inattendue s’est produite',
  detail:
    'Rechargez la page dans quelques instants. Si l’erreur revient, prévenez l’équipe technique.',
}

const AGAIN = 'Recommencer est sans risque, rien n’est enregistré deux fois.'

/** Thrown by a loader whose screen has no gifts of the year in the URL. */
export interface WithoutYear {
  annees: number[]
  annee: number
}

function withoutYear(error: unknown): WithoutYear | null {
  if (!isRouteErrorResponse(error)) return null
  const { annees, annee } = (error.data ?? {}) as Partial<WithoutYear>
  return annees && annee !== undefined ? { annees, annee } : null
}

/** A screen without gifts of the year. */
function NoYear({ title, annees, annee }: WithoutYear & { title: string }) {
  const { pathname } = useLocation()
  return (
    <Page
      title={title}
      subtitle={`Année ${annee}`}
      actions={<YearForm annees={[annee, ...annees]} annee={annee} />}
    >
      <Empty unless="attendu">
        <p>Aucun don en {annee} sur cet écran.</p>
        <Link to={`${pathname}?annee=${annees[0]}`}>Voir {annees[0]}</Link>
      </Empty>
    </Page>
  )
}

function useFailure(perhaps: string): {
  message: string
  detail: string
  incident?: string | null
} {
  const error = useRouteError()
  const incident = useShell()?.requete ?? null
  if (!isRouteErrorResponse(error))
    return { ...UNEXPECTED, detail: perhaps ? `${perhaps} ${AGAIN}` : UNEXPECTED.detail, incident }
  const { message, detail } = (error.data ?? {}) as Partial<typeof UNEXPECTED>
  return { message: message ?? UNEXPECTED.message, detail: detail ?? UNEXPECTED.detail }
}

interface Props {
  title: string
  /** Whether to offer 'Réessayer'. */
  retry?: boolean
  /** Of a decision: what an unexpected error leaves uncertain. */
  perhaps?: string
}

/** A screen that failed to load: its title, what happened, and the incident id in the log. */
export function Failure({ title, retry = true, perhaps = '' }: Props) {
  const { message, detail, incident } = useFailure(perhaps)
  const { pathname, search } = useLocation()
  const without = withoutYear(useRouteError())
  if (without) return <NoYear title={title} {...without} />
  return (
    <article className="page" data-stays>
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
