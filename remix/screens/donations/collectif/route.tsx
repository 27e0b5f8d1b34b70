import { randomUUID } from 'node:crypto'
import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { type Collectif, collectif, direCollectif } from '#contract/collectifs'
import { formatCount, formatMoney, plural } from '#figures/format'
import { nameOf } from '#files/colonnes'
import { DecisionForm, POURQUOI } from '../../../forms/decision-form'
import { decision } from '../../../forms/outcome.server'
import { ownPath } from '../../../forms/own-path'
import { textOf } from '../../../forms/text'
import { call, failing } from '../../../service/service.server'
import { A_VERIFIER } from '../../../tables/links'
import { Alert } from '../../../ui/alert'
import { DataTable } from '../../../ui/data-table'
import { cardPath } from '../../../ui/donor-link'
import { Page } from '../../../ui/page'
import type { Handle } from '../../../ui/screen'
import { effetCollectif } from './table.server'

export const handle: Handle = {
  title: 'Contact collectif',
  perhaps:
    'Si vous veniez de décider, la décision est peut-être enregistrée\u00A0: la fiche du contact le dit.',
}

/** What a contact is of each year, and the form that says whether it is collective. */
export async function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams
  const retour = ownPath(query.get('retour'), A_VERIFIER)
  const contact_id = query.get('contact')?.trim()
  if (!contact_id) return redirect(retour)
  const found = await call(collectif, { params: { contact_id } }, request).catch(
    failing('Erreur lors du chargement des données'),
  )
  return {
    retour,
    found,
    wanted: query.get('individuel') === null,
    decision_id: randomUUID(),
    table: found.par_annee.length > 0 ? effetCollectif.build(found) : null,
  }
}

export const action = decision((form) => ({
  by: direCollectif,
  body: { collectif: form.get('collectif') === 'true' },
  retour: ownPath(form.get('retour'), A_VERIFIER),
  failed: 'Erreur lors de la décision',
  perhaps: `la décision sur le contact ${textOf(form, 'contact_id')} est peut-être enregistrée. Sa fiche le dira`,
}))

export default function Collective() {
  const { retour, found, wanted, decision_id, table } = useLoaderData<typeof loader>()
  const { contact_id, exclu } = found
  const name = nameOf(found)
  return (
    <Page
      title={
        wanted
          ? `Contact collectif\u00A0: ${name ?? contact_id}`
          : `Une seule personne\u00A0: ${name ?? contact_id}`
      }
      subtitle={`Contact ${contact_id}`}
    >
      {exclu ? (
        <Alert tone="information" title="Il n’y a rien à décider">
          <p>Ce contact est exclu&nbsp;: ses dons ne comptent pas. Réintégrez-le d’abord.</p>
          <p>
            <Link to={cardPath(contact_id)}>Voir sa fiche</Link>
          </p>
        </Alert>
      ) : (
        <>
          <Alert
            tone="warning"
            title={
              wanted
                ? 'Ce contact porte-t-il les dons de plusieurs personnes\u202F?'
                : 'Ce contact est-il une seule personne\u202F?'
            }
          >
            <p>
              {wanted
                ? 'Ses dons comptent dans les dons et les montants. Il ne sera plus à vérifier, quoi que trouvent les règles, et ne sera plus proposé.'
                : 'Il sera à vérifier comme tout autre donateur, et ne sera plus proposé comme contact collectif.'}{' '}
              La décision ne s’efface pas, une autre peut la suivre.
            </p>
          </Alert>
          <DecisionForm
            hidden={{ contact_id, collectif: String(wanted), retour, decision_id }}
            reason={{ ...POURQUOI, value: knownOf(found) }}
            button={wanted ? 'Contact collectif' : 'Une seule personne'}
            retour={retour}
          />
          <Effect found={found} />
          {table && <DataTable table={table} />}
        </>
      )}
    </Page>
  )
}

/** What is known of a contact's gifts, of its latest year; nothing without one. */
function knownOf({ par_annee: [latest] }: Pick<Collectif, 'par_annee'>): string {
  if (!latest) return ''
  const { annee, donations, montant } = latest
  return `${plural(donations, 'don')} et ${formatMoney(montant)} en ${annee} sous ce seul contact.`
}

/** What the contact does to the numbers of donors, of its latest year. */
function Effect({ found: { contact_id, par_annee } }: { found: Collectif }) {
  const [latest] = par_annee
  if (!latest) return null
  const { annee, donations, donateurs_annee } = latest
  return (
    <p>
      Effet sur les nombres de donateurs&nbsp;: en {annee}, ce contact compte pour{' '}
      <strong>
        {donateurs_annee > 1
          ? `un seul des ${formatCount(donateurs_annee)} donateurs`
          : 'le seul donateur'}
      </strong>
      , avec{' '}
      <Link className="count" to={cardPath(contact_id)}>
        {plural(donations, 'don')}
      </Link>
      . Les personnes derrière lui ne sont pas comptées&nbsp;: le nombre de donateurs est donc trop
      bas, et les montants par donateur trop hauts. Il est chaque année dans un seul segment, une
      seule tranche et un seul statut.
    </p>
  )
}
