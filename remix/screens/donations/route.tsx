import { randomUUID } from 'node:crypto'
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { codes } from '#contract/codes'
import { DonationsFiltres, donationsList, donationsStats, TriDonations } from '#contract/donations'
import { Tranche } from '#contract/montants'
import { formatCount, plural } from '#figures/format'
import { type Filters, filtersOf, readFiltered } from '../../forms/filters.server'
import { askedYear, chosenYear } from '../../forms/year.server'
import { call, failing, quietly } from '../../service/service.server'
import { readToReview } from '../../service/to-review.server'
import { readList } from '../../service/whole-list.server'
import { bandTitle } from '../../tables/tranches'
import { AddressToggle } from '../../ui/address-toggle'
import { DataTable } from '../../ui/data-table'
import { FilterForm } from '../../ui/filter-form'
import { NoGifts } from '../../ui/no-data'
import { Page } from '../../ui/page'
import { Pagination } from '../../ui/pagination'
import { IMPRESSION, PrintList, tabPlace } from '../../ui/print-list'
import { RefreshButton } from '../../ui/refresh-button'
import type { Handle } from '../../ui/screen'
import { useShell } from '../../ui/shell-data'
import { Unavailable } from '../../ui/unavailable'
import { ValidityBadge } from '../../ui/validity-badge'
import { YearForm } from '../../ui/year-form'
import { YearLink } from '../../ui/year-link'
import { DonorId, DonorName, MediaBadge } from './cells'
import { ExclusionAction } from './exclusion/action'
import { donationFilters } from './filters'
import { KeyFigures, OutOfStats } from './key-figures'
import { donationsTable } from './table.server'

export const handle: Handle<typeof loader> = {
  title: 'Donations',
  tab: ({ annee, list }) => ['Donations', annee, list && tabPlace(list.pagination)],
  hasFigures: (data) => data?.annee === undefined,
}

const PAGE_SIZE = 20

const ORDERS: Record<TriDonations, string> = {
  montant: 'de la plus élevée à la plus faible',
  '-montant': 'de la plus faible à la plus élevée',
  date: 'de la plus récente à la plus ancienne',
  '-date': 'de la plus ancienne à la plus récente',
}

const FILTERS: readonly string[] = DonationsFiltres.keyof().options

/** Years with gifts, plus the requested one if all its donations are excluded or zero. */
async function readAvailableYears(request: Request): Promise<number[]> {
  const read = (year?: number) =>
    call(donationsList, { query: { limit: 1, year } }, request).catch(
      failing('Erreur lors du chargement des années'),
    )
  const { available_years } = (await read()).filters
  const asked = askedYear(request)
  if (asked === undefined || available_years.includes(asked)) return available_years
  const { pagination } = await read(asked)
  if (pagination.total_items === 0) return available_years
  return [...available_years, asked].sort((one, other) => other - one)
}

export async function loader({ request }: LoaderFunctionArgs) {
  const query = new URL(request.url).searchParams
  const annees = await readAvailableYears(request)
  if (annees.length === 0) return { annees, annee: undefined }
  const annee = chosenYear(request, annees)

  const tri = TriDonations.catch('montant').parse(query.get('tri') ?? undefined)
  const read = (filters: Filters) =>
    Promise.all([
      readList(query, PAGE_SIZE, 'donations', (asked) =>
        call(donationsList, { query: { ...asked, year: annee, tri, ...filters } }, request),
      ),
      call(donationsStats, { query: { year: annee, ...filters } }, request).catch(
        quietly('statistiques'),
      ),
    ])
  const [{ answer, ...shown }, known] = await Promise.all([
    readFiltered(filtersOf(query, FILTERS), FILTERS, read).catch(
      failing('Erreur lors du chargement des donations'),
    ),
    call(codes, { query: { annee } }, request).catch(quietly('codes')),
  ])
  const [list, stats] = answer
  const toReview = await readToReview(
    request,
    list.donations.map(({ contact_id }) => contact_id),
  )
  const evenements = list.donations.map(() => randomUUID())
  const details = query.has('details')
  const table = donationsTable(list, { annee, details, filters: shown.filters, tri })
  const tranches = Tranche.options.map((band): [string, string] => [band, bandTitle(band)])
  return {
    annees,
    annee,
    list,
    table,
    stats,
    toReview,
    evenements,
    details,
    tranches,
    shown,
    tri,
    known,
    isPrinted: query.has(IMPRESSION),
  }
}

export default function Donations() {
  const screen = useLoaderData<typeof loader>()
  const suspects = useShell()?.counts?.suspects ?? 0
  if (screen.annee === undefined)
    return (
      <Page title="Donations" subtitle="Liste des donations" actions={<RefreshButton />}>
        <NoGifts to="/upload?onglet=donations" />
      </Page>
    )
  const { annees, annee, list, table, stats, toReview, evenements, details, shown, tri } = screen
  return (
    <Page
      subtitle={`Liste des donations, ${ORDERS[tri]}`}
      weighed="year"
      actions={
        <>
          <YearForm
            annees={annees}
            annee={annee}
            kept={{ ...shown.filters, ...(details && { details: '1' }) }}
          />
          {suspects > 0 && (
            <YearLink className="button button-outline" to="/donations/a-verifier">
              À vérifier ({formatCount(suspects)})
            </YearLink>
          )}
          <YearLink className="button button-outline" to="/donations/historique">
            Historique des exclusions
          </YearLink>
        </>
      }
    >
      {stats ? (
        <KeyFigures annee={annee} filters={shown.filters} stats={stats} />
      ) : (
        <Unavailable>Les statistiques n’ont pas pu être chargées.</Unavailable>
      )}
      <FilterForm
        title="Filtrer"
        fields={donationFilters(shown.asked, screen.tranches, screen.known)}
        path="/donations"
        kept={{ annee: String(annee), ...(details && { details: '1' }) }}
        asked={shown.asked}
        fault={shown.fault}
      />
      <div className="list-header">
        <p className="list-count">
          <span className="badge badge-information">
            {plural(list.pagination.total_items, 'donation')}
          </span>
          {stats && <OutOfStats annee={annee} filters={shown.filters} list={list} stats={stats} />}
        </p>
        <AddressToggle name="details" on="Masquer détails" off="Voir tous les détails" />
      </div>
      <DataTable
        table={table}
        render={{
          donateur: (row) => <DonorName donation={list.donations[row]} toReview={toReview} />,
          contact: (row) => <DonorId donation={list.donations[row]} toReview={toReview} />,
          media: (row) => <MediaBadge code={list.donations[row]?.codemedia_code ?? null} />,
          validite: (row) => <ValidityBadge excluded={list.donations[row]?.exclu ?? false} />,
        }}
        {...(!screen.isPrinted && {
          actions: {
            title: 'Action',
            about: (row) => list.donations[row]?.id,
            of: (row) => {
              const donation = list.donations[row]
              return (
                donation && (
                  <ExclusionAction
                    contactId={donation.contact_id}
                    excluded={donation.exclu}
                    evenementId={evenements[row] ?? ''}
                  />
                )
              )
            },
          },
        })}
      />
      <Pagination pagination={list.pagination} label="Pages des donations" />
      <PrintList pagination={list.pagination} rows={list.donations.length} />
    </Page>
  )
}
