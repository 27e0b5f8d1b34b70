import { randomUUID } from 'node:crypto'
import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import type { Fiche } from '#contract/fiches'
import { juger, verificationDonateur } from '#contract/verification'
import { capital, formatDay, plural } from '#figures/format'
import { DecisionForm } from '../../../forms/decision-form'
import { LEGITIME_PATH } from '../../../forms/operation'
import { decision } from '../../../forms/outcome.server'
import { ownPath } from '../../../forms/own-path'
import { textOf } from '../../../forms/text'
import { call, failing, quietly } from '../../../service/service.server'
import { A_VERIFIER } from '../../../tables/links'
import { Alert } from '../../../ui/alert'
import { cardPath } from '../../../ui/donor-link'
import { Page } from '../../../ui/page'
import type { Handle } from '../../../ui/screen'
import { readFiche } from '../../donateurs/fiche/table.server'
import { Reasons } from '../a-verifier/reasons'

export const handle: Handle = {
  title: 'Donateurs à vérifier',
  tab: 'Légitime – Donateurs à vérifier',
  perhaps:
    'Si vous veniez de décider, la décision est peut-être enregistrée\u00A0: la fiche du donateur le dit.',
}

/** Why a donor is to be reviewed, and the form that judges them genuine. */
export async function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams
  const retour = ownPath(query.get('retour'), A_VERIFIER)
  const contact_id = query.get('contact')?.trim()
  if (!contact_id) return redirect(retour)
  const [found, fiche] = await Promise.all([
    call(verificationDonateur, { params: { contact_id } }, request).catch(
      failing('Erreur lors du chargement des donateurs à vérifier'),
    ),
    readFiche(request, contact_id, { page: 1, limit: 1 }).catch(quietly('fiche')),
  ])
  return { retour, found, known: fiche && knownOf(fiche), decision_id: randomUUID() }
}

/** What is known of a donor's gifts: it speaks for them, or shows how little does. */
const knownOf = ({ carriere }: Fiche): string =>
  `${capital(plural(carriere.nombre_dons, 'don'))} en ${plural(carriere.annees_de_don, 'année')}, le premier le ${formatDay(carriere.premier_don)}, le dernier le ${formatDay(carriere.dernier_don)}.`

export const action = decision((form) => ({
  by: juger,
  retour: ownPath(form.get('retour'), A_VERIFIER),
  failed: 'Erreur lors de la décision',
  perhaps: `le donateur ${textOf(form, 'contact_id')} est peut-être jugé légitime. Sa fiche le dira`,
}))

export default function Genuine() {
  const { retour, found, known, decision_id } = useLoaderData<typeof loader>()
  const { contact_id, exclu, a_verifier, raisons_vues } = found
  return (
    <Page title={`Juger légitime le donateur ${contact_id}`} subtitle="Confirmation">
      {a_verifier ? (
        <>
          <Alert tone="warning" title="Ce donateur est-il légitime malgré ces raisons&#8239;?">
            <Reasons donateur={found} />
            <p>
              <Link to={cardPath(contact_id)}>Sa fiche</Link> montre ce que dit chaque raison. Il ne
              sera plus à vérifier, sauf pour une raison nouvelle. La décision ne s’efface pas.
            </p>
          </Alert>
          <DecisionForm
            action={`${LEGITIME_PATH}?${new URLSearchParams({ contact: contact_id, retour })}`}
            hidden={{ contact_id, retour, decision_id, raisons_vues }}
            reason={{
              label: 'Pourquoi est-il légitime\u202F?',
              value: known ?? '',
              required: true,
            }}
            button="Légitime"
            retour={retour}
          />
        </>
      ) : (
        <Alert tone="information" title="Il n’y a rien à décider">
          <p>
            {exclu
              ? 'Ce donateur est exclu. Réintégrez-le d’abord, s’il est légitime.'
              : 'Ce donateur n’est pas à vérifier, ou ne l’est plus.'}
          </p>
          <p>
            <Link to={cardPath(contact_id)}>Voir sa fiche</Link>
          </p>
        </Alert>
      )}
    </Page>
  )
}
