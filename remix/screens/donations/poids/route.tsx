import { randomUUID } from 'node:crypto'
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { ACTEUR } from '#contract/constants'
import { Poids, poidsDeRegle, peser } from '#contract/poids'
import { CodeRegle } from '#contract/verification'
import { nameIn } from '../../../forms/decideur.server'
import { DecisionForm, POURQUOI } from '../../../forms/decision-form'
import { answerDecision } from '../../../forms/outcome.server'
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

/** Records the act once, the queue shows the outcome; on a refused reason, shows the form again. */
export async function action({ request }: ActionFunctionArgs) {
  const form = await request.formData()
  const regle = CodeRegle.safeParse(form.get('regle'))
  const poids = Poids.safeParse(Number(form.get('poids')))
  if (!regle.success || !poids.success) return redirect(A_VERIFIER, 303)
  const body = {
    regle: regle.data,
    poids: poids.data,
    raison: textOf(form, 'raison') ?? '',
    decide_par: ACTEUR,
    nom: nameIn(form),
    decision_id: textOf(form, 'decision_id'),
  }
  const decided = call(peser, { body }, request)
  return answerDecision(form, decided, {
    retour: A_VERIFIER,
    champs: ['raison', 'nom'],
    failed: 'Erreur lors de la décision',
    perhaps: `le poids de la règle ${regle.data} a peut-être changé. Sa page le dira`,
  })
}

export default function Weight() {
  const { found, decision_id, effets, actes } = useLoaderData<typeof loader>()
  const { regle, libelle, points, poids, propose } = found
  const wanted = propose ?? found.effets.find((effet) => effet.poids < poids)?.poids ?? 100
  return (
    <Page title={`Poids de la règle ${regle}`} subtitle={libelle}>
      <Alert tone="information" title={`Elle pèse ${poids}\u00A0% de ses points (${points}).`}>
        <p>
          {found.exclus + found.legitimes > 0
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
        reason={POURQUOI}
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
