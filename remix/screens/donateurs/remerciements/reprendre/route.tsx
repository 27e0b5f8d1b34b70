import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { remerciement, reprendreRemerciement } from '#contract/remerciements'
import { formatDay } from '#figures/format'
import { DecisionForm } from '../../../../forms/decision-form'
import { decision } from '../../../../forms/outcome.server'
import { ownPath } from '../../../../forms/own-path'
import { call, failing } from '../../../../service/service.server'
import { Alert } from '../../../../ui/alert'
import { Page } from '../../../../ui/page'
import type { Handle } from '../../../../ui/screen'
import { REMERCIEMENTS } from '../paths'

export const handle: Handle = {
  title: 'Reprendre un remerciement',
  tab: 'Reprendre un remerciement – Donateurs',
  perhaps:
    'Si vous veniez de décider, le remerciement est peut-être repris\u00A0: la liste le dit.',
}
const FAILED = 'Erreur lors de la reprise du remerciement'

/** The thank-you, and the form that takes it back. */
export async function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams
  const numero = query.get('numero')
  if (!numero) return redirect(REMERCIEMENTS)
  return {
    retour: ownPath(query.get('retour'), REMERCIEMENTS),
    acte: await call(remerciement, { params: { numero } }, request).catch(failing(FAILED)),
  }
}

export const action = decision((form) => ({
  by: reprendreRemerciement,
  retour: ownPath(form.get('retour'), REMERCIEMENTS),
  failed: FAILED,
  perhaps: 'le remerciement est peut-être repris. La liste le dira',
}))

export default function TakeBack() {
  const { acte, retour } = useLoaderData<typeof loader>()
  const { numero, contact_id, jour, par, vaut } = acte
  return (
    <Page
      subtitle={acte.nom === null ? `Contact ${contact_id}` : `${acte.nom}, contact ${contact_id}`}
    >
      <Alert
        tone="warning"
        title={
          vaut ? 'Cette personne n’a-t-elle pas été remerciée\u202F?' : 'Il n’y a rien à reprendre'
        }
      >
        <p>
          {jour === null
            ? 'Cet acte en reprend un autre.'
            : `Remerciée le ${formatDay(jour)}, noté par ${par}. `}
          {vaut ? 'L’acte ne s’efface pas, un autre le suit.' : 'Ce remerciement ne vaut plus.'}
        </p>
      </Alert>
      {vaut ? (
        <DecisionForm
          hidden={{ numero: String(numero), retour }}
          button="Reprendre ce remerciement"
          danger
          retour={retour}
        />
      ) : (
        <p>
          <Link to={REMERCIEMENTS}>Voir les remerciements</Link>
        </p>
      )}
    </Page>
  )
}
