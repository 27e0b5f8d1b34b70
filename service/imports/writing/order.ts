import { sql } from 'kysely'
import type { TypeFichier } from '#contract/imports'
import type { Db } from '../../platform/database/connect'
import type { Lecture } from '../parsing/lecture'
import { depotOf } from '../staging/depot'
import type { Comparison } from './comparison'

/** A staged file, and how to import it. */
export interface Order {
  fichierId: string
  type: TypeFichier
  lecture: Lecture
  /** Short rows count, padded with empty fields. */
  isCompleted: boolean
  /** The rows that it changes are not kept: whatever it is part of cannot be undone. */
  isForgotten?: boolean
}

/** Row counts of the file, before deduplication. */
export function readRows({ lecture, isCompleted }: Order) {
  const short = isCompleted ? 1 : 0
  return {
    total: lecture.total,
    valides: lecture.valides + short * (lecture.courtesValides - lecture.courtesZeros),
    zeros: lecture.zeros + short * lecture.courtesZeros,
    rejets: lecture.rejets - short * lecture.courtesValides,
    centimes: lecture.centimes + short * lecture.courtesCentimes,
  }
}

/** First and last date of those rows as YYYYMMDD; undefined if there are none. */
export function readPeriod({ lecture, isCompleted }: Order) {
  const days = [lecture.premierJour, lecture.dernierJour]
  if (isCompleted) days.push(lecture.courtesPremierJour, lecture.courtesDernierJour)
  const known = days.filter((day) => day > 0)
  return known.length > 0 ? { premier: Math.min(...known), dernier: Math.max(...known) } : undefined
}

export const comparisonOf = ({ fichierId, type, lecture }: Order): Comparison => ({
  type,
  depot: depotOf(fichierId),
  columns: lecture.colonnes,
})

/** Whether any key may occur twice in the file. */
export const mayRepeat = ({ lecture, isCompleted }: Order) =>
  lecture.reprises > 0 || (isCompleted && lecture.courtesValides > 0)

/** The column of the reason of a reject, by whether short rows are completed. */
export const motifColumn = (isCompleted: boolean) => (isCompleted ? 'motif_complete' : 'motif')

/** Counts the stored rejects of a file, excluding those valid once completed. */
export async function countKept(db: Db, order: Order): Promise<number> {
  const { rows } = await sql<{ nombre: number }>`
    select count(*) as nombre from imports_rejets
    where fichier_id = ${order.fichierId}
      and ${sql.ref(motifColumn(order.isCompleted))} <> 'valide'
  `.execute(db)
  return rows[0]?.nombre ?? 0
}
