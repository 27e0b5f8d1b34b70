/** What is known of durations of so many months: how many end then, and how many are observed no further. */
export interface Duree {
  mois: number
  arrets: number
  censures: number
}

/** A month of the curve, with who is still observed at its beginning. */
export interface Palier {
  mois: number
  risque: number
  arrets: number
  /** Part of 1 that lasts beyond the month. */
  survie: number
}

/** The Kaplan–Meier estimate, month by month up to the longest duration; of equal ones the ends come first. */
export function survivalOf(durees: readonly Duree[]): Palier[] {
  const last = Math.max(-1, ...durees.map(({ mois }) => mois))
  const parMois = new Map(durees.map((duree) => [duree.mois, duree]))
  let risque = durees.reduce((total, { arrets, censures }) => total + arrets + censures, 0)
  let survie = 1
  return Array.from({ length: last + 1 }, (_, mois) => {
    const { arrets = 0, censures = 0 } = parMois.get(mois) ?? {}
    survie *= risque === 0 ? 1 : 1 - arrets / risque
    const palier = { mois, risque, arrets, survie }
    risque -= arrets + censures
    return palier
  })
}

/** The first month beyond which less than half lasts; null if half always does. */
export const medianOf = (paliers: readonly Palier[]): number | null =>
  paliers.find(({ survie }) => survie < 0.5)?.mois ?? null
