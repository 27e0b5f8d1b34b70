import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { acteOpposition, leverOpposition } from '#contract/oppositions'
import { formatDay } from '#figures/format'
import { NATURES_OPPOSITION } from '#files/oppositions-columns'
import { DecisionForm, POURQUOI } from '../../../../forms/decision-form'
import { decision } from '../../../../forms/outcome.server'
import { call, failing } from '../../../../service/service.server'
import { Alert } from '../../../../ui/alert'
import { Page } from '../../../../ui/page'
import type { Handle } from '../../../../ui/screen'
import { OPPOSITIONS } from '../paths'

export const handle: Handle = {
  title: 'Lever une opposition',
  tab: 'Lever une opposition – Donateurs',
  perhaps: 'Si vous veniez de décider, l’opposition est peut-être levée\u00A0: la liste le dit.',
}
const FAILED = 'Erreur lors de la levée de l’opposition'

/** The opposition, and the form that takes it off. */
export async function loader({ request }: LoaderFunctionArgs) {
  const numero = new URL(request.url).searchParams.get('numero')
  if (!numero) return redirect(OPPOSITIONS)
  return call(acteOpposition, { params: { numero } }, request).catch(failing(FAILED))
}

export const action = decision(() => ({
  by: leverOpposition,
  retour: OPPOSITIONS,
  failed: FAILED,
  perhaps: 'l’opposition est peut-être levée. La liste le dira',
}))

export default function Lift() {
  const acte = useLoaderData<typeof loader>()
  const whom = acte.contact_id === null ? acte.email : `Contact ${acte.contact_id}`
  return (
    <Page subtitle={whom ?? 'Une adresse effacée'}>
      <Alert
        tone="warning"
        title={
          acte.vaut ? 'Pourra-t-on à nouveau lui écrire\u202F?' : 'Cette opposition ne vaut plus'
        }
      >
        <p>
          {NATURES_OPPOSITION[acte.nature]}, depuis le {formatDay(acte.jour)}&nbsp;: «&nbsp;
          {acte.raison}&nbsp;», par {acte.par}.{' '}
          {acte.vaut
            ? 'Une autre opposition de la même personne, d’une autre nature ou par une autre adresse, continuera de valoir. L’acte ne s’efface pas, un autre peut le suivre.'
            : 'Un autre acte l’a suivie.'}
        </p>
      </Alert>
      {acte.vaut ? (
        <DecisionForm
          hidden={{ numero: String(acte.numero) }}
          reason={POURQUOI}
          button="Lever cette opposition"
          danger
          retour={OPPOSITIONS}
        />
      ) : (
        <p>
          <Link to={OPPOSITIONS}>Voir les oppositions qui valent</Link>
        </p>
      )}
    </Page>
  )
}
