import type { ReactNode } from 'react'
import { formatDay, formatInstant, formatMoney, formatPercent } from '#figures/format'
import { centsOf, changeOf } from '#figures/ratios'
import { donors, gifts } from '../../../tables/links'
import { Evolution } from '../../../ui/change'
import { agreeing, newer } from '../../../ui/freshness'
import { CountKpi, Kpi, Kpis } from '../../../ui/kpi'
import type { Rapport } from './rapport.server'

/** Subject and time of the report. */
export function Facts({ rapport }: { rapport: Rapport }) {
  const { fraicheur, horizon, annee, comparison, written } = rapport
  const { calcule_le, exclusions_comprises, controles } = fraicheur
  const waiting = newer(fraicheur)
  const facts: [label: string, value: string][] = [
    [
      'Chiffres calculés le',
      (calcule_le === null ? 'pas encore calculés' : formatInstant(calcule_le)) +
        (exclusions_comprises ? ', exclusions comprises' : ''),
    ],
    [
      'Dernier jour des données',
      formatDay(horizon) + (comparison.en_cours ? `, l’année ${annee} n’est pas finie` : ''),
    ],
    ['Contrôles', controles === null ? 'pas encore comparés' : agreeing(controles)],
    ...(waiting ? [['Pas encore compté', waiting] as [string, string]] : []),
    ['Rapport établi le', formatInstant(written)],
  ]
  return (
    <dl className="report-facts">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

type Year = Rapport['comparison']['data'][number]
type Measure = keyof NonNullable<Rapport['comparison']['evolutions']>

/** Change of a figure versus the full previous year or, for a running year, versus the same days of it. */
function Since({ rapport, of }: { rapport: Rapport; of: Measure }): ReactNode {
  const { data, en_cours, comparable, evolutions } = rapport.comparison
  const [before, year] = data.slice(-2)
  if (!before || !year) return 'première année du fichier'
  if (en_cours && !comparable) return 'comparaison à date impossible'
  const cents = (row: Year) => centsOf(row[of] ?? 0)
  const value = en_cours ? (evolutions?.[of] ?? null) : changeOf(cents(year), cents(before))
  const against = en_cours ? `${before.annee} au même jour` : String(before.annee)
  if (value === null) return `${of === 'nouveaux' ? 'aucun nouveau' : 'aucun don'} en ${against}`
  return (
    <>
      <Evolution value={value} /> sur {against}
    </>
  )
}

/** Six key figures of the year, with the previous year's. */
export function KeyFigures({ rapport }: { rapport: Rapport }) {
  const { annee, comparison, loyalty, before } = rapport
  const year = comparison.data.at(-1)
  if (!year) return null
  const evolution = (of: Measure) => <Since rapport={rapport} of={of} />
  return (
    <Kpis>
      <Kpi
        label="Montant total"
        value={formatMoney(year.montant)}
        detail={evolution('montant')}
        definition="montant-total"
      />
      <CountKpi
        label="Dons"
        count={year.donations}
        href={gifts({ annee })}
        detail={evolution('donations')}
        definition="donations"
      />
      <CountKpi
        label="Donateurs"
        count={year.donateurs}
        href={donors({ ensemble: 'actifs', annee })}
        detail={evolution('donateurs')}
        definition="donateurs"
      />
      <Kpi
        label="Don moyen"
        value={formatMoney(year.don_moyen)}
        detail={evolution('don_moyen')}
        definition="don-moyen"
      />
      <CountKpi
        label="Nouveaux donateurs"
        count={year.nouveaux}
        href={donors({ ensemble: 'nouveaux', annee })}
        detail={evolution('nouveaux')}
        definition="nouveaux-anciens"
      />
      <Kpi
        label="Taux de fidélisation"
        value={formatPercent(loyalty.taux.fidelisation)}
        detail={before ? `${before.nom}\u00A0: ${formatPercent(before.taux.fidelisation)}` : ''}
        definition="fidelisation"
      />
    </Kpis>
  )
}
