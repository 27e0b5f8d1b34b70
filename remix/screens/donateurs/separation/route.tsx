import { randomUUID } from 'node:crypto'
import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { effetSeparation, separer } from '#contract/groupes'
import { citer, formatInstant, listWords } from '#figures/format'
import { DecisionForm, POURQUOI } from '../../../forms/decision-form'
import { reasonOf } from '../../../forms/operation'
import { decision } from '../../../forms/outcome.server'
import { ownPath } from '../../../forms/own-path'
import { textOf, textsOf } from '../../../forms/text'
import { call, failing } from '../../../service/service.server'
import { Alert } from '../../../ui/alert'
import { cardPath } from '../../../ui/donor-link'
import { Page, Section } from '../../../ui/page'
import type { Handle } from '../../../ui/screen'
import { SEARCH_PATH } from '../../../ui/search-form'
import { readFiche } from '../fiche/table.server'
import { GroupEffect } from '../fusion/effect'
import { Parted } from '../fusion/persons'
import { effetSeparationTable } from '../fusion/table.server'

const TITLE = 'Séparer'

export const handle: Handle = {
  title: TITLE,
  tab: 'Séparer – Donateurs',
  perhaps: 'Si vous veniez de décider, le contact est peut-être séparé\u00A0: sa fiche le dit.',
}
const FAILED = 'Erreur lors de la séparation'

/** What a separation would change, and the form that confirms it. */
export async function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams
  const contact_id = query.get('contact')?.trim()
  if (!contact_id) return redirect(SEARCH_PATH)
  const [effet, { personne }] = await Promise.all([
    call(effetSeparation, { params: { contact_id } }, request),
    readFiche(request, contact_id, { page: 1, limit: 1 }),
  ]).catch(failing(FAILED))
  const merged = personne?.membres.find((membre) => membre.contact_id === contact_id)
  return {
    contact_id,
    raison: merged?.depuis
      ? reasonOf([
          `Fusion du ${formatInstant(merged.depuis)} reprise\u00A0: ${citer(merged.raison ?? '')}.`,
        ])
      : '',
    effet,
    retour: ownPath(query.get('retour'), cardPath(contact_id)),
    demande_id: randomUUID(),
    table: effet.par_annee.length > 0 ? effetSeparationTable.build(contact_id, effet) : null,
  }
}

export const action = decision((form) => {
  const contact_id = textOf(form, 'contact_id') ?? ''
  return {
    by: separer,
    body: { reintegrer: textsOf(form, 'reintegrer').flatMap((contacts) => contacts.split(' ')) },
    retour: ownPath(form.get('retour'), cardPath(contact_id)),
    failed: FAILED,
    perhaps: `le contact ${contact_id} est peut-être séparé. Sa fiche le dira`,
  }
})

export default function Separate() {
  const { contact_id, effet, raison, retour, demande_id, table } = useLoaderData<typeof loader>()
  const isPrincipal =
    effet.membres.length > 2 && effet.membres.every(({ principal }) => principal === contact_id)
  return (
    <Page title={`${TITLE} le contact ${contact_id}`} subtitle="Confirmation">
      <Alert tone="warning" title={'Ce contact est-il une autre personne\u202F?'}>
        <p>
          Il comptera à nouveau par son propre numéro, avec ses dons. La décision ne s’efface pas,
          une autre peut la suivre.
          {isPrincipal &&
            ' Les autres restent ensemble, sous le numéro de celui d’entre eux qui a donné le premier.'}{' '}
          Sa fiche redevient la sienne. Une opposition, ou ce qui a été dit légitime ou collectif,
          reste au contact sur lequel on l’a noté.
        </p>
        <GroupEffect effet={effet} table={table} />
      </Alert>
      <Section title="Les fiches">
        <Parted contact={contact_id} effet={effet} />
      </Section>
      <DecisionForm
        hidden={{
          contact_id,
          retour,
          demande_id,
          numero_attendu: String(effet.numero_attendu),
        }}
        reason={{ ...POURQUOI, value: raison }}
        button={TITLE}
        retour={retour}
      >
        {effet.reintegrables.map((contacts) => (
          <p key={contacts[0]}>
            <label className="check">
              <input type="checkbox" name="reintegrer" value={contacts.join(' ')} defaultChecked />
              <span>
                Réintégrer aussi {listWords(contacts)}, que la fusion avait{' '}
                {contacts.length > 1 ? 'exclus' : 'exclu'}&nbsp;: l’effet ci-dessus en tient compte
              </span>
            </label>
          </p>
        ))}
      </DecisionForm>
    </Page>
  )
}
