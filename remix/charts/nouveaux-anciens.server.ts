import type { CampagnesEvolution } from '#contract/campagnes'
import type { NouveauxAnciens } from '#contract/nouveaux-anciens'
import { percentOf } from '#figures/ratios'
import { shortPeriod } from './periods'
import { drawStacks } from './stacks.server'

const SERIES = [
  { label: 'Nouveaux', colour: 'var(--series-1)' },
  { label: 'Anciens', colour: 'var(--series-3)' },
]

/** New and existing donors of a year, one bar per period. */
export const drawNouveauxParPeriode = ({ data }: NouveauxAnciens, annee: number) =>
  drawStacks(
    data.map(({ periode, nouveaux, anciens }) => ({
      name: periode,
      tick: shortPeriod(periode),
      parts: [{ nombre: nouveaux.nombre }, { nombre: anciens.nombre }],
    })),
    SERIES,
    { label: `Nouveaux et anciens donateurs ${annee} par période`, unit: 'nombres' },
  )

/** New and existing donors, one bar per year. */
export const drawNouveauxParAnnee = ({ data, a_date }: CampagnesEvolution, annee: number) =>
  drawStacks(
    data.map((row) => ({
      name: String(row.annee),
      parts: [row.total_nouveaux, row.total_anciens].map((nombre) => ({
        nombre,
        pourcentage: percentOf(nombre, row.total_global),
      })),
    })),
    SERIES,
    {
      label: 'Nouveaux et anciens donateurs par année',
      unit: 'nombres',
      selected: String(annee),
      running: a_date ? String(a_date.annee) : undefined,
    },
  )
