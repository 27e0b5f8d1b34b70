import { randomUUID } from 'node:crypto'
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { ACTEUR, RAISON_PAR_DEFAUT } from '#contract/constants'
import { effetEnsemble, exclureEnsemble } from '#contract/exclure-plusieurs'
import { aVerifierChoisis, type DonateurAVerifier } from '#contract/verification'
import { formatMoney, plural } from '#figures/format'
import { nameOf } from '#files/colonnes'
import { nameIn } from '../../../forms/decideur.server'
import { DecisionForm } from '../../../forms/decision-form'
import { redirectWith } from '../../../forms/message.server'
import { ENSEMBLE, ENSEMBLE_PATH, OPERATIONS, RAISON_MAX, reasonOf } from '../../../forms/operation'
import { answerDecision } from '../../../forms/outcome.server'
import { ownPath } from '../../../forms/own-path'
import { textsOf } from '../../../forms/text'
import { call, failing } from '../../../service/service.server'
import { A_VERIFIER } from '../../../tables/links'
import { Alert } from '../../../ui/alert'
import { DataTable } from '../../../ui/data-table'
import { cardPath, DonorLink } from '../../../ui/donor-link'
import { TextArea } from '../../../ui/field'
import { Page, Section } from '../../../ui/page'
import type { Handle } from '../../../ui/screen'
import { Unlisted } from '../../../ui/unlisted'
import { EffectSummary } from '../exclusion/confirmation'
import { effetEnsembleTable } from '../historique/table.server'

export const handle: Handle = {
  title: 'Donations',
  tab: 'Confirmation – Donations',
  perhaps:
    'Si vous veniez de confirmer, ces donateurs sont peut-être tous exclus\u00A0: l’historique des exclusions le dit.',
}

const FAILED = "Erreur lors de l'exclusion"

const isEmpty = (retour: string) =>
  redirectWith(retour, {
    ton: 'erreur',
    texte: '❌ Aucun donateur coché n’est à vérifier. Cochez-en au moins un, puis recommencez.',
  })

/** What excluding the ticked donors would change; those no longer to review are left out, with a notice. */
export async function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams
  const retour = ownPath(query.get('retour'), A_VERIFIER)
  const ticked = [...new Set(query.getAll('contact[]').filter((contact) => contact !== ''))]
  if (ticked.length === 0) return isEmpty(retour)
  const { donateurs } = await call(aVerifierChoisis, { body: { contacts: ticked } }, request).catch(
    failing(FAILED),
  )
  if (donateurs.length === 0) return isEmpty(retour)
  const contacts = donateurs.map(({ contact_id }) => contact_id)
  const effet = await call(effetEnsemble, { body: { contacts } }, request).catch(failing(FAILED))
  const seen = new Map(effet.donateurs.map((etat) => [etat.contact_id, etat.numero_attendu]))
  return {
    retour,
    effet,
    table: effetEnsembleTable.build(contacts, effet),
    left: ticked.length - donateurs.length,
    donateurs: donateurs.map((donateur) => ({
      ...donateur,
      evenement_id: randomUUID(),
      numero_attendu: seen.get(donateur.contact_id) ?? 0,
    })),
  }
}

/** Records all exclusions or none; the list shows the outcome. */
export async function action({ request }: ActionFunctionArgs) {
  const form = await request.formData()
  const retour = ownPath(form.get('retour'), A_VERIFIER)
  const contacts = textsOf(form, 'contact[]')
  if (contacts.length === 0) return redirect(retour, 303)
  const [raisons, ids, seen, read] = [
    'raison',
    'evenement_id',
    'numero_attendu',
    'raisons_vues',
  ].map((name) => textsOf(form, `${name}[]`))
  const donateurs = contacts.map((contact_id, at) => ({
    contact_id,
    raison: raisons?.[at]?.replace(/\r\n?/g, '\n') || RAISON_PAR_DEFAUT,
    ...(ids?.[at] && { evenement_id: ids[at] }),
    ...(seen?.[at] && { numero_attendu: Number(seen[at]) }),
    ...(read?.[at] && { raisons_vues: read[at] }),
  }))
  const decided = call(
    exclureEnsemble,
    { body: { donateurs, exclu_par: ACTEUR, nom: nameIn(form) } },
    request,
  )
  // Who is no longer to review is left out there, the others stay ticked.
  const ticked = contacts.map((contact) => ['contact[]', contact])
  const again = `${ENSEMBLE_PATH}?${new URLSearchParams([['retour', retour], ...ticked])}`
  return answerDecision(form, decided, {
    retour,
    ...(contacts.length > 1 && { again }),
    failed: FAILED,
    perhaps:
      'ces donateurs sont tous exclus, ou aucun ne l’est. L’historique des exclusions le dira',
  })
}

export default function Together() {
  const { retour, effet, table, left, donateurs } = useLoaderData<typeof loader>()
  const isOne = donateurs.length === 1
  const count = plural(donateurs.length, 'donateur')
  return (
    <Page title={`Exclure ${count}`} subtitle="Confirmation">
      <Alert tone="warning" title={isOne ? OPERATIONS.exclure.question : ENSEMBLE.question(count)}>
        <p>{(isOne ? OPERATIONS.exclure : ENSEMBLE).consequence}</p>
        <EffectSummary effet={effet} recent="l’un d’eux" />
        {left > 0 && (
          <p>
            {left === 1
              ? 'Un donateur coché n’est plus à vérifier\u00A0: il est laissé de côté.'
              : `${left} donateurs cochés ne sont plus à vérifier\u00A0: ils sont laissés de côté.`}
          </p>
        )}
      </Alert>
      <Unlisted>
        Ces nombres réunissent les donateurs ci-dessous&nbsp;: les dons de chacun ont leur liste,
        sous son nom.
      </Unlisted>
      {table.rows.length > 0 && <DataTable table={table} />}
      <DecisionForm
        action={ENSEMBLE_PATH}
        hidden={{ retour }}
        button={`Exclure ${count}`}
        danger
        retour={retour}
      >
        <Section title="Tous seront exclus, ou aucun">
          <ul className="decided">
            {donateurs.map((donateur) => (
              <li key={donateur.contact_id}>
                <One donateur={donateur} />
              </li>
            ))}
          </ul>
        </Section>
      </DecisionForm>
    </Page>
  )
}

type Chosen = DonateurAVerifier & { evenement_id: string; numero_attendu: number }

/** A donor, with the reason to be recorded. */
function One({ donateur }: { donateur: Chosen }) {
  const { contact_id, donations, montant, evenement_id, numero_attendu, raisons_vues } = donateur
  const hidden = { contact: contact_id, evenement_id, numero_attendu, raisons_vues }
  return (
    <>
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={`${name}[]`} value={value} />
      ))}
      <p>
        <DonorLink contactId={contact_id}>{nameOf(donateur) ?? 'Sans nom'}</DonorLink>{' '}
        <span className="mention">
          {contact_id},{' '}
          <Link className="count" to={cardPath(contact_id)}>
            {plural(donations, 'don')}
          </Link>
          , {formatMoney(montant)}
        </span>
      </p>
      <TextArea
        label={`Raison d’exclure ${contact_id} (facultatif)`}
        name="raison[]"
        rows={2}
        value={reasonOf(donateur.raisons)}
        maxLength={RAISON_MAX}
      />
    </>
  )
}
