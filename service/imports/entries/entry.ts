import { sql } from 'kysely'
import { ACTEUR } from '#contract/constants'
import type { ResultatImport, TypeImport } from '#contract/imports'
import type { LectureFichier } from '#contract/lecture'
import { citer, formatCount, formatInstant, plural } from '#figures/format'
import { direSansJour } from '#files/attentes'
import type { Db } from '../../platform/database/connect'
import { type Job, LeaseLost, releaseLease, takeLease } from '../../platform/jobs/lease'
import { Problem } from '../../problem'
import { NOTHING_IMPORTED, plusLa } from '../failure'
import { lockFile } from '../staging/forget'
import { areKept } from '../writing/before'

/** Summarises an import in one sentence; `fiches`: cards that a tool's file added or changed beside its gifts. */
function summary(type: TypeImport, resultat: ResultatImport, fiches: number): string {
  const written = resultat.inseres + resultat.modifies
  const noun = type === 'donateurs' ? 'donateur' : 'don'
  const count = (nombre: number, word: string) =>
    `${formatCount(nombre)} ${word}${nombre >= 2 ? 's' : ''}`
  const { rejetes } = resultat
  if (resultat.total_rows === 0)
    return 'Ce fichier n’a que son en-tête\u00a0: rien n’a été importé.'
  if (rejetes === resultat.total_rows)
    return rejetes === 1
      ? 'Rien n’a été importé\u00a0: la seule ligne du fichier est rejetée. Corrigez-la et importez-la à nouveau.'
      : `Rien n’a été importé\u00a0: les ${formatCount(rejetes)} lignes du fichier sont toutes rejetées. Corrigez-les et importez-les à nouveau.`
  if (written === 0 && rejetes === 0)
    return fiches === 0
      ? 'Ce fichier était déjà enregistré\u00a0: rien n’a changé.'
      : `Ses dons étaient déjà enregistrés\u00a0; ${plural(fiches, 'fiche a changé', 'fiches ont changé')}.`
  return `${count(resultat.inseres, noun)} ${resultat.inseres >= 2 ? 'ajoutés' : 'ajouté'}, ${count(resultat.modifies, 'modifié')}, ${count(resultat.inchanges, 'inchangé')}.`
}

/** What the import of a tool's file says of dates without a day. */
async function readSansJour(tx: Db, { id }: ImportJob): Promise<string[]> {
  const { rows } = await sql<{ lignes: number; jour: string }>`
    select (lecture ->> 'sansJour')::bigint as lignes, demande -> 'lecture' ->> 'jour_constant' as jour
    from imports join fichiers using (fichier_id)
    where fichier_id = ${id} and (lecture ->> 'sansJour')::bigint > 0`.execute(tx)
  return rows.flatMap(({ lignes, jour }) => direSansJour(lignes, jour))
}

/** Cards that the import of a tool's file added or changed. */
async function countFiches(tx: Db, { id }: ImportJob): Promise<number> {
  const { rows } = await sql<{ fiches: number }>`
    select (resultat ->> 'inseres')::bigint + (resultat ->> 'modifies')::bigint as fiches
    from imports join fichiers using (fichier_id) where de = ${id}`.execute(tx)
  return rows[0]?.fiches ?? 0
}

/** Likewise one that undid another. */
function sayUndone(type: TypeImport, { retires, modifies }: ResultatImport): string {
  const noun = type === 'donateurs' ? 'fiche' : 'don'
  const ending = (nombre: number) => `${noun === 'fiche' ? 'e' : ''}${nombre >= 2 ? 's' : ''}`
  return `${formatCount(retires)} ${noun}${retires >= 2 ? 's' : ''} retiré${ending(retires)}, ${formatCount(modifies)} rétabli${ending(modifies)}.`
}

/** What the import of a tool's file was asked with, as its entry keeps it. */
export interface Demande {
  lecture: LectureFichier
  empreinte: string
  modele: { id: string; nom: string; version: number } | null
}

export interface ImportOrder {
  fichierId: string
  type: TypeImport
  isCompleted: boolean
  importePar: string
  /** Of a tool's file: what it is asked with, and its rows. */
  outil?: { demande: Demande; total: number }
}

/** An attempt at importing one file. */
export interface ImportJob extends Job {
  type: TypeImport
  /** The import that it undoes. */
  annule?: string
}

/** The row of an attempt, while neither it nor a later attempt has ended. */
export const entryOf = (db: Db, { id, attempt }: Job) =>
  db
    .updateTable('imports')
    .where('fichier_id', '=', id)
    .where('attempt', '=', attempt)
    .where('statut', '=', 'processing')

/** Number of importable rows of a staged file. */
async function readTotal(
  tx: Db,
  { fichierId, type, outil }: ImportOrder,
): Promise<number | undefined> {
  const file = await tx
    .selectFrom('fichiers')
    .select(
      sql<number>`coalesce(${outil?.total ?? null}::bigint, (lecture ->> 'total')::bigint)`.as(
        'total',
      ),
    )
    .where('fichier_id', '=', fichierId)
    .where('type', '=', type)
    .where('en_depot', '=', true)
    .where('lecture', 'is not', null)
    .executeTakeFirst()
  return file?.total
}

/** Begins the import of a staged file, or retries a failed one; undefined if it is running or completed. */
export const beginImport = (db: Db, order: ImportOrder): Promise<ImportJob | undefined> =>
  db.transaction().execute(async (tx) => {
    const { fichierId, type, isCompleted, importePar, outil } = order
    const total = (await lockFile(tx, fichierId)) ? await readTotal(tx, order) : undefined
    if (total === undefined) return undefined
    const before = await tx
      .selectFrom('imports')
      .select('statut')
      .where('fichier_id', '=', fichierId)
      .executeTakeFirst()
    if (before && before.statut !== 'error') return undefined
    const job = await takeLease(tx, 'import', fichierId)
    await tx.deleteFrom('imports').where('fichier_id', '=', fichierId).execute()
    await tx
      .insertInto('imports')
      .values({
        fichier_id: fichierId,
        statut: 'processing',
        attempt: job.attempt,
        completer: isCompleted,
        importe_par: importePar,
        commence_le: sql<Date>`clock_timestamp()`,
        etape: 'En attente',
        total,
        demande: outil ? JSON.stringify(outil.demande) : null,
      })
      .execute()
    return { ...job, type }
  })

/**
 * Throws a Problem unless the import of this file is running or completed, and is the one that is ordered: with the same
 * account, and short rows completed or not.
 */
export async function refuseUnlessBegun(
  db: Db,
  { fichierId, type, isCompleted }: Pick<ImportOrder, 'fichierId' | 'type' | 'isCompleted'>,
  empreinte: string | null,
): Promise<void> {
  const found = await db
    .selectFrom('imports')
    .innerJoin('fichiers', 'fichiers.fichier_id', 'imports.fichier_id')
    .select(['importe_par', 'commence_le'])
    .select(
      sql<boolean>`
        completer = ${isCompleted} and demande ->> 'empreinte' is not distinct from ${empreinte}`.as(
        'isSame',
      ),
    )
    .where('imports.fichier_id', '=', fichierId)
    .where('type', '=', type)
    .where('statut', '<>', 'error')
    .executeTakeFirst()
  if (!found) throw plusLa()
  if (!found.isSame)
    throw new Problem(
      'conflit',
      `Ce fichier est déjà importé ou en cours d’import, avec d’autres choix que les vôtres\u00a0: par ${citer(found.importe_par ?? ACTEUR)}, le ${formatInstant((found.commence_le ?? new Date()).toISOString())}. Vos choix n’ont pas servi. S’ils sont les bons, annulez cet import, puis déposez le fichier à nouveau.`,
      { champ: 'fichier_id' },
    )
}

/** Records the result in the transaction that wrote it. Throws LeaseLost if the attempt was given up meanwhile. */
export async function complete(tx: Db, job: ImportJob, resultat: ResultatImport): Promise<void> {
  if (!(await releaseLease(tx, job))) throw new LeaseLost()
  await tx
    .updateTable('fichiers')
    .set({ en_depot: false })
    .where('fichier_id', '=', job.id)
    .execute()
  const { numUpdatedRows } = await entryOf(tx, job)
    .set({
      statut: 'completed',
      termine_le: sql<Date>`clock_timestamp()`,
      etape: 'Terminé',
      pourcentage: 100,
      portion: 0,
      traitees: resultat.total_rows,
      total: resultat.total_rows,
      message:
        job.annule === undefined
          ? [
              summary(job.type, resultat, await countFiches(tx, job)),
              ...(await readSansJour(tx, job)),
            ].join(' ')
          : sayUndone(job.type, resultat),
      resultat: JSON.stringify(resultat),
      lignes_gardees: job.annule === undefined && areKept(resultat),
    })
    .executeTakeFirstOrThrow()
  if (numUpdatedRows !== 1n) throw new LeaseLost()
}

/** Columns of a failed import. */
export const failed = (cause: string) => ({
  statut: 'error' as const,
  message: NOTHING_IMPORTED,
  erreurs: [cause],
})

const failNow = (cause: string) => ({
  ...failed(cause),
  termine_le: sql<Date>`clock_timestamp()`,
})

/** Marks an attempt as failed, unless it has ended. */
export async function fail(db: Db, job: ImportJob, cause: string): Promise<void> {
  await entryOf(db, job).set(failNow(cause)).execute()
}

/** Marks the running import of a file as failed, whichever attempt it is. */
export async function failAny(tx: Db, fichierId: string, cause: string): Promise<void> {
  await tx
    .updateTable('imports')
    .set(failNow(cause))
    .where('fichier_id', '=', fichierId)
    .where('statut', '=', 'processing')
    .execute()
}
