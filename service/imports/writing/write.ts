import { sql } from 'kysely'
import type { ResultatImport } from '#contract/imports'
import { closePassage, lockAlone } from '../../platform/database/alone'
import type { Db } from '../../platform/database/connect'
import { dropDepot } from '../staging/depot'
import { keepBefore } from './before'
import { type Comparison, type Extent, keepChanges } from './comparison'
import { withJournal } from './journal'
import { comparisonOf, countKept, mayRepeat, type Order, readRows } from './order'
import type { Progress } from './progress'
import { countStored, estimateStored, isEmpty, isLargeChange, promote } from './promote'
import { type Repeats, settleRepeats } from './repeats'
import { noteSommes } from './sommes'
import { updateTable } from './update'

/** Deduplicates the file, if it may have repeats. */
export async function settleRepeatsOf(tx: Db, order: Order): Promise<Repeats> {
  return mayRepeat(order)
    ? settleRepeats(tx, comparisonOf(order), order.isCompleted)
    : { doublons: 0, centimes: 0 }
}

/** Writes `rows` deduplicated rows to their table, by the faster way. */
async function bring(
  tx: Db,
  { fichierId, isForgotten = false }: Order,
  comparison: Comparison,
  rows: number,
  progress: Progress,
) {
  const isDonations = comparison.type === 'donations'
  const keep = async (extent: Extent) => {
    if (!isForgotten) await keepBefore(tx, fichierId, comparison, extent)
  }
  if (isDonations && (await isEmpty(tx))) {
    const changes = { nouveaux: rows, modifies: 0 }
    const extent = { ...changes, isCompared: false }
    if (rows > 0) await noteSommes(tx, fichierId, comparison, 'rien')
    await keep(extent)
    const centimes = await withJournal(tx, fichierId, comparison, extent, () =>
      promote(tx, comparison, { rows, kept: 0, fait: 0 }, progress),
    )
    return { ...changes, centimes }
  }
  const compared = rows + (await estimateStored(tx, comparison.type))
  const step = 'Comparaison avec les données enregistrées'
  const travail = { fait: 0, etape: compared, reste: rows }
  const pas = { step, travail, lignes: rows }
  const changes = await progress.counted(tx, comparison.depot, pas, (counting) =>
    keepChanges(tx, comparison, counting),
  )
  const isLarge = isDonations && (await isLargeChange(tx, comparison, changes))
  const kept = isLarge ? (await countStored(tx)) - (rows - changes.nouveaux) : 0
  const remplace = !isLarge ? 'ecarts' : kept > 0 ? 'fichier' : 'tout'
  if (changes.nouveaux + changes.modifies > 0) await noteSommes(tx, fichierId, comparison, remplace)
  const extent = { ...changes, isCompared: true }
  await keep(extent)
  const centimes = await withJournal(tx, fichierId, comparison, extent, () =>
    isLarge
      ? promote(tx, comparison, { rows, kept, fait: compared }, progress)
      : updateTable(tx, comparison, { ...changes, rows, fait: compared }, progress),
  )
  await sql`drop table ${comparison.depot.ecarts}`.execute(tx)
  return { ...changes, centimes }
}

/**
 * Imports a staged file within the caller's transaction. Throws if the table's sum differs from the file's by a cent.
 */
export async function write(tx: Db, order: Order, progress: Progress): Promise<ResultatImport> {
  const read = readRows(order)
  await sql`lock table ${sql.table(order.type)} in share row exclusive mode`.execute(tx)
  await progress('Vérification des doublons', { fait: 0, etape: 0, reste: read.total })
  const repeats = await settleRepeatsOf(tx, order)
  const rows = read.valides + read.zeros - repeats.doublons
  const changes = await bring(tx, order, comparisonOf(order), rows, progress)
  if (Math.round(changes.centimes + repeats.centimes) !== read.centimes)
    throw new Error('the sum of the table is not the sum of the file')
  const end = { fait: rows, etape: 0, reste: 0 }
  await progress('Enregistrement définitif', end, rows)
  const sayWaiting = () => progress('Attente de la fin d’un calcul', end, rows)
  await lockAlone(tx, () => closePassage(tx), sayWaiting)
  await dropDepot(tx, order.fichierId)
  return {
    inseres: changes.nouveaux,
    modifies: changes.modifies,
    retires: 0,
    inchanges: rows - changes.nouveaux - changes.modifies,
    doublons: repeats.doublons,
    rejetes: read.rejets,
    rejets_gardes: await countKept(tx, order),
    zeros: read.zeros,
    total_rows: read.total,
    montant_fichier: read.centimes / 100,
    montant_doublons: repeats.centimes / 100,
    montant_ecrit: Math.round(changes.centimes) / 100,
  }
}
