import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData, useLocation } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { dashboardAnnees } from '#contract/dashboard'
import { type Definition, definitions } from '#contract/definitions'
import { formatDay } from '#figures/format'
import { thisYear } from '#figures/today'
import { chosenYear, readAnnees } from '../../../forms/year.server'
import { call, failing } from '../../../service/service.server'
import { FileLink } from '../../../ui/data-table'
import { Page, Section } from '../../../ui/page'
import type { Handle } from '../../../ui/screen'
import { Unlisted } from '../../../ui/unlisted'
import { YearForm } from '../../../ui/year-form'
import { toutesDefinitions } from './table.server'

export const handle: Handle = {
  title: 'Comment c’est calculé\u00A0?',
  tab: 'Comment c’est calculé',
  hasFigures: true,
}

export async function loader({ request }: LoaderFunctionArgs) {
  const annees = await readAnnees(dashboardAnnees, request)
  const annee = annees.length > 0 ? chosenYear(request, annees) : thisYear()
  const found = await call(definitions, { params: { annee } }, request).catch(
    failing('Erreur lors du chargement des définitions'),
  )
  const { download } = toutesDefinitions.build(annee, found)
  return { annees, annee, sections: found.sections, download }
}

export default function Definitions() {
  const { annees, annee, sections, download } = useLoaderData<typeof loader>()
  return (
    <Page
      subtitle="Chaque chiffre&nbsp;: sa formule, ce qu’il couvre, un exemple"
      analysis
      actions={annees.length > 0 && <YearForm annees={annees} annee={annee} />}
    >
      <Unlisted>Les nombres des exemples sont ceux des écrans, où chacun mène à sa liste.</Unlisted>
      {sections.map(({ titre, definitions }) => (
        <Section key={titre} title={titre}>
          <div className="definitions">
            {definitions.map((definition) => (
              <Rule key={definition.code} definition={definition} />
            ))}
          </div>
        </Section>
      ))}
      <p className="download">
        <FileLink file={download} />
      </p>
    </Page>
  )
}

/** One that the address names is open: without scripts by the style sheet. */
function Rule({ definition }: { definition: Definition }) {
  const { code, titre, formule, perimetre, exemple, version, depuis } = definition
  const { hash } = useLocation()
  const ref = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (ref.current && hash === `#${code}`) ref.current.open = true
  }, [hash, code])
  return (
    <details className="definition" id={code} ref={ref}>
      <summary>
        <h3>{titre}</h3>
      </summary>
      <p>{formule}</p>
      {exemple && <p className="definition-example">{exemple}</p>}
      <p className="mention">{perimetre}</p>
      <p className="mention">
        Règle n°&nbsp;{version}, depuis le {formatDay(depuis)}
      </p>
    </details>
  )
}
