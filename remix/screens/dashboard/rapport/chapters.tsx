import { formatCount, formatDayMonth, formatEuros, formatMoney } from '#figures/format'
import { sum } from '#figures/ratios'
import { trendName } from '../../../charts/trend'
import { DataTable } from '../../../ui/data-table'
import { runningEntry } from '../../../ui/figure'
import { Projection, Reliability } from '../a-date/projection'
import { nameAim } from '../objectifs/aims'
import { AimLine } from '../objectifs/objectif'
import { Facts, KeyFigures } from './cover'
import { Chapter, ReportFigure } from './parts'
import type { Rapport } from './rapport.server'

interface Props {
  rapport: Rapport
}

/** Legend of the hatching, if the year is incomplete. */
const runningOf = ({ comparison: { en_cours, au } }: Rapport) =>
  runningEntry(en_cours && au !== null ? { au } : null)

/** The title of a chart by year, with its years where it leaves out some. */
const byYear = (title: string, { annee, drawings: { depuis } }: Rapport) =>
  depuis === null ? title : `${title}, de ${depuis} à ${annee}`

export function Overview({ rapport }: Props) {
  const { annee, prevision, drawings, tables } = rapport
  const trend = prevision && [
    { mark: 'trend', label: trendName(prevision) },
    { mark: 'forecast', label: `Prévision ${annee}` },
  ]
  const legend = [...(trend ?? []), ...runningOf(rapport)]
  return (
    <Chapter title={`L’année ${annee} en bref`}>
      <Facts rapport={rapport} />
      <KeyFigures rapport={rapport} />
      <div className="figures">
        <ReportFigure
          title="Montants par année"
          drawing={drawings.montants}
          legend={legend}
          table={tables.montants}
        />
        <ReportFigure
          title="Donations par année"
          drawing={drawings.donations}
          legend={legend}
          table={tables.donations}
        />
      </div>
    </Chapter>
  )
}

/** What the regular donors of the data's year are worth, and should still bring. */
function RegularNow({ rapport: { annee, regular } }: Props) {
  const { horizon, rythmes, mediane, a_recevoir } = regular
  if (horizon === null || Number(horizon.slice(0, 4)) !== annee) return null
  const monthly = sum(rythmes.map(({ montant_mensuel }) => montant_mensuel))
  return (
    <p className="mention">
      Un mois des séries actives vaut {formatMoney(monthly)}
      {mediane !== null && `, et une série dure ${formatCount(mediane)}\u00A0mois (médiane)`}.
      {a_recevoir &&
        ` Encore à recevoir d’ici fin décembre\u00A0: ${formatEuros(a_recevoir.montant)}.`}
    </p>
  )
}

export function Months({ rapport }: Props) {
  const { annee, comparison, drawings, tables } = rapport
  return (
    <Chapter title={`La collecte de ${annee}, mois par mois et à date`}>
      <div className="figures">
        <ReportFigure title="Donations cumulées par mois" drawing={drawings.donationsCumulees} />
        <ReportFigure title="Montants cumulés par mois" drawing={drawings.montantsCumules} />
      </div>
      <div className="report-pair">
        <DataTable table={tables.donationsCumulees} />
        <DataTable table={tables.montantsCumules} />
      </div>
      <DataTable table={tables.aDate} />
      <DataTable table={tables.reguliers} />
      <RegularNow rapport={rapport} />
      {comparison.en_cours && (
        <>
          <h3>Projection de l’année {annee}</h3>
          <Projection annee={annee} comparison={comparison} />
          {comparison.fiabilite && <Reliability fiabilite={comparison.fiabilite} />}
        </>
      )}
    </Chapter>
  )
}

export function NewDonors({ rapport }: Props) {
  const { annee, drawings, tables } = rapport
  return (
    <Chapter title={`Nouveaux et anciens donateurs, ${annee}`}>
      <div className="figures">
        <ReportFigure title={`Par période, ${annee}`} drawing={drawings.periodes} />
        <ReportFigure title={byYear('Par année', rapport)} drawing={drawings.nouveaux} />
      </div>
      <DataTable table={tables.periodes} />
      <DataTable table={tables.nouveaux} />
      <DataTable table={tables.medias} />
    </Chapter>
  )
}

export function Loyalty({ rapport }: Props) {
  const { annee, comparison, drawings, tables } = rapport
  return (
    <Chapter title={`Activité et fidélité, ${annee}`}>
      {comparison.en_cours && (
        <p className="mention">
          L’année {annee} s’arrête au {formatDayMonth(comparison.au)}&nbsp;: ceux qui n’ont pas
          encore redonné le peuvent encore.
        </p>
      )}
      <div className="figures">
        <ReportFigure title="Statut des donateurs" drawing={drawings.activite} />
        {drawings.mouvements && (
          <ReportFigure
            title={`De la collecte de ${annee - 1} à celle de ${annee}`}
            drawing={drawings.mouvements}
          />
        )}
      </div>
      <DataTable table={tables.activite} />
      <div className="report-pair">
        <DataTable table={tables.taux} />
        <DataTable table={tables.mouvements} />
      </div>
    </Chapter>
  )
}

export function Amounts({ rapport }: Props) {
  const { drawings, tables } = rapport
  return (
    <Chapter title="Montants et fréquence des dons">
      <div className="figures">
        <ReportFigure
          title={byYear('Part de chaque tranche de montant total', rapport)}
          drawing={drawings.tranches}
        />
        <ReportFigure
          title={byYear('Part de chaque segment', rapport)}
          drawing={drawings.segments}
        />
      </div>
      <DataTable table={tables.tranches} />
      <DataTable table={tables.segments} />
      <DataTable table={tables.reperes} />
    </Chapter>
  )
}

export function Campaigns({ rapport }: Props) {
  const { produit, drawings, tables } = rapport
  return (
    <Chapter title={`Campagnes ${produit} et VFL`}>
      <DataTable table={tables.codes} />
      <div className="figures">
        <ReportFigure
          title={byYear('Donateurs par profil de campagne', rapport)}
          drawing={drawings.profils}
        />
        <ReportFigure title="De la première campagne à la dernière" drawing={drawings.flux} />
      </div>
      <DataTable table={tables.profils} />
      <DataTable table={tables.mixtes} />
      <div className="report-pair">
        <DataTable table={tables.repartition} />
        <DataTable table={tables.parcours} />
      </div>
    </Chapter>
  )
}

/** Aims and costs, where there are any. */
export function Steering({ rapport }: Props) {
  const { annee, aims, drawings, tables } = rapport
  const [aim] = aims.objectifs
  const isCosted = tables.exercices.rows.length > 0
  if (!aim && !isCosted) return null
  return (
    <Chapter title={`Objectifs et coûts, ${annee}`}>
      {aim && drawings.objectif && (
        <>
          <AimLine aim={aim} annee={annee} au={aims.au} />
          <ReportFigure title={`${nameAim(aim)}, reçu et visé`} drawing={drawings.objectif} />
          <DataTable table={tables.objectifs} />
        </>
      )}
      {isCosted && (
        <>
          <DataTable table={tables.couts} />
          <DataTable table={tables.exercices} />
        </>
      )}
    </Chapter>
  )
}
