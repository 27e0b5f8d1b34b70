import type { Db } from '../../platform/database/connect'
import type { Depot } from '../staging/depot'
import type { Counting } from './count'

/** Work in rows that are read or written: behind an import, in its present step, and ahead of it. */
export interface Travail {
  fait: number
  etape: number
  reste: number
}

/** A step of one statement, which goes through `lignes` rows. */
export interface Pas {
  step: string
  travail: Travail
  lignes: number
  /** The rows of the file that are behind by then; without it, they are those that the statement has gone through. */
  traitees?: number
}

/** Tells that a step begins; `traitees` are the rows of the file that are behind by then. */
export type Tell = (step: string, travail: Travail, traitees?: number) => Promise<void>

export interface Progress extends Tell {
  /** The same, and tells how far its statement is, where that asks `counting` of each row. */
  counted: <Result>(
    tx: Db,
    depot: Depot,
    pas: Pas,
    work: (counting?: Counting) => Promise<Result>,
  ) => Promise<Result>
}

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
