import { randomUUID } from 'node:crypto'
import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { peser, type Poids, poidsDeRegle } from '#contract/poids'
import { CodeRegle } from '#contract/verification'
import { DecisionForm, POURQUOI } from '../../../forms/decision-form'
import { decision } from '../../../forms/outcome.server'
import { textOf } from '../../../forms/text'
import { call, failing } from '../../../service/service.server'
import { A_VERIFIER } from '../../../tables/links'
import { Alert } from '../../../ui/alert'
import { DataTable } from '../../../ui/data-table'
import { SelectField } from '../../../ui/field'
import { Page } from '../../../ui/page'
import type { Handle } from '../../../ui/screen'
import { Unlisted } from '../../../ui/unlisted'
import { proposalOf } from './poids'
import { actesDePoids, effetsDePoids } from './table.server'

export const handle: Handle = {
  title: 'Poids d’une règle',
  perhaps:
    'Si vous veniez de décider, la décision est peut-être enregistrée\u00A0: la page de la règle le dit.',
}

/** How much a rule weighs, what another weight would change, and the form that gives it. */
export async function loader({ request }: LoaderFunctionArgs) {
  const asked = CodeRegle.safeParse(new URL(request.url).searchParams.get('regle'))
  if (!asked.success) return redirect(A_VERIFIER)
  const found = await call(poidsDeRegle, { params: { regle: asked.data } }, request).catch(
    failing('Erreur lors du chargement des règles'),
  )
  return {
    found,
    decision_id: randomUUID(),
    effets: effetsDePoids.build(found),
    actes: found.actes.length > 0 ? actesDePoids.build(found) : null,
  }
}

export const action = decision((form) => ({
  by: peser,
  body: { poids: Number(form.get('poids')) as Poids },
  retour: A_VERIFIER,
  failed: 'Erreur lors de la décision',
  perhaps: `le poids de la règle ${textOf(form, 'regle')} a peut-être changé. Sa page le dira`,
}))

export default function Weight() {
  const { found, decision_id, effets, actes } = useLoaderData<typeof loader>()
  const { regle, libelle, points, poids, propose } = found
  const isDecided = found.exclus + found.legitimes > 0
  const wanted = propose ?? found.effets.find((effet) => effet.poids < poids)?.poids ?? 100
  return (
    <Page title={`Poids de la règle ${regle}`} subtitle={libelle}>
      <Alert tone="information" title={`Elle pèse ${poids}\u00A0% de ses points (${points}).`}>
        <p>
          {isDecided
            ? proposalOf(found)
            : 'Personne n’a encore décidé d’un donateur qu’elle désigne.'}{' '}
          {propose !== null && `Il est proposé qu’elle pèse ${propose}\u00A0%. `}
          Aucun poids ne change de lui-même&nbsp;: une personne le décide, sous son nom. La décision
          ne s’efface pas, une autre peut la suivre.
        </p>
      </Alert>
      <Unlisted>
        Ce tableau dit ce qui serait&nbsp;: seuls ceux qui sont à vérifier aujourd’hui ont une
        liste.
      </Unlisted>
      <DataTable table={effets} />
      <DecisionForm
        hidden={{ regle, decision_id }}
        reason={{ ...POURQUOI, value: isDecided ? proposalOf(found) : '' }}
        button="Donner ce poids"
        retour={A_VERIFIER}
      >
        <SelectField
          label="La règle pèse désormais"
          name="poids"
          value={String(wanted)}
          choices={found.effets
            .filter((effet) => effet.poids !== poids)
            .map((effet) => [String(effet.poids), `${effet.poids}\u00A0% de ses points`])}
        />
      </DecisionForm>
      {actes && <DataTable table={actes} />}
    </Page>
  )
}
