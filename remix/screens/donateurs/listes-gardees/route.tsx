import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { garderListe, listesGardees } from '#contract/listes-gardees'
import { nameIn } from '../../../forms/decideur.server'
import { DecisionForm } from '../../../forms/decision-form'
import { answerNote } from '../../../forms/outcome.server'
import { textOf } from '../../../forms/text'
import { call, failing } from '../../../service/service.server'
import { DataTable } from '../../../ui/data-table'
import { TextField } from '../../../ui/field'
import { Empty, Page, Section } from '../../../ui/page'
import type { Handle } from '../../../ui/screen'
import { Unlisted } from '../../../ui/unlisted'
import { GARDEES } from './paths'
import { listesGardeesTable, listesRetirees } from './table.server'

export const handle: Handle = { title: 'Listes gardées', tab: 'Listes gardées – Donateurs' }

export async function loader({ request }: LoaderFunctionArgs) {
  const found = await call(listesGardees, {}, request).catch(
    failing('Erreur lors du chargement des listes gardées'),
  )
  const query = new URL(request.url).searchParams
  const adresse = query.get('adresse') ?? ''
  return {
    asked: adresse === '' ? null : { adresse, titre: query.get('titre')?.slice(0, 200) ?? '' },
    kept: found.listes.length > 0 ? listesGardeesTable.build(found) : null,
    removed: found.retirees.length > 0 ? listesRetirees.build(found) : null,
  }
}

/** Keeps a list; on a refused field shows the form again. */
export async function action({ request }: ActionFunctionArgs) {
  const form = await request.formData()
  const [nom_liste, adresse] = [textOf(form, 'nom_liste') ?? '', textOf(form, 'adresse') ?? '']
  const body = { nom_liste, adresse, nom: nameIn(form) }
  return answerNote(form, call(garderListe, { body }, request), GARDEES)
}

export default function KeptLists() {
  const { asked, kept, removed } = useLoaderData<typeof loader>()
  return (
    <Page
      subtitle="Une liste sous un nom&nbsp;: qui y est aujourd’hui, qui y est entré, qui en est sorti"
      analysis
    >
      {kept ? (
        <>
          <Unlisted>
            «&nbsp;Au départ&nbsp;» est le compte de la publication où la liste a été gardée&nbsp;:
            elle n’a plus de liste, mais ce qui y est entré et en est sorti depuis en a une.
          </Unlisted>
          <DataTable table={kept} />
        </>
      ) : (
        <Empty>
          <p>Aucune liste n’est encore gardée.</p>
        </Empty>
      )}
      <Section title="Garder une liste" id="garder">
        <p className="mention">
          La liste est gardée avec ses filtres&nbsp;: ses donateurs sont cherchés à nouveau chaque
          fois. À chaque publication, son compte et les numéros de ses donateurs sont notés, pour
          dire qui entre et qui sort.
        </p>
        {asked ? (
          <DecisionForm
            key={asked.adresse}
            hidden={{ adresse: asked.adresse }}
            button="Garder cette liste"
          >
            <TextField
              label="Nom de la liste"
              name="nom_liste"
              value={asked.titre}
              maxLength={200}
            />
          </DecisionForm>
        ) : (
          <p>
            Ouvrez une <Link to="/donateurs/liste">liste de donateurs</Link> ou un{' '}
            <Link to="/donateurs/croisements">croisement</Link>, puis choisissez «&nbsp;Garder cette
            liste&nbsp;».
          </p>
        )}
      </Section>
      {removed && (
        <Section title="Listes retirées">
          <DataTable table={removed} />
        </Section>
      )}
    </Page>
  )
}
