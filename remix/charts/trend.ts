export interface YearValue {
  annee: number
  valeur: number
  /** Its list. */
  href?: string | undefined
}

/** A line from the first year to a forecast; `through`: the second year defining it. */
export interface Trend {
  from: YearValue
  to: YearValue
  through: number
}

/** Source line of a forecast's tooltip. */
export const trendSource = ({ from, through }: Trend) =>
  `Prévision basée sur la tendance ${from.annee}-${through}`

/** The trend's name in legends: `Tendance linéaire 2013–2025`. */
export const trendName = ({ depuis, jusqua }: { depuis: number; jusqua: number }) =>
  `Tendance linéaire ${depuis}–${jusqua}`
