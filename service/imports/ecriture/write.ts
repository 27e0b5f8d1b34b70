import { sql } from 'kysely'
import type { ResultatImport, TypeFichier } from '#contract/imports.ts'
import type { Db } from '../../database/connect'
import { type Changes, type Comparison, keepChanges } from './comparison'
import { countStored, isEmpty, isLargeChange, promote } from './promote'
import { type Repeats, settleRepeats } from './repeats'
import { updateTable } from './update'
import type { Lecture } from '../lecture/lecture'
import { depotOf, dropDepot } from '../depot/staging'

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

/** Whether any key may stand in the file twice. */
export const mayRepeat = ({ lecture, isCompleted }: Order) =>
  lecture.reprises > 0 || (isCompleted && lecture.courtesValides > 0)

/** Settles the file's repeats where there may be any. */
export async function settle(tx: Db, order: Order): Promise<Repeats> {
  return mayRepeat(order)
    ? settleRepeats(tx, comparisonOf(order), order.isCompleted)
    : { doublons: 0, centimes: 0 }
}

/** Brings `rows` settled rows into their table by the shorter way. */
async function bring(tx: Db, comparison: Comparison, rows: number, progress: Progress) {
  const isDonations = comparison.type === 'donations'
  if (isDonations && (await isEmpty(tx))) {
    const centimes = await promote(tx, comparison, { rows, kept: 0 }, progress)
    return { nouveaux: rows, modifies: 0, centimes }
  }
  await progress('Comparaison avec les données enregistrées', 15)
  const changes = await keepChanges(tx, comparison)
  const centimes =
    isDonations && (await isLargeChange(tx, comparison, changes))
      ? await rebuild(tx, comparison, rows, changes, progress)
      : await updateTable(tx, comparison, changes, progress)
  await sql`drop table ${comparison.depot.ecarts}`.execute(tx)
  return { ...changes, centimes }
}

async function rebuild(
  tx: Db,
  comparison: Comparison,
  rows: number,
  { nouveaux }: Changes,
  progress: Progress,
): Promise<number> {
  const kept = (await countStored(tx)) - (rows - nouveaux)
  return promote(tx, comparison, { rows, kept }, progress)
}

/**
 * Brings a staged file into its table within the caller's transaction. Throws where the table's sum is not
 * the file's, to the cent.
 */
export async function write(tx: Db, order: Order, progress: Progress): Promise<ResultatImport> {
  const read = readRows(order)
  await sql`lock table ${sql.table(order.type)} in share row exclusive mode`.execute(tx)
  await progress('Vérification des doublons', 5)
  const repeats = await settle(tx, order)
  const rows = read.valides + read.zeros - repeats.doublons
  const changes = await bring(tx, comparisonOf(order), rows, progress)
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
