import type { Db } from '../../platform/database/connect'
import type { Depot } from '../staging/depot'
import type { Counting } from './count'

/** Work in rows read or written: done, in the current step, and remaining. */
export interface Travail {
  fait: number
  etape: number
  reste: number
}

/** A single-statement step over `lignes` rows. */
export interface Pas {
  step: string
  travail: Travail
  lignes: number
  /** Rows of the file processed by then; by default, those the statement has gone through. */
  traitees?: number
}

/** Reports the start of a step; `traitees`: rows of the file processed by then. */
export type Tell = (step: string, travail: Travail, traitees?: number) => Promise<void>

export interface Progress extends Tell {
  /** Likewise, and reports the progress of a statement that evaluates `counting` for each row. */
  counted: <Result>(
    tx: Db,
    depot: Depot,
    pas: Pas,
    work: (counting?: Counting) => Promise<Result>,
  ) => Promise<Result>
}

/** Nothing done yet, or total unknown. */
export const AU_DEBUT: Travail = { fait: 0, etape: 0, reste: 1 }

/** Start and share of a step, in percent; the last percent is the commit's. */
export function inPercent({ fait, etape, reste }: Travail): {
  pourcentage: number
  portion: number
} {
  const all = Math.max(1, fait + etape + reste)
  return { pourcentage: (99 * fait) / all, portion: (99 * etape) / all }
}
