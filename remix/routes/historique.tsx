import { randomUUID } from 'node:crypto'
import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import { Form, Link, useLoaderData } from '@remix-run/react'
import { chaine, type Historique, historique, HistoriqueFiltres } from '#contract/exclusions'
import { ExclusionAction } from '../exclusion/action'
import { ChainState } from '../exclusion/chain-state'
import { formatWeight, plural } from '../format'
import { call, failing, quietly } from '../service.server'
import { evenementsTable } from '../tables/exclusions'
import { Alert } from '../ui/alert'
import { guessWeight } from '../ui/csv'
import { DataTable } from '../ui/data-table'
import { Failure } from '../ui/failure'
import { SelectField, TextField } from '../ui/field'
import { Empty, Page } from '../ui/page'
import { pageOf, Pagination } from '../ui/pagination'
import { Unavailable } from '../ui/unavailable'

const TYPES: [string, string][] = [
  ['', 'Tous'],
  ['EXCLUSION', 'Exclusions'],
  ['REINTEGRATION', 'Réintégrations'],
]

const FILTERS = ['contact_id', 'type', 'du', 'au']

type Filters = Record<string, string>

/** The filters of the address that can be understood; the others count as not given. */
function readFilters(query: URLSearchParams): { given: Filters; refused: boolean } {
  const filters = Object.fromEntries(
    [...query].filter(([name, value]) => FILTERS.includes(name) && value !== ''),
  )
  const read = HistoriqueFiltres.safeParse(filters)
  return read.success ? { given: filters, refused: false } : { given: {}, refused: true }
}

export async function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams
  const { given, refused } = readFilters(query)
  const page = pageOf(query)
  const [log, state] = await Promise.all([
    call(historique, { query: { ...HistoriqueFiltres.parse(given), page } }, request).catch(
      failing('Erreur lors du chargement des données'),
    ),
    call(chaine, {}, request).catch(quietly('chaîne')),
  ])
  const evenements = log.evenements.map(() => randomUUID())
  return { log, state, filters: given, refused, evenements }
}

export default function History() {
  const { log, state, filters, refused, evenements } = useLoaderData<typeof loader>()
  return (
    <Page
      title="Historique des exclusions"
      subtitle="Chaque exclusion et chaque réintégration, de la plus récente à la plus ancienne"
      actions={
        <Link className="button button-outline" to="/donations">
          Retour aux donations
        </Link>
      }
    >
      {state ? (
        <ChainState state={state} />
      ) : (
        <Unavailable>L’état de la chaîne n’a pas pu être vérifié.</Unavailable>
      )}
      {refused && (
        <Alert tone="warning" title="Attention">
          <p>Ces filtres ne sont pas lisibles. Toutes les lignes sont affichées.</p>
        </Alert>
      )}
      <FilterForm filters={filters} />
      <Events log={log} filters={filters} evenements={evenements} />
    </Page>
  )
}

function FilterForm({ filters }: { filters: Filters }) {
  return (
    <Form method="get" className="fields card" key={JSON.stringify(filters)}>
      <TextField label="Contact" name="contact_id" value={filters['contact_id']} />
      <SelectField label="Type" name="type" value={filters['type']} choices={TYPES} />
      <TextField label="Du" name="du" type="date" value={filters['du']} />
      <TextField label="Au" name="au" type="date" value={filters['au']} />
      <button type="submit" className="button">
        Filtrer
      </button>
      {Object.keys(filters).length > 0 && (
        <Link className="button button-outline" to="/donations/historique">
          Effacer les filtres
        </Link>
      )}
    </Form>
  )
}

/** Why nothing is shown. */
function reasonOf({ du, au, ...others }: Filters): string {
  if (du && au && du > au)
    return 'La date de début est après la date de fin : aucun événement ne peut se trouver entre les deux.'
  return du || au || Object.keys(others).length > 0
    ? 'Aucun événement ne correspond à ces filtres.'
    : 'Aucun donateur n’a encore été exclu.'
}

interface EventsProps {
  log: Historique
  filters: Filters
  /** An id for the decision that each row offers. */
  evenements: string[]
}

/** The file of every event that the filters leave; its weight is guessed from this page's. */
function wholeLog({ evenements, pagination }: Historique, filters: Filters) {
  const shown = new TextEncoder().encode(evenements.flatMap(Object.values).join(';')).length
  const weight = guessWeight(shown, evenements.length, pagination.total_items)
  return {
    href: `/donations/historique.csv?${new URLSearchParams(filters)}`,
    text: `Télécharger ${plural(pagination.total_items, 'événement')} (CSV, environ ${formatWeight(weight)})`,
  }
}

function Events({ log, filters, evenements }: EventsProps) {
  if (log.evenements.length === 0)
    return (
      <Empty>
        <p>{reasonOf(filters)}</p>
        <Link to="/donations">Voir les donations</Link>
      </Empty>
    )
  return (
    <>
      <DataTable
        table={{ name: 'historique', ...evenementsTable(log) }}
        download={wholeLog(log, filters)}
        render={({ row, column }) => {
          const event = log.evenements[row]
          if (column === 2 && event)
            return (
              <span className={`badge badge-${event.type === 'EXCLUSION' ? 'error' : 'success'}`}>
                {event.type === 'EXCLUSION' ? 'Exclusion' : 'Réintégration'}
              </span>
            )
          if (column === 8 && event)
            return (
              <code className="unbroken" title={event.empreinte}>
                {event.empreinte.slice(0, 12)}…
              </code>
            )
          return undefined
        }}
        actions={{
          title: 'Action',
          of: (row) => {
            const event = log.evenements[row]
            if (!event?.en_vigueur) return null
            return (
              <ExclusionAction
                contactId={event.contact_id}
                excluded
                evenementId={evenements[row] ?? ''}
              />
            )
          },
        }}
      />
      <Pagination pagination={log.pagination} label="Pages de l’historique" />
    </>
  )
}

export const meta: MetaFunction = () => [
  { title: 'Historique des exclusions – Analyse - Gestion des Dons' },
]

export const ErrorBoundary = () => <Failure title="Historique des exclusions" />
