import type { CampagnesEvolution } from '#contract/campagnes'
import type { NouveauxAnciens } from '#contract/nouveaux-anciens'
import { percentOf } from '#figures/ratios'
import { donors } from '../tables/links'
import { shortPeriod } from './periods'
import { drawStacks } from './stacks.server'

const SERIES = [
  { label: 'Nouveaux', mark: '1' },
  { label: 'Anciens', mark: '3' },
]

/** New and existing donors of a year, one bar per period. */
export const drawNouveauxParPeriode = ({ data }: NouveauxAnciens, annee: number) =>
  drawStacks(
    data.map(({ periode, nouveaux, anciens }) => ({
      name: periode,
      tick: shortPeriod(periode),
      parts: [
        { nombre: nouveaux.nombre, href: donors({ ensemble: 'nouveaux', annee, periode }) },
        { nombre: anciens.nombre, href: donors({ ensemble: 'anciens', annee, periode }) },
      ],
    })),
    SERIES,
    { label: `Nouveaux et anciens donateurs ${annee} par période`, unit: 'nombres' },
  )

/** New and existing donors, one bar per year. */
export const drawNouveauxParAnnee = ({ data, a_date }: CampagnesEvolution, annee: number) =>
  drawStacks(
    data.map((row) => ({
      name: String(row.annee),
      parts: (['nouveaux', 'anciens'] as const).map((ensemble) => {
        const nombre = row[`total_${ensemble}`]
        return {
          nombre,
          href: donors({ ensemble, annee: row.annee }),
          pourcentage: percentOf(nombre, row.total_global),
        }
      }),
    })),
    SERIES,
    {
      label: 'Nouveaux et anciens donateurs par année',
      unit: 'nombres',
      selected: String(annee),
      running: a_date,
    },
  )
