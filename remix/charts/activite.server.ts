import type { ActiviteEvolution, ActiviteStats } from '#contract/activite'
import { donors } from '../tables/links'
import { begun, STATUTS } from '../tables/statuts'
import { shortPeriod } from './periods'
import { drawStacks } from './stacks.server'

const SERIES = STATUTS.map(({ title: label, mark }) => ({ label, mark }))

/** Statuses at the end of each period of a year. */
export const drawActiviteParPeriode = ({ periodes, a_date }: ActiviteStats, annee: number) =>
  drawStacks(
    begun(periodes, annee, a_date?.au).map((row) => ({
      name: row.periode,
      tick: shortPeriod(row.periode),
      parts: STATUTS.map(({ key }) => row[key]),
    })),
    SERIES,
    { label: `Statut des donateurs à la fin des périodes de ${annee}`, unit: 'parts' },
  )

/** Statuses at the end of every year. */
export const drawActiviteParAnnee = (
  { data }: ActiviteEvolution,
  annee: number,
  running: { annee: number; au: string } | null,
) =>
  drawStacks(
    data.map((row) => ({
      name: String(row.annee),
      parts: STATUTS.map(({ key }) => ({
        ...row[key],
        href: donors({ ensemble: key, annee: row.annee }),
      })),
    })),
    SERIES,
    {
      label: 'Statut des donateurs au 31 décembre de chaque année',
      unit: 'parts',
      selected: String(annee),
      running,
    },
  )
