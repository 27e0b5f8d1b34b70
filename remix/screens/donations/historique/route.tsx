import { randomUUID } from 'node:crypto'
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { TYPES_EVENEMENTS } from '#contract/constants'
import { chaine, type EvenementType, type Historique, historique } from '#contract/exclusions'
import { type Filters, readPage } from '../../../forms/filters.server'
import { call, quietly } from '../../../service/service.server'
import { LEGITIMES } from '../../../tables/links'
import { DataTable } from '../../../ui/data-table'
import { DonorLink } from '../../../ui/donor-link'
import { type Filter, FilterForm } from '../../../ui/filter-form'
import { Hash } from '../../../ui/hash'
import { Empty, Page } from '../../../ui/page'
import { Pagination } from '../../../ui/pagination'
import type { Handle } from '../../../ui/screen'
import type { ShownTable } from '../../../ui/table'
import { Unavailable } from '../../../ui/unavailable'
import { Unlisted } from '../../../ui/unlisted'
import { YearLink } from '../../../ui/year-link'
import { ExclusionAction } from '../exclusion/action'
import { ChainState } from './chain'
import { evenementsTable } from './table.server'

export const handle: Handle = { title: 'Historique des exclusions' }

const TYPES: [string, string][] = [
  ['', 'Tous'],
  ...Object.entries(TYPES_EVENEMENTS).map(([type, { plusieurs }]): [string, string] => [
    type,
    plusieurs,
  ]),
]

const FIELDS: Filter[] = [
  { name: 'contact_id', label: 'Contact' },
  { name: 'type', label: 'Type', choices: TYPES },
  {
    name: 'en_vigueur',
    label: 'En vigueur',
    choices: [
      ['', 'Ou non'],
      ['1', 'Exclusions en vigueur'],
    ],
  },
  { name: 'du', label: 'Du', type: 'date' },
  { name: 'au', label: 'Au', type: 'date' },
]

export async function loader({ request }: LoaderFunctionArgs) {
  const [{ found: log, ...shown }, state] = await Promise.all([
    readPage(historique, request, 'Erreur lors du chargement des données'),
    call(chaine, {}, request).catch(quietly('chaîne')),
  ])
  const evenements = log.evenements.map(() => randomUUID())
  return { log, ...shown, state, evenements, table: evenementsTable(log, shown.filters) }
}

export default function History() {
  const { log, table, state, asked, filters, fault, evenements } = useLoaderData<typeof loader>()
  return (
    <Page
      subtitle="Chaque décision sur un donateur et chaque arrêté, du plus récent au plus ancien"
      actions={
        <>
          <YearLink className="button button-outline" to={LEGITIMES}>
            Donateurs jugés légitimes
          </YearLink>
          <YearLink className="button button-outline" to="/donations">
            Retour aux donations
          </YearLink>
        </>
      }
    >
      {state ? (
        <ChainState state={state} />
      ) : (
        <Unavailable>L’état de la chaîne n’a pas pu être vérifié.</Unavailable>
      )}
      <FilterForm
        title="Filtrer"
        fields={FIELDS}
        path="/donations/historique"
        kept={{}}
        asked={asked}
        fault={fault}
      />
      <Events log={log} table={table} filters={filters} evenements={evenements} />
    </Page>
  )
}

/** Explains an empty list. */
function reasonOf({ du, au, ...others }: Filters): string {
  if (du && au && du > au)
    return 'La date de début est après la date de fin\u00A0: aucun événement ne peut se trouver entre les deux.'
  return du || au || Object.keys(others).length > 0
    ? 'Aucun événement ne correspond à ces filtres.'
    : 'Aucun donateur n’a encore été exclu.'
}

interface EventsProps {
  log: Historique
  table: ShownTable
  filters: Filters
  /** Idempotency keys of the rows' actions. */
  evenements: string[]
}

function Events({ log, table, filters, evenements }: EventsProps) {
  if (log.evenements.length === 0)
    return (
      <Empty>
        <p>{reasonOf(filters)}</p>
        <YearLink to="/donations">Voir les donations</YearLink>
      </Empty>
    )
  return (
    <>
      <Unlisted>
        Donations et montant sont ceux du moment de chaque événement&nbsp;: ce qui était enregistré
        alors n’a plus de liste.
      </Unlisted>
      <DataTable
        table={table}
        render={{
          contact: (row) => {
            const event = log.evenements[row]
            if (!event?.contact_id) return undefined
            return (
              <>
                <Who contact={event.contact_id} nom={event.nom} />
                {event.contact_principal && (
                  <>
                    , avec <Who contact={event.contact_principal} nom={event.nom_principal} />
                  </>
                )}
              </>
            )
          },
          type: (row) => <TypeBadge type={log.evenements[row]?.type} />,
          empreinte: (row) => <Hash hash={log.evenements[row]?.empreinte ?? ''} />,
        }}
        actions={{
          title: 'Action',
          about: (row) => log.evenements[row]?.numero,
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

/** Whom an event is about, by the name of today's card: the log has the number alone. */
function Who({ contact, nom }: { contact: string; nom: string | null }) {
  if (nom === null) return <DonorLink contactId={contact}>{contact}</DonorLink>
  return (
    <>
      <DonorLink contactId={contact}>{nom}</DonorLink> <span className="mention">{contact}</span>
    </>
  )
}

const TONES: Partial<Record<EvenementType, string>> = {
  EXCLUSION: 'error',
  REINTEGRATION: 'success',
}

function TypeBadge({ type }: { type: EvenementType | undefined }) {
  if (type === undefined) return null
  const tone = TONES[type] ?? 'information'
  return <span className={`badge badge-${tone}`}>{TYPES_EVENEMENTS[type].un}</span>
}
