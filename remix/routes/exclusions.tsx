import { randomUUID } from 'node:crypto'
import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node'
import { Form, Link, useLoaderData } from '@remix-run/react'
import { ACTEUR, RAISON_PAR_DEFAUT } from '#contract/constants'
import { effetExclusion, exclure, reintegrer } from '#contract/exclusions'
import { formatMoney, plural } from '#figures/format'
import {
  EXCLUSION_PATH,
  isOperation,
  type Operation,
  OPERATIONS,
  uncertainty,
} from '../exclusions/operation'
import { redirectWith } from '../message.server'
import { ownPath } from '../own-path'
import { asRefusal, isUncertain } from '../refusal.server'
import { call, failing } from '../service.server'
import { effetTable } from '../tables/exclusions.server'
import { Alert } from '../ui/alert'
import { DataTable } from '../ui/data-table'
import { Failure } from '../ui/failure'
import { Page } from '../ui/page'
import { pageTitle } from '../ui/page-title'

const LIST = '/donations'

interface Asked {
  contact_id: string
  operation: Operation
  retour: string
}

function readAsked(fields: Pick<URLSearchParams | FormData, 'get'>): Asked | null {
  const operation = fields.get('operation')
  const contact_id = fields.get('contact_id')
  if (!isOperation(operation) || typeof contact_id !== 'string' || contact_id === '') return null
  return { contact_id, operation, retour: ownPath(fields.get('retour'), LIST) }
}

/** The confirmation for browsers without a dialog, with what the decision would change. */
export async function loader({ request }: LoaderFunctionArgs) {
  const asked = readAsked(new URL(request.url).searchParams)
  if (!asked) return redirect(LIST)
  const { contact_id, operation } = asked
  const effet = await call(effetExclusion, { params: { contact_id } }, request).catch(
    failing(OPERATIONS[operation].failed),
  )
  return { ...asked, effet, table: effetTable.build(effet), evenement_id: randomUUID() }
}

/** Records the decision, and says on the list how it ended. */
export async function action({ request }: ActionFunctionArgs) {
  const form = await request.formData()
  const asked = readAsked(form)
  if (!asked) return redirect(LIST, 303)
  const { contact_id, operation, retour } = asked
  try {
    const { message } = await decide(asked, form, request)
    return await redirectWith(retour, { ton: 'succes', texte: `✅ ${message}` })
  } catch (error) {
    const refusal = asRefusal(error)
    const said = refusal.detail ?? OPERATIONS[operation].failed
    const sentence = /[.!?]$/.test(said) ? said : `${said}.`
    const texte = isUncertain(refusal)
      ? `❌ ${sentence} ${uncertainty(operation, contact_id)}`
      : `❌ ${said}`
    return redirectWith(retour, { ton: 'erreur', texte })
  }
}

/** The call that records a decision, once for each `evenement_id`. */
function decide({ contact_id, operation }: Asked, form: FormData, request: Request) {
  const seen = form.get('numero_attendu')
  const evenement = form.get('evenement_id')
  const decision = {
    contact_id,
    ...(typeof evenement === 'string' && { evenement_id: evenement }),
    ...(typeof seen === 'string' && { numero_attendu: Number(seen) }),
  }
  if (operation === 'reintegrer') return call(reintegrer, { body: decision }, request)
  const body = { ...decision, raison: RAISON_PAR_DEFAUT, exclu_par: ACTEUR }
  return call(exclure, { body }, request)
}

export default function Exclusion() {
  const { contact_id, operation, retour, effet, table, evenement_id } =
    useLoaderData<typeof loader>()
  const words = OPERATIONS[operation]
  const hidden = {
    contact_id,
    operation,
    retour,
    evenement_id,
    numero_attendu: String(effet.numero_attendu),
  }
  return (
    <Page title={`${words.button} le donateur ${contact_id}`} subtitle="Confirmation">
      <Alert tone="warning" title={words.question}>
        <p>{words.consequence}</p>
        <p>
          {plural(effet.donations, 'don concerné', 'dons concernés')}, pour{' '}
          {formatMoney(effet.montant)}.{' '}
          {effet.a_jour
            ? 'Tous les écrans le diront aussitôt.'
            : 'Un import récent concerne ce donateur\u00A0: les écrans le diront après le prochain rafraîchissement.'}
        </p>
        <div className="fields">
          <Form method="post" action={EXCLUSION_PATH}>
            {Object.entries(hidden).map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
            <button
              type="submit"
              className={`button ${operation === 'exclure' ? 'button-danger' : ''}`}
            >
              {words.button}
            </button>
          </Form>
          <Link className="button button-outline" to={retour}>
            Annuler
          </Link>
        </div>
      </Alert>
      {table.rows.length > 0 && <DataTable table={table} />}
    </Page>
  )
}

export const meta: MetaFunction = () => [{ title: pageTitle('Confirmation – Donations') }]

export const ErrorBoundary = () => (
  <Failure
    title="Donations"
    perhaps="Si vous veniez de confirmer une exclusion ou une réintégration, elle est peut-être enregistrée : l’historique des exclusions le dit. Recommencer est sans risque, rien n’est enregistré deux fois."
  />
)
