import { sql } from 'kysely'
import type { ResultatImport, TypeFichier } from '#contract/imports.ts'
import type { Db } from '../database/connect'
import { applyChanges, type Comparison, settleRepeats } from './difference'
import { promote } from './promote'
import type { Lecture } from './reader'
import { depotOf, dropDepot } from './staging'

export interface Order {
  importId: string
  type: TypeFichier
  lecture: Lecture
  /** Short rows count, completed with empty fields. */
  isCompleted: boolean
}

export type Progress = (step: string, percentage: number, processed?: number) => Promise<void>

/** The file's rows that take part, before repeats are settled. */
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

export const comparisonOf = ({ importId, type, lecture }: Order): Comparison => ({
  type,
  depot: depotOf(importId),
  columns: lecture.colonnes,
})

/** Settles the file's repeats where there may be any, and gives the depot its statistics. */
export async function settle(tx: Db, order: Order) {
  const { lecture, isCompleted } = order
  const mayRepeat = lecture.reprises > 0 || (isCompleted && lecture.courtesValides > 0)
  if (!mayRepeat) return { doublons: 0, centimes: 0 }
  const repeats = await settleRepeats(tx, comparisonOf(order), isCompleted)
  await sql`analyze ${depotOf(order.importId).lignes}`.execute(tx)
  return repeats
}

/**
 * Brings a staged file into its table within the caller's transaction. Throws where the table's sum is not
 * the file's, to the cent.
 */
export async function write(tx: Db, order: Order, progress: Progress): Promise<ResultatImport> {
  const read = readRows(order)
  await progress('Vérification des doublons', 5)
  const repeats = await settle(tx, order)
  await sql`lock table ${sql.table(order.type)} in share row exclusive mode`.execute(tx)
  const rows = read.valides + read.zeros - repeats.doublons

  await progress('Comparaison avec les données enregistrées', 15)
  const changes =
    (await promote(tx, comparisonOf(order), rows, progress)) ??
    (await applyChanges(tx, comparisonOf(order), (step, written, total) =>
      progress(step, 40 + (50 * written) / Math.max(1, total), written),
    ))
  if (Math.round(changes.centimes + repeats.centimes) !== read.centimes)
    throw new Error('the sum of the table is not the sum of the file')
  await progress('Enregistrement définitif', 95, rows)
  await dropDepot(tx, order.importId)
  return {
    inseres: changes.nouveaux,
    modifies: changes.modifies,
    inchanges: rows - changes.nouveaux - changes.modifies,
    doublons: repeats.doublons,
    rejetes: read.rejets,
    zeros: read.zeros,
    total_rows: read.total,
    montant_fichier: read.centimes / 100,
    montant_doublons: repeats.centimes / 100,
    montant_ecrit: Math.round(changes.centimes) / 100,
  }
}
