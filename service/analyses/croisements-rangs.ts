import {
  type AxeCroise,
  type EnteteCroisee,
  type MesureCroisee,
  RANGS_AU_PLUS,
} from '#contract/croisements'
import { Segment } from '#contract/listes'
import { Tranche } from '#contract/montants'
import { AUTRES } from '#contract/ventilation'

/** Donors, gifts and cents. */
export interface Sums {
  donateurs: number
  donations: number
  cents: number
}

/** The headings of an axis, and the place of each code among them. */
export interface Arranged {
  entetes: EnteteCroisee[]
  placeOf: (code: string) => number | undefined
}

/** Axes whose codes have an order of their own. */
const ORDRES: Partial<Record<AxeCroise, readonly string[]>> = {
  tranche: Tranche.options,
  segment: Segment.options,
  anciennete: ['nouveaux', 'anciens'],
}

/** What ranks a code, and what it is a share of. */
export const sizeOf = ({ donateurs, donations, cents }: Sums, mesure: MesureCroisee): number =>
  mesure === 'donateurs' ? donateurs : mesure === 'donations' ? donations : cents

/** Numbers before words, then as they are written. */
const byCode = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

/** Arranges the codes of an axis: the largest have a heading each, all others one together. */
export function arrange(
  axe: AxeCroise,
  cases: readonly (Sums & { code: string })[],
  mesure: MesureCroisee,
): Arranged {
  const sizes = new Map<string, number>()
  for (const one of cases) sizes.set(one.code, (sizes.get(one.code) ?? 0) + sizeOf(one, mesure))
  const ranked = [...sizes]
    .sort(([one, size], [other, otherSize]) => otherSize - size || byCode(one, other))
    .map(([code]) => code)
  const largest = ranked.slice(0, RANGS_AU_PLUS)
  const rest = ranked.slice(RANGS_AU_PLUS)
  const order = axe === 'annee' ? largest.toSorted(byCode) : ORDRES[axe]
  const shown = order ? order.filter((code) => largest.includes(code)) : largest
  const entetes = [
    ...shown.map((code) => ({ code, regroupe: null })),
    ...(rest.length > 0 ? [{ code: AUTRES, regroupe: rest }] : []),
  ]
  const places = new Map([
    ...shown.map((code, at) => [code, at] as const),
    ...rest.map((code) => [code, shown.length] as const),
  ])
  return { entetes, placeOf: (code) => places.get(code) }
}
