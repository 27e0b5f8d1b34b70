import type { LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { dashboardAnnees } from '#contract/dashboard'
import { type Suspects, suspects } from '#contract/suspects'
import { readYears } from '../../../forms/year.server'
import { LOGO_PATH, Masthead } from '../../../organisation/masthead'
import { call, failing } from '../../../service/service.server'
import { Page } from '../../../ui/page'
import type { Handle } from '../../../ui/screen'
import { Nevertheless, NEVERTHELESS, SuspectsNotice } from '../../../ui/suspects'
import { YearActions, YearForm } from '../../../ui/year-form'
import { readRapport } from './rapport.server'
import { Report } from './report'

const TITLE = 'Rapport'

export const handle: Handle<typeof loader> = {
  title: TITLE,
  subtitle: 'L’année sur quelques pages',
  tab: ({ rapport, weights }) => [TITLE, rapport?.annee ?? weights?.annee],
  hasFigures: (data) => !data?.rapport,
}

export async function loader({ request }: LoaderFunctionArgs) {
  const { annees, annee } = await readYears(dashboardAnnees, request)
  const failed = failing('Erreur lors du chargement des données')
  if (!new URL(request.url).searchParams.has(NEVERTHELESS)) {
    const weights = await call(suspects, { params: { annee } }, request).catch(failed)
    if (weights.mesures.length > 0) return { annees, rapport: null, weights }
  }
  return { annees, rapport: await readRapport(request, annee).catch(failed), weights: null }
}

export default function RapportScreen() {
  const { annees, rapport, weights } = useLoaderData<typeof loader>()
  if (weights) return <Confirmation annees={annees} weights={weights} />
  const { annee } = rapport
  return (
    <article className="page report">
      <header className="page-header">
        <div>
          <Masthead organisation={rapport.organisation} logo={LOGO_PATH} />
          <h1>Rapport de l’année {annee}</h1>
          <p className="subtitle">Analyse - Gestion des Dons</p>
        </div>
        <div className="page-actions">
          <YearActions annees={annees} annee={annee} />
          <a
            className="button button-outline"
            href={`/telechargement/rapport?annee=${annee}&${NEVERTHELESS}=1`}
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

/** Asks before a report of figures that donors to review weigh on. */
function Confirmation({ annees, weights }: { annees: number[]; weights: Suspects }) {
  const { annee } = weights
  return (
    <Page
      title={`Rapport de l’année ${annee}`}
      subtitle="À confirmer"
      actions={<YearForm annees={annees} annee={annee} />}
    >
      <SuspectsNotice found={weights} />
      <Form method="get" className="fields card">
        <input type="hidden" name="annee" value={annee} />
        <Nevertheless />
        <button type="submit" className="button">
          Établir le rapport
        </button>
      </Form>
    </Page>
  )
}
