export interface YearValue {
  annee: number
  valeur: number
}

/** A line from the first year to a forecast; `through` is the second year that it goes through. */
export interface Trend {
  from: YearValue
  to: YearValue
  through: number
}

/** What the tooltip of a forecast says below its value. */
export const trendSource = ({ from, through }: Trend) =>
  `Prévision basée sur la tendance ${from.annee}-${through}`
