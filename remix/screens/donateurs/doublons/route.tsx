import type { LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData, useLocation } from '@remix-run/react'
import { doublons } from '#contract/doublons'
import { formatCount } from '#figures/format'
import { readPage } from '../../../forms/filters.server'
import { DISTINCTS_PATH, DOUBLONS } from '../../../tables/links'
import { DataTable } from '../../../ui/data-table'
import { FilterForm } from '../../../ui/filter-form'
import { Fold } from '../../../ui/fold'
import { Kpi, Kpis } from '../../../ui/kpi'
import { Empty, Page } from '../../../ui/page'
import { Pagination } from '../../../ui/pagination'
import type { Handle } from '../../../ui/screen'
import { SearchAge } from '../../../ui/search-age'
import { YearLink } from '../../../ui/year-link'
import { FUSION_PATH } from '../fusion/asked'
import { ENSEMBLE, Groupe } from './groupe'
import { doublonsDownload, reglesDesDoublons } from './table.server'

export const handle: Handle = { title: 'Doublons' }
const SUBTITLE =
  'La même personne sous plusieurs numéros\u00A0; rien n’est réuni sans qu’une personne le dise'
const PAGE_SIZE = 10

export async function loader({ request }: LoaderFunctionArgs) {
  const failed = 'Erreur lors du chargement des doublons'
  const shown = await readPage(doublons, request, failed, PAGE_SIZE)
  return {
    ...shown,
    regles: reglesDesDoublons.build(shown.found),
    download: doublonsDownload(shown.found, shown.filters),
  }
}

export default function Doublons() {
  const { found, regles, download, asked, filters, fault } = useLoaderData<typeof loader>()
  const choices = found.regles.map(({ code, libelle }): [string, string] => [code, libelle])
  return (
    <Page subtitle={SUBTITLE} analysis>
      <Kpis>
        <Kpi
          label="Propositions"
          value={formatCount(found.total)}
          detail="groupes de contacts qui sont peut-être une seule personne"
        />
      </Kpis>
      <SearchAge found={found} />
      <FilterForm
        title="Filtrer"
        fields={[{ name: 'regle', label: 'Règle', choices: [['', 'Toutes'], ...choices] }]}
        path={DOUBLONS}
        kept={{}}
        asked={asked}
        fault={fault}
      />
      {found.groupes.length === 0 ? (
        <Nobody isFiltered={Object.keys(filters).length > 0} />
      ) : (
        <>
          <h2 className="visually-hidden">Propositions</h2>
          <div className="doublons">
            {found.groupes.map((groupe, at) => (
              <Groupe
                key={groupe.contacts.map(({ contact_id }) => contact_id).join(' ')}
                groupe={groupe}
                open={at === 0}
              />
            ))}
          </div>
          <Together />
          <Pagination pagination={found.pagination} label="Pages des doublons" />
          <p className="download">
            <a href={download.href} download>
              {download.text}
            </a>
          </p>
        </>
      )}
      <Fold title="Les règles">
        <p className="mention">
          Deux contacts ne sont jamais proposés pour une adresse e-mail commune à des noms
          différents, ni pour un nom et un code postal communs à des prénoms différents&nbsp;: c’est
          un foyer. Ni une date de naissance qui en contredit une autre, ni des coordonnées factices
          ne rapprochent personne, ni, à eux seuls, un nom et un code postal que tant d’autres
          portent ici que deux homonymes y sont plus probables.
        </p>
        <DataTable table={regles} />
      </Fold>
    </Page>
  )
}

/** Leads to the page that shows what deciding on the ticked groups would change. */
function Together() {
  const { pathname, search } = useLocation()
  return (
    <Form id={ENSEMBLE} method="get" action={FUSION_PATH} className="fields">
      <input type="hidden" name="retour" value={pathname + search} />
      <button type="submit" className="button">
        Groupes cochés&nbsp;: même personne…
      </button>
      <button type="submit" formAction={DISTINCTS_PATH} className="button button-outline">
        Groupes cochés&nbsp;: deux personnes…
      </button>
    </Form>
  )
}

function Nobody({ isFiltered }: { isFiltered: boolean }) {
  return (
    <Empty>
      <p>Aucun doublon n’est proposé.</p>
      {isFiltered ? (
        <YearLink to={DOUBLONS}>Effacer le filtre</YearLink>
      ) : (
        <YearLink to="/donateurs">Voir les donateurs</YearLink>
      )}
    </Empty>
  )
}
