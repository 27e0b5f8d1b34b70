import { type Montants, Tranche } from '#contract/montants'
import { donors } from '../tables/links'
import { bandTitle } from '../tables/tranches'
import { drawStacks } from './stacks.server'

const NOBODY = { nombre: 0, pourcentage: 0 }

/** Share of each amount band, one bar per year. */
export function drawBands(
  { metadata, data, a_date }: Montants,
  label: string,
  ensemble: 'tranche_total' | 'tranche_dernier',
) {
  const bands = metadata.tranches_disponibles
  return drawStacks(
    data.map(({ annee, tranches }) => ({
      name: String(annee),
      parts: bands.map((band) => ({
        ...(tranches[band] ?? NOBODY),
        href: donors({ ensemble, annee, tranche: Tranche.parse(band) }),
      })),
    })),
    bands.map((band, at) => ({ label: bandTitle(band), mark: `band-${at + 1}` })),
    { label, unit: 'parts', running: a_date },
  )
}
