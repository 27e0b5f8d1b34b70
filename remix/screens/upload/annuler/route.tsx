import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { annulation, annulerImport } from '#contract/annulations'
import { uploadStatus } from '#contract/imports'
import { formatInstant, formatMoney, plural } from '#figures/format'
import { keepName, nameIn } from '../../../forms/decideur.server'
import { DecisionForm } from '../../../forms/decision-form'
import { redirectWith } from '../../../forms/message.server'
import { asRefusal, isUncertain } from '../../../service/refusal.server'
import { call, failing } from '../../../service/service.server'
import { changedBy } from '../../../tables/links'
import { Alert } from '../../../ui/alert'
import { Page } from '../../../ui/page'
import type { Handle } from '../../../ui/screen'
import { showSigned } from '../../../ui/table'
import { Unlisted } from '../../../ui/unlisted'
import { followPath } from '../address'
import { undoPath } from '../paths'
import { UNDOING_PERHAPS } from '../words'

const TITLE = 'Annuler cet import'

export const handle: Handle = {
  title: TITLE,
}
const FAILED = 'Erreur lors de l’annulation'

/** What undoing the import would do, or why it cannot be undone. */
export async function loader({ request }: LoaderFunctionArgs) {
  const upload_id = new URL(request.url).searchParams.get('import') ?? ''
  const found = await call(annulation, { params: { upload_id } }, request).catch(failing(FAILED))
  return { found, retour: followPath(found) }
}

/** Starts to undo the import; the screen of imports then follows it. */
export async function action({ request }: ActionFunctionArgs) {
  const form = await request.formData()
  const asked = form.get('import')
  const upload_id = typeof asked === 'string' ? asked : ''
  const params = { upload_id }
  const cookies = await keepName(form)
  try {
    const started = await call(annulerImport, { params, body: { nom: nameIn(form) } }, request)
    const { type } = await call(uploadStatus, { params: started }, request)
    const headers = cookies.map((cookie): [string, string] => ['Set-Cookie', cookie])
    return redirect(followPath({ type, ...started }), { status: 303, headers })
  } catch (error) {
    const refusal = asRefusal(error)
    const texte = `${refusal.message}${isUncertain(refusal) ? ` ${UNDOING_PERHAPS}` : ''}`
    return redirectWith(undoPath(upload_id), { ton: 'erreur', titre: FAILED, texte }, cookies)
  }
}

type Found = ReturnType<typeof useLoaderData<typeof loader>>['found']

export default function Undo() {
  const { found, retour } = useLoaderData<typeof loader>()
  const { upload_id, filename, raison } = found
  return (
    <Page subtitle={filename}>
      {raison !== null ? (
        <Alert tone="warning" title="Cet import ne s’annule pas">
          <p>{raison}</p>
          <p>
            <Link to={retour}>Revenir à l’import</Link>
          </p>
        </Alert>
      ) : (
        <DecisionForm
          action={undoPath(upload_id)}
          hidden={{ import: upload_id }}
          button={TITLE}
          danger
          retour={retour}
          keep="Garder cet import"
        >
          <Alert tone="warning" title={`Annuler l’import de «\u00A0${filename}\u00A0»\u00A0?`}>
            <Consequences found={found} />
          </Alert>
          <Unlisted>
            Ces nombres comptent les lignes que l’import a écrites, et que l’annulation
            reprend&nbsp;: celles de donateurs exclus aussi.
          </Unlisted>
        </DecisionForm>
      )}
    </Page>
  )
}

/** What goes and what comes back, in sentences. */
function Consequences({ found }: { found: Found }) {
  const { upload_id, termine_le, dons, fiches, montant } = found
  const isOfGifts = dons.retires + dons.retablis > 0
  return (
    <>
      {termine_le !== null && <p>Import du {formatInstant(termine_le)}.</p>}
      <ul>
        {isOfGifts && (
          <li>
            {plural(dons.retires, 'don ajouté sera retiré', 'dons ajoutés seront retirés')},{' '}
            {plural(dons.retablis, 'don modifié sera rétabli', 'dons modifiés seront rétablis')}
            &nbsp;: {montant === 0 ? formatMoney(0) : showSigned(montant, 'montant')}.
          </li>
        )}
        {fiches.retires + fiches.retablis > 0 && (
          <li>
            {plural(
              fiches.retires,
              'fiche ajoutée sera retirée',
              'fiches ajoutées seront retirées',
            )}
            ,{' '}
            {plural(
              fiches.retablis,
              'fiche modifiée sera rétablie',
              'fiches modifiées seront rétablies',
            )}
            .
          </li>
        )}
      </ul>
      <p>
        Les exclusions restent. L’annulation s’inscrit au journal&nbsp;; pour y revenir, importez le
        fichier à nouveau.
      </p>
      {isOfGifts && (
        <p>
          <Link to={changedBy(upload_id)}>Voir les dons que cet import a changés</Link>
        </p>
      )}
    </>
  )
}
