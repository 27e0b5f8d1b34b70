import type { LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { mesuresGardees, retirerListe } from '#contract/listes-gardees'
import { formatInstant, formatMoney, MISSING } from '#figures/format'
import { DecisionForm } from '../../../forms/decision-form'
import { decision } from '../../../forms/outcome.server'
import { call, failing } from '../../../service/service.server'
import { donors } from '../../../tables/links'
import { DataTable } from '../../../ui/data-table'
import { CountKpi, Kpi, Kpis } from '../../../ui/kpi'
import { Page, Section } from '../../../ui/page'
import type { Handle } from '../../../ui/screen'
import { Unlisted } from '../../../ui/unlisted'
import { GARDEES } from './paths'
import { mesuresDeListe } from './table.server'

export const handle: Handle<typeof loader> = {
  title: 'Liste gardée',
  tab: ({ liste }) => [`${liste.nom} – Listes gardées`],
  perhaps:
    'Si vous veniez de retirer cette liste, elle l’est peut-être\u00A0: la page des listes gardées le dit.',
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const found = await call(
    mesuresGardees,
    { params: { liste_id: params['liste_id'] ?? '' } },
    request,
  ).catch(failing('Erreur lors du chargement de la liste gardée'))
  return { liste: found.liste, table: mesuresDeListe.build(found) }
}

/** Takes the list off, under a name. */
export const action = decision(() => ({
  by: retirerListe,
  retour: GARDEES,
  failed: 'Erreur lors du retrait de la liste',
  perhaps: 'la liste est peut-être retirée. La page des listes gardées le dira',
}))

export default function KeptList() {
  const { liste, table } = useLoaderData<typeof loader>()
  const since = (ensemble: 'entres' | 'sortis') =>
    donors({ ensemble, liste: liste.liste_id, publication: liste.depuis })
  return (
    <Page
      title={liste.nom}
      subtitle={liste.titre ?? 'Son adresse n’est plus celle d’une liste'}
      analysis
      actions={
        liste.donateurs !== null && (
          <Link className="button button-outline" to={liste.adresse}>
            Ouvrir la liste
          </Link>
        )
      }
    >
      <p className="mention">
        Gardée le {formatInstant(liste.gardee_le)} par {liste.gardee_par}.
      </p>
      <Kpis>
        {liste.donateurs === null ? (
          <Kpi label="Donateurs aujourd’hui" value={MISSING} />
        ) : (
          <CountKpi label="Donateurs aujourd’hui" count={liste.donateurs} href={liste.adresse} />
        )}
        <Kpi label="Montant" value={formatMoney(liste.montant)} />
        {(
          [
            ['Entrés depuis le départ', liste.entres, 'entres'],
            ['Sortis depuis le départ', liste.sortis, 'sortis'],
          ] as const
        ).map(([label, count, ensemble]) =>
          count === null ? (
            <Kpi key={ensemble} label={label} value={MISSING} />
          ) : (
            <CountKpi key={ensemble} label={label} count={count} href={since(ensemble)} />
          ),
        )}
      </Kpis>
      <Unlisted>
        Les comptes sont ceux du moment de chaque publication&nbsp;: ils n’ont plus de liste. Entrés
        et sortis comparent la liste d’aujourd’hui à celle d’alors.
      </Unlisted>
      <DataTable table={table} />
      <Section title="Retirer cette liste" id="retirer">
        <p className="mention">
          Ses comptes restent, avec son nom et qui la retire&nbsp;; les numéros de ses donateurs à
          chaque publication sont oubliés. Elle peut être gardée à nouveau, et se comptera alors
          depuis ce jour.
        </p>
        <DecisionForm
          hidden={{ liste_id: liste.liste_id }}
          button="Retirer cette liste"
          danger
          retour={GARDEES}
        />
      </Section>
    </Page>
  )
}
