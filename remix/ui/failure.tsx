import { isRouteErrorResponse, Link, useLocation, useRouteError } from '@remix-run/react'
import { Alert } from './alert'
import { ChoiceForm, yearChoice } from './choice-form'
import { NoData } from './no-data'
import { Empty, Page } from './page'
import { useScreen } from './screen'
import { useShell } from './shell-data'

const UNEXPECTED = {
  message: 'Une erreur inattendue s’est produite',
  detail:
    'Rechargez la page dans quelques instants. Si l’erreur revient, prévenez l’équipe technique.',
}

const AGAIN = 'Recommencer est sans risque, rien n’est enregistré deux fois.'

/** Thrown by a loader whose screen has no gifts of the year in the URL, or none at all. */
export interface WithoutGifts {
  annees: number[]
  annee?: number
}

function withoutGifts(error: unknown): WithoutGifts | null {
  if (!isRouteErrorResponse(error)) return null
  const { annees, annee } = (error.data ?? {}) as Partial<WithoutGifts>
  return annees ? { annees, ...(annee !== undefined && { annee }) } : null
}

/** A screen without gifts of the year. */
function NoYear({ annees, annee }: Required<WithoutGifts>) {
  const { pathname } = useLocation()
  return (
    <Page
      subtitle={`Année ${annee}`}
      actions={<ChoiceForm fields={[yearChoice([annee, ...annees], annee)]} />}
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

/** A screen that failed to load: its title, what happened, and the incident id in the log. */
export function Failure({ title }: { title?: string }) {
  const { title: own, retry = true, perhaps = '' } = useScreen()
  const { message, detail, incident } = useFailure(perhaps)
  const { pathname, search } = useLocation()
  const without = withoutGifts(useRouteError())
  if (without) {
    const { annees, annee } = without
    return annee === undefined ? <NoData /> : <NoYear annees={annees} annee={annee} />
  }
  return (
    <article className="page" data-stays>
      <h1>{title ?? own}</h1>
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
