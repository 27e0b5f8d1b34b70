import { randomUUID } from 'node:crypto'
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { ACTEUR } from '#contract/constants'
import { effetExclusion, exclure, reintegrer } from '#contract/exclusions'
import { verificationDonateur } from '#contract/verification'
import { nameIn } from '../../../forms/decideur.server'
import { DecisionForm } from '../../../forms/decision-form'
import {
  EXCLUSION_PATH,
  isOperation,
  type Operation,
  OPERATIONS,
  RAISON_MAX,
  reasonOf,
  TO_CONFIRM,
  perhaps,
} from '../../../forms/operation'
import { answerDecision } from '../../../forms/outcome.server'
import { ownPath } from '../../../forms/own-path'
import { textOf } from '../../../forms/text'
import { call, failing, quietly } from '../../../service/service.server'
import { Alert } from '../../../ui/alert'
import { DataTable } from '../../../ui/data-table'
import { cardPath } from '../../../ui/donor-link'
import { Page } from '../../../ui/page'
import type { Handle } from '../../../ui/screen'
import { effetTable } from '../historique/table.server'
import { EffectSummary } from './confirmation'

export const handle: Handle = {
  title: 'Donations',
  tab: 'Confirmation – Donations',
  perhaps:
    'Si vous veniez de confirmer une exclusion ou une réintégration, elle est peut-être enregistrée\u00A0: l’historique des exclusions le dit.',
}

const LIST = '/donations'

interface Asked {
  contact_id: string
  operation: Operation
  retour: string
  /** The reasons shown when deciding on them. */
  raisons_vues: string | null
}

function readAsked(fields: Pick<URLSearchParams | FormData, 'get'>): Asked | null {
  const operation = fields.get('operation')
  const contact_id = fields.get('contact_id')
  if (!isOperation(operation) || typeof contact_id !== 'string' || contact_id === '') return null
  const seen = fields.get('raisons_vues')
  return {
    contact_id,
    operation,
    retour: ownPath(fields.get('retour'), LIST),
    raisons_vues: typeof seen === 'string' && seen !== '' ? seen : null,
  }
}

/** Confirmation page for browsers without a dialog, with the decision's effect. */
export async function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams
  const asked = readAsked(query)
  if (!asked) return redirect(LIST)
  const { contact_id, operation } = asked
  const [effet, found] = await Promise.all([
    call(effetExclusion, { params: { contact_id } }, request).catch(
      failing(OPERATIONS[operation].failed),
    ),
    operation === 'exclure'
      ? call(verificationDonateur, { params: { contact_id } }, request).catch(
          quietly('vérification'),
        )
      : null,
  ])
  return {
    ...asked,
    raison: found?.a_verifier ? reasonOf(found.raisons) : OPERATIONS[operation].raison,
    effet,
    table: effetTable.build(effet),
    evenement_id: randomUUID(),
  }
}

/** Records the decision, the list shows the outcome; what is only to be confirmed is shown, with who and why. */
export async function action({ request }: ActionFunctionArgs) {
  const form = await request.formData()
  if (form.has(TO_CONFIRM)) {
    const raison = textOf(form, 'raison')?.slice(0, RAISON_MAX)
    return { typed: { raison, nom: textOf(form, 'nom')?.slice(0, 200) } }
  }
  const asked = readAsked(form)
  if (!asked) return redirect(LIST, 303)
  const { contact_id, operation, retour } = asked
  return answerDecision(form, decide(asked, form, request), {
    retour,
    failed: OPERATIONS[operation].failed,
    perhaps: perhaps(operation, contact_id),
  })
}

/** Records a decision; idempotent by `evenement_id`. */
function decide({ contact_id, operation, raisons_vues }: Asked, form: FormData, request: Request) {
  const seen = textOf(form, 'numero_attendu')
  const decision = {
    contact_id,
    evenement_id: textOf(form, 'evenement_id'),
    ...(seen !== undefined && { numero_attendu: Number(seen) }),
    raison: textOf(form, 'raison') ?? OPERATIONS[operation].raison,
    exclu_par: ACTEUR,
    nom: nameIn(form),
  }
  if (operation === 'reintegrer') return call(reintegrer, { body: decision }, request)
  return call(exclure, { body: { ...decision, ...(raisons_vues && { raisons_vues }) } }, request)
}

export default function Exclusion() {
  const { contact_id, operation, retour, raison, raisons_vues, effet, table, evenement_id } =
    useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const typed = answer && 'typed' in answer ? answer.typed : undefined
  const words = OPERATIONS[operation]
  const hidden = {
    contact_id,
    operation,
    retour,
    evenement_id,
    numero_attendu: String(effet.numero_attendu),
    ...(raisons_vues && { raisons_vues }),
  }
  const title = `${words.button} le donateur ${contact_id}`
  if (effet.exclu === (operation === 'exclure'))
    return (
      <Page title={title} subtitle="Confirmation">
        <Alert tone="information" title="Il n’y a rien à décider">
          <p>{effet.exclu ? 'Ce donateur est déjà exclu.' : 'Ce donateur n’est pas exclu.'}</p>
          <p>
            <Link to={cardPath(contact_id)}>Voir sa fiche</Link>
          </p>
        </Alert>
      </Page>
    )
  return (
    <Page title={title} subtitle={effet.nom ?? 'Confirmation'}>
      <Alert tone="warning" title={words.question}>
        <p>{words.consequence}</p>
        {effet.avec.length > 0 && (
          <p>
            Avec lui, la même personne&nbsp;:{' '}
            {effet.avec.map((other) => `contact ${other}`).join(', ')}.
          </p>
        )}
        <EffectSummary effet={effet} recent="ce donateur" href={cardPath(contact_id)} />
      </Alert>
      {table.rows.length > 0 && <DataTable table={table} />}
      <DecisionForm
        action={EXCLUSION_PATH}
        hidden={hidden}
        reason={{ label: 'Raison (facultatif)', value: typed?.raison ?? raison }}
        button={words.button}
        danger={operation === 'exclure'}
        name={{ typed: typed?.nom }}
        retour={retour}
      />
    </Page>
  )
}
