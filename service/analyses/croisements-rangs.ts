import { type AxeCroise, codesDe } from '#contract/axes'
import { type EnteteCroisee, type MesureCroisee, RANGS_AU_PLUS } from '#contract/croisements'
import { AUTRES } from '#contract/ventilation'

/** Donors, gifts and cents. */
export interface Sums {
  donateurs: number
  donations: number
  cents: number
}

export const NONE: Sums = { donateurs: 0, donations: 0, cents: 0 }

export function addTo(total: Sums, { donateurs, donations, cents }: Sums): void {
  total.donateurs += donateurs
  total.donations += donations
  total.cents += cents
}

/** The headings of an axis, and the place of each code among them, or of all others (null). */
export interface Arranged {
  entetes: EnteteCroisee[]
  /** Codes with a place of their own. */
  shown: string[]
  /** Whether there are others. */
  others: boolean
  placeOf: (code: string | null) => number | undefined
}

/** What ranks a code, and what it is a share of. */
export const sizeOf = ({ donateurs, donations, cents }: Sums, mesure: MesureCroisee): number =>
  mesure === 'donateurs' ? donateurs : mesure === 'donations' ? donations : cents

/** Numbers before words, then as they are written. */
const byCode = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

/** Arranges the codes of an axis: the largest have a heading each, all others one together. */
export function arrange(
  axe: AxeCroise,
  sums: readonly (Sums & { code: string })[],
  mesure: MesureCroisee,
): Arranged {
  const sizes = new Map<string, number>()
  for (const one of sums) sizes.set(one.code, (sizes.get(one.code) ?? 0) + sizeOf(one, mesure))
  const ranked = [...sizes]
    .sort(([one, size], [other, otherSize]) => otherSize - size || byCode(one, other))
    .map(([code]) => code)
  const largest = ranked.slice(0, RANGS_AU_PLUS)
  const rest = ranked.slice(RANGS_AU_PLUS)
  const order = axe === 'annee' ? largest.toSorted(byCode) : codesDe(axe)
  const shown = order ? order.filter((code) => largest.includes(code)) : largest
  const others = rest.length > 0
  const entetes = [
    ...shown.map((code) => ({ code, regroupe: null })),
    ...(others ? [{ code: AUTRES, regroupe: rest.length }] : []),
  ]
  const places = new Map([
    ...shown.map((code, at) => [code, at] as const),
    ...rest.map((code) => [code, shown.length] as const),
  ])
  return {
    entetes,
    shown,
    others,
    placeOf: (code) => (code === null ? shown.length : places.get(code)),
  }
}
