import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { dashboardAnnees } from '#contract/dashboard'
import { readRapport } from '../rapport/rapport.server'
import { Report } from '../rapport/report'
import { failing } from '../service.server'
import type { Handle } from '../ui/auto-refresh'
import { Failure } from '../ui/failure'
import { NoData } from '../ui/no-data'
import { pageTitle } from '../ui/page-title'
import { YearActions } from '../ui/year-form'
import { readYears } from '../year.server'

const TITLE = 'Rapport'

export async function loader({ request }: LoaderFunctionArgs) {
  const { annees, annee } = await readYears(dashboardAnnees, request)
  if (annee === undefined) return { annees, rapport: null }
  const rapport = await readRapport(request, annee).catch(
    failing('Erreur lors du chargement des données'),
  )
  return { annees, rapport }
}

export default function RapportScreen() {
  const { annees, rapport } = useLoaderData<typeof loader>()
  if (rapport === null) return <NoData title={TITLE} subtitle="L’année sur quelques pages" />
  const { annee } = rapport
  return (
    <article className="page report">
      <header className="page-header">
        <div>
          <h1>Rapport de l’année {annee}</h1>
          <p className="subtitle">Analyse - Gestion des Dons</p>
        </div>
        <div className="page-actions">
          <YearActions annees={annees} annee={annee} />
          <a
            className="button button-outline"
            href={`/telechargement/rapport?annee=${annee}`}
            download
          >
            Enregistrer (.html)
          </a>
        </div>
        <p className="mention report-hint">
          À imprimer sur A4, ou à enregistrer en PDF depuis l’impression du navigateur.
        </p>
      </header>
      <Report rapport={rapport} />
    </article>
  )
}

export const handle: Handle = {
  hasFigures: (data) => !(data as { rapport?: unknown } | undefined)?.rapport,
}

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: pageTitle(TITLE, data?.rapport?.annee) },
]

export const ErrorBoundary = () => <Failure title={TITLE} />
