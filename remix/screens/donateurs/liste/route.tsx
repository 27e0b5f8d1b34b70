import type { LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData, useSearchParams } from '@remix-run/react'
import type { z } from 'zod'
import { type Codes, codes } from '#contract/codes'
import { donateursListe, ListeFiltres, type ListeQuery } from '#contract/listes'
import { parametres } from '#contract/parametres'
import { formatCount, formatMoney } from '#figures/format'
import { today } from '#figures/today'
import { nameOf } from '#files/colonnes'
import { CUMUL } from '#files/listes-columns'
import { type Filters, filtersOf, readFiltered } from '../../../forms/filters.server'
import { call, failing, quietly } from '../../../service/service.server'
import { readToReview } from '../../../service/to-review.server'
import { readList } from '../../../service/whole-list.server'
import { departementChoices, regionChoices } from '../../../tables/lieux'
import { AddressToggle } from '../../../ui/address-toggle'
import { DataTable } from '../../../ui/data-table'
import { DonorLink } from '../../../ui/donor-link'
import { type Filter, FilterForm } from '../../../ui/filter-form'
import { Kpi, Kpis } from '../../../ui/kpi'
import { Empty, Page } from '../../../ui/page'
import { Pagination } from '../../../ui/pagination'
import { OF_THE_PAGE, PrintList, tabPlace } from '../../../ui/print-list'
import type { Handle } from '../../../ui/screen'
import { codeFilter } from '../../donations/code-filter'
import { keepingOf } from '../listes-gardees/paths'
import { actOnThanks } from '../remerciements/act.server'
import { THANK_ALL, ThankBox, ThankForm } from '../remerciements/form'
import { listeTable } from './table.server'

export const handle: Handle<typeof loader> = {
  title: 'Donateurs',
  tab: ({ list }) => [list.titre, undefined, tabPlace(list.pagination)],
  hasFigures: true,
}

const PAGE_SIZE = 20

const FILTERS: readonly string[] = [...Object.keys(ListeFiltres.shape), 'tri']

/** The list of all contacts is also searchable, and narrowed by the last gift. */
const filtersFor = (query: URLSearchParams) =>
  (query.get('ensemble') ?? 'tous') === 'tous'
    ? [...FILTERS, 'q', 'dernier_min', 'dernier_depuis']
    : FILTERS

/** Whether telephones and e-mails are shown. */
const COORDONNEES = 'coordonnees'
const NOT_THE_LIST = [...OF_THE_PAGE, COORDONNEES]

export async function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams
  const names = filtersFor(query)
  const { ensemble = 'tous', ...others }: Filters = Object.fromEntries(
    [...query].filter(([name]) => !names.includes(name) && !NOT_THE_LIST.includes(name)),
  )
  // All contacts are those of no year: the menu's may stand in the address.
  if (ensemble === 'tous') delete others['annee']
  const set: Filters = { ensemble, ...others }
  const read = (filters: Filters) =>
    readList(query, PAGE_SIZE, 'donateurs', (asked) =>
      call(
        donateursListe,
        { query: { ...({ ...set, ...filters } as z.input<typeof ListeQuery>), ...asked } },
        request,
      ),
    )
  const annee = set['annee']
  const [{ answer: list, ...shown }, { campagne_produit: produit }, known] = await Promise.all([
    readFiltered(filtersOf(query, names), names, read),
    call(parametres, {}, request),
    call(codes, { query: { annee } }, request).catch(quietly('codes')),
  ]).catch(failing('Erreur lors du chargement de la liste'))
  return {
    list,
    toReview: await readToReview(
      request,
      list.donateurs.map(({ contact_id }) => contact_id),
    ),
    ...shown,
    set,
    produit,
    known,
    jour: today(),
    table: listeTable(list, { ...set, ...shown.filters }, query.has(COORDONNEES)),
  }
}

export const action = actOnThanks

export default function DonorList() {
  const { list, table, toReview, jour, ...shown } = useLoaderData<typeof loader>()
  const [params] = useSearchParams()
  const isThanking =
    THANKED.includes(shown.set['ensemble'] ?? '') || shown.filters['remercie'] !== undefined
  return (
    <Page
      title={list.titre}
      subtitle={list.definition}
      analysis
      actions={
        <>
          <Link
            className="button button-outline"
            to={`/donateurs/selection?${new URLSearchParams({ ...shown.set, ...shown.filters })}`}
          >
            Préparer une sélection
          </Link>
          {isKeepable({ ...shown.set, ...shown.filters }) && (
            <Link
              className="button button-outline"
              to={keepingOf(listOf({ ...shown.set, ...shown.filters }), list.titre)}
            >
              Garder cette liste
            </Link>
          )}
        </>
      }
    >
      <Kpis>
        <Kpi label="Donateurs" value={formatCount(list.total_donateurs)} />
        <Kpi label={list.montants} value={formatMoney(list.total_montant)} />
      </Kpis>
      <FilterForm
        title="Filtrer et trier"
        fields={[
          ...(shown.set['ensemble'] === 'tous' ? OF_ALL : []),
          ...fieldsOf({ ...shown, montants: list.montants }),
        ]}
        path="/donateurs/liste"
        kept={{ ...shown.set, ...(params.has(COORDONNEES) && { [COORDONNEES]: '1' }) }}
        asked={shown.asked}
        fault={shown.fault}
      />
      {list.donateurs.length === 0 ? (
        <Empty unless="attendu">
          <p>Aucun donateur ne correspond.</p>
          {Object.keys(shown.filters).length > 0 ? (
            <Link to={listOf(shown.set)}>Effacer les filtres</Link>
          ) : (
            <Link to="/donateurs">Voir l’analyse des donateurs</Link>
          )}
        </Empty>
      ) : (
        <>
          <p className="list-header">
            <AddressToggle
              name={COORDONNEES}
              on="Masquer les coordonnées"
              off="Voir les coordonnées"
            />
          </p>
          <DataTable
            table={table}
            render={{
              nom: (row) => {
                const donateur = list.donateurs[row]
                return (
                  donateur && (
                    <span className="choice">
                      {isThanking && <ThankBox contact={donateur.contact_id} />}
                      <DonorLink contactId={donateur.contact_id} toReview={toReview}>
                        {nameOf(donateur) ?? 'Sans nom'}
                      </DonorLink>
                    </span>
                  )
                )
              },
            }}
          />
          {isThanking && <ThankForm button={THANK_ALL} jour={jour} />}
          <Pagination pagination={list.pagination} label="Pages de la liste" />
          <p className="mention">
            Cette liste et son fichier contiennent aussi ceux qui ne veulent pas qu’on leur écrive,
            et les décès notés. Pour écrire, préparez une sélection.
          </p>
          <PrintList pagination={list.pagination} rows={list.donateurs.length} />
        </>
      )}
    </Page>
  )
}

/** The sets that a list to be thanked begins with. */
const THANKED = ['tous', 'actifs', 'nouveaux', 'anciens']

/** Neither a search nor what compares with a kept list. */
const isKeepable = ({ q, liste }: Filters) => q === undefined && liste === undefined

const listOf = (query: Filters) => `/donateurs/liste?${new URLSearchParams(query)}`

const ORDERS: [string, string][] = [
  ['cumul', CUMUL],
  ['dernier_don', 'Dernier don'],
  ['nom', 'Nom'],
  ['dons', 'Dons'],
  ['cumul_dons', 'Dons en tout'],
  ['premier_don', 'Premier don'],
  ['contact', 'Contact'],
  ['code_postal', 'Code postal'],
  ['ville', 'Ville'],
]

/** The orders that headings sort by, and that of the address where it is one turned round. */
function orderChoices(montants: string, asked: string | undefined): [string, string][] {
  const orders: [string, string][] = [
    ['', montants],
    ...ORDERS.filter(([, name]) => name !== montants),
  ]
  if (!asked?.startsWith('-')) return orders
  const key = asked === '-montant' ? '' : asked.slice(1)
  const name = orders.find(([order]) => order === key)?.[1]
  return name === undefined ? orders : [...orders, [asked, `${name}, en sens inverse`]]
}

const OF_ALL: Filter[] = [
  { name: 'q', label: 'Nom, e-mail, ville ou code postal' },
  { name: 'dernier_min', label: 'Dernier don ≥ (€)' },
  { name: 'dernier_depuis', label: 'Dernier don depuis le', type: 'date' },
]

interface Shown {
  /** What the list's own amounts are. */
  montants: string
  /** Name of the campaign that is not VFL. */
  produit: string
  known: Codes | null
  asked: Filters
}

/** Filters and sort order of a list. */
const fieldsOf = ({ montants, produit, known: codes, asked }: Shown): Filter[] => [
  { name: 'montant_min', label: `${montants} ≥ (€)` },
  { name: 'montant_max', label: `${montants} ≤ (€)` },
  ...(montants === CUMUL ? [] : [{ name: 'cumul_min', label: `${CUMUL} ≥ (€)` }]),
  codeFilter('media', 'Code média du premier don', codes, asked['media']),
  {
    name: 'campagne',
    label: 'Campagnes',
    choices: [
      ['', 'Toutes'],
      ['PRODUIT', `${produit} uniquement`],
      ['VFL', 'VFL uniquement'],
      ['MIXTE', 'Les deux'],
    ],
  },
  { name: 'departement', label: 'Département', choices: departementChoices() },
  { name: 'region', label: 'Région', choices: regionChoices() },
  {
    name: 'avec_email',
    label: 'E-mail',
    choices: [
      ['', 'Avec ou sans'],
      ['1', 'Avec e-mail'],
    ],
  },
  {
    name: 'avec_telephone',
    label: 'Téléphone',
    choices: [
      ['', 'Avec ou sans'],
      ['1', 'Avec téléphone'],
    ],
  },
  {
    name: 'remercie',
    label: 'Remercié de son dernier don',
    choices: [
      ['', 'Oui ou non'],
      ['non', 'Pas encore'],
      ['oui', 'Remercié'],
    ],
  },
  {
    name: 'tri',
    label: 'Trier par',
    choices: orderChoices(montants, asked['tri']),
  },
]
