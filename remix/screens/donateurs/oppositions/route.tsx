import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { oppositions } from '#contract/oppositions'
import { formatCount } from '#figures/format'
import { today } from '#figures/today'
import { NATURES_OPPOSITION } from '#files/oppositions-columns'
import { readPage } from '../../../forms/filters.server'
import { DataTable } from '../../../ui/data-table'
import { type Filter, FilterForm } from '../../../ui/filter-form'
import { Empty, Page, Section } from '../../../ui/page'
import { Pagination } from '../../../ui/pagination'
import type { Handle } from '../../../ui/screen'
import { actOnOppositions } from './act.server'
import { OppositionForm } from './form'
import { OPPOSITIONS } from './paths'
import { oppositionsTable } from './table.server'

export const handle: Handle = { title: 'Oppositions', tab: 'Oppositions – Donateurs' }
const FIELDS: Filter[] = [
  {
    name: 'etat',
    label: 'Montrer',
    choices: [
      ['en_vigueur', 'celles qui valent'],
      ['actes', 'tous les actes, levées comprises'],
    ],
  },
  {
    name: 'nature',
    label: 'Nature',
    choices: [['', 'toutes'], ...Object.entries(NATURES_OPPOSITION)],
  },
]

export async function loader({ request }: LoaderFunctionArgs) {
  const shown = await readPage(oppositions, request, 'Erreur lors du chargement des oppositions')
  return {
    ...shown,
    contact: new URL(request.url).searchParams.get('contact') ?? '',
    jour: today(),
    table: oppositionsTable(shown.found, shown.filters),
  }
}

export const action = ({ request }: ActionFunctionArgs) => actOnOppositions(request)

export default function Objections() {
  const { found, table, asked, filters, fault, contact, jour } = useLoaderData<typeof loader>()
  return (
    <Page subtitle="À qui ne pas écrire&nbsp;: aucune sélection ne contient ceux qui s’y opposent, ni les décès">
      <Section title="Noter des oppositions" id="noter">
        <p className="mention">
          Quelle que soit la nature, la personne n’est plus dans aucun fichier de sélection&nbsp;:
          par son numéro, et par chacune des fiches qui sont la même personne. Un e-mail noté, ou la
          nature «&nbsp;e-mail&nbsp;», vaut pour toutes les fiches de cette boîte, quelle qu’en soit
          l’écriture (majuscules, espaces, «&nbsp;+&nbsp;» et points de Gmail). D’un fichier qui a
          des titres, seules les colonnes des contacts et des e-mails sont lues&nbsp;; ce qui est
          déjà noté ne l’est pas deux fois.
        </p>
        <OppositionForm contact={contact} jour={jour} />
      </Section>
      <Section title="Oppositions notées">
        {found.en_vigueur.length > 0 && (
          <p>
            {found.en_vigueur.map(({ nature, nombre }, at) => (
              <span key={nature}>
                {at > 0 && ' · '}
                {NATURES_OPPOSITION[nature]}&nbsp;:{' '}
                <Link className="count" to={`${OPPOSITIONS}?nature=${nature}`}>
                  {formatCount(nombre)}
                </Link>
              </span>
            ))}
          </p>
        )}
        <FilterForm
          title="Filtrer"
          fields={FIELDS}
          path={OPPOSITIONS}
          kept={{}}
          asked={asked}
          fault={fault}
        />
        {found.actes.length === 0 ? (
          <Empty>
            {Object.keys(filters).length > 0 ? (
              <p>Aucune opposition ne correspond à ces filtres.</p>
            ) : (
              <p>
                Aucune opposition ne vaut aujourd’hui.{' '}
                <Link to={`${OPPOSITIONS}?etat=actes`}>Voir aussi celles qui sont levées</Link>
              </p>
            )}
          </Empty>
        ) : (
          <>
            <DataTable table={table} />
            <Pagination pagination={found.pagination} label="Pages des oppositions" />
          </>
        )}
      </Section>
    </Page>
  )
}
