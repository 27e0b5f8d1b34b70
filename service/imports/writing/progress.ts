/** Work in rows that are read or written: behind an import, in its present step, and ahead of it. */
export interface Travail {
  fait: number
  etape: number
  reste: number
}

/** Tells that a step begins; `ecrites` counts the rows of the file that the table has by then. */
export type Progress = (step: string, travail: Travail, ecrites?: number) => Promise<void>

/** Nothing is done yet, or it is unknown how much. */
export const AU_DEBUT: Travail = { fait: 0, etape: 0, reste: 1 }

/** Where a step begins and what it makes of the whole, in percent; the last percent is the commit's. */
export function inPercent({ fait, etape, reste }: Travail): {
  pourcentage: number
  portion: number
} {
  const all = Math.max(1, fait + etape + reste)
  return { pourcentage: (99 * fait) / all, portion: (99 * etape) / all }
}
