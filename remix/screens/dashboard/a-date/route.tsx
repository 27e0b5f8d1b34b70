import type { LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { type ADate, aDate } from '#contract/a-date'
import { dashboardAnnees } from '#contract/dashboard'
import { formatDay, formatDayMonth, formatMoney } from '#figures/format'
import { drawYearlyBars } from '../../../charts/yearly-bars.server'
import { type Fault, filtersOf, readFiltered } from '../../../forms/filters.server'
import { readYears } from '../../../forms/year.server'
import { call, failing } from '../../../service/service.server'
import { donors, gifts } from '../../../tables/links'
import { Alert } from '../../../ui/alert'
import { Evolution } from '../../../ui/change'
import { DataTable } from '../../../ui/data-table'
import { TextField } from '../../../ui/field'
import { Figure } from '../../../ui/figure'
import { CountKpi, Kpi, Kpis } from '../../../ui/kpi'
import { Page, Section } from '../../../ui/page'
import type { Handle } from '../../../ui/screen'
import { YearForm } from '../../../ui/year-form'
import { Projection, Reliability } from './projection'
import { anneesADate, controleProjection, montantsADate } from './table.server'

export const handle: Handle = {
  title: 'À date',
  subtitle: 'Chaque année jusqu’au même jour',
  hasFigures: true,
}

export async function loader({ request }: LoaderFunctionArgs) {
  const { annees, annee: chosen } = await readYears(dashboardAnnees, request)
  const days = filtersOf(new URL(request.url).searchParams, ['au'])
  const year = Number(days['au']?.slice(0, 4))
  const annee = annees.includes(year) ? year : chosen
  const { answer, asked, fault } = await readFiltered(days, ['au'], (query) =>
    call(aDate, { params: { annee }, query }, request),
  ).catch(failing('Erreur lors du chargement des données'))
  const drawing = drawYearlyBars(
    answer.data.map((row) => ({
      annee: row.annee,
      valeur: row.montant,
      href: gifts({ annee: row.annee, au: row.au }),
    })),
    {
      label: `Montant des dons jusqu’au ${formatDayMonth(answer.au)}, par année`,
      unit: 'euros',
      place: 'full',
      running: isBeyond(answer) ? annee : undefined,
    },
  )
  const tables = {
    annees: anneesADate.build(annee, answer),
    montants: montantsADate.build(annee, answer),
    controle: controleProjection.build(annee, answer),
  }
  return { annees, annee, comparison: answer, asked, fault, drawing, tables }
}

/** Whether the data end before the day: the last year is not known up to it. */
const isBeyond = ({ horizon, au }: Pick<ADate, 'horizon' | 'au'>): boolean =>
  horizon !== null && au !== null && au > horizon

export default function ADateScreen() {
  const { annees, annee, comparison, asked, fault, drawing, tables } =
    useLoaderData<typeof loader>()
  const day = formatDayMonth(comparison.au)
  return (
    <Page
      subtitle={`L’année ${annee} et les précédentes, chacune jusqu’au ${day}`}
      analysis
      tables={tables}
      actions={<YearForm annees={annees} annee={annee} />}
    >
      <DayForm au={asked['au'] ?? comparison.au} fault={fault} />
      <Limits comparison={comparison} />
      <KeyFigures comparison={comparison} />
      <Section title={`Chaque année jusqu’au ${day}`}>
        <Figure
          nested
          title={`Montant jusqu’au ${day}, par année`}
          drawing={drawing}
          table={tables.montants}
        />
        <DataTable table={tables.annees} />
      </Section>
      {comparison.en_cours && (
        <Section title={`Projection de l’année ${annee}`}>
          <Projection annee={annee} comparison={comparison} />
        </Section>
      )}
      {comparison.fiabilite && (
        <Section title="La projection a-t-elle eu raison&nbsp;?">
          <Reliability fiabilite={comparison.fiabilite} />
          <DataTable table={tables.controle} />
        </Section>
      )}
    </Page>
  )
}

/** Chooses the day, hence the year; works without JavaScript. */
function DayForm({ au, fault }: { au: string | null; fault: Fault | null }) {
  return (
    <Form method="get" className="fields card day-form" key={au}>
      <TextField
        label="Comparer jusqu’au"
        name="au"
        type="date"
        value={au ?? undefined}
        fault={fault?.sentence}
      />
      <button type="submit" className="button">
        Comparer
      </button>
    </Form>
  )
}

/** Obstacles to a comparison, in words. */
function Limits({ comparison }: { comparison: ADate }) {
  const { comparable, horizon, au } = comparison
  return (
    <>
      {!comparable && (
        <Alert tone="warning" title="Comparaison à date impossible">
          <p>
            Cette année ou la précédente a le cinquième de ses dons, ou plus, sur un seul
            jour&nbsp;: sa part au {formatDayMonth(au)} ne dit rien du rythme de la collecte.
          </p>
        </Alert>
      )}
      {isBeyond(comparison) && (
        <Alert tone="warning" title="Attention">
          <p>
            Les données s’arrêtent au {formatDay(horizon)}&nbsp;: elles ne vont pas jusqu’au jour
            demandé.
          </p>
        </Alert>
      )}
    </>
  )
}

function KeyFigures({ comparison }: { comparison: ADate }) {
  const { data, evolutions } = comparison
  const year = data.at(-1)
  const before = data.at(-2)
  if (!year) return null
  const { annee, au } = year
  const detail = (measure: keyof NonNullable<ADate['evolutions']>): ReactNode => {
    const value = evolutions?.[measure]
    if (value === null || value === undefined || !before) return undefined
    return (
      <>
        <Evolution value={value} /> sur {before.annee} au même jour
      </>
    )
  }
  const counts = [
    { label: 'Donateurs', of: 'donateurs', href: donors({ ensemble: 'actifs', annee, au }) },
    {
      label: 'Nouveaux donateurs',
      of: 'nouveaux',
      href: donors({ ensemble: 'nouveaux', annee, au }),
    },
    { label: 'Dons', of: 'donations', href: gifts({ annee, au }) },
  ] as const
  const amounts = [
    { label: 'Montant', of: 'montant' },
    { label: 'Don moyen', of: 'don_moyen' },
  ] as const
  return (
    <Kpis>
      {counts.map(({ label, of, href }) => (
        <CountKpi
          key={of}
          label={label}
          count={year[of]}
          href={href}
          detail={detail(of)}
          definition="a-date"
        />
      ))}
      {amounts.map(({ label, of }) => (
        <Kpi
          key={of}
          label={label}
          value={formatMoney(year[of])}
          detail={detail(of)}
          definition="a-date"
        />
      ))}
    </Kpis>
  )
}
