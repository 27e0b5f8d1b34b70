import { sql } from 'kysely'
import type { JournalImports, ResultatImport, UploadStatus } from '#contract/imports'
import type { Db } from '../../platform/database/connect'
import { onlyRow } from '../../platform/database/only-row'
import { inSnapshot } from '../../platform/database/snapshot'
import { Problem } from '../../problem'
import { NOTHING_LEFT, SERVICE_STOPPED } from '../failure'
import { DAYS_KEPT } from '../writing/before'
import { IS_DEAD } from './dead'
import { type Demande, failed } from './entry'

/** Duration of an import, in seconds; 0 if the clock stepped back meanwhile. */
const SECONDS = sql<number>`
  round(
    extract(
      epoch from greatest(
        coalesce(imports.termine_le, clock_timestamp()), imports.commence_le
      ) - imports.commence_le
    )::numeric,
    1
  )`
/** What became of the cards of a tool's file, which have an import of their own. */
const CARTES = sql`(
  select cartes.resultat
  from fichiers as fiches
  join imports as cartes using (fichier_id)
  where fiches.de = imports.fichier_id
)`

/** The other sheets of a workbook, while they wait. */
const SUITE = sql<{ fichier_id: string; feuilles: string[] } | null>`(
  select jsonb_build_object('fichier_id', suites.fichier_id, 'feuilles', suites.lecture -> 'suivantes')
  from fichiers as suites
  where suites.fichier_id = (fichiers.lecture ->> 'suite')::uuid and suites.en_depot
    and suites.fichier_id not in (select suivis.fichier_id from imports as suivis where suivis.statut <> 'error')
)`

/**
 * Recent and small enough, gifts and cards each, and not undone yet; whether a later one changed the same rows is not
 * looked up.
 */
const MAY_BE_UNDONE = sql<boolean>`
  coalesce(
    (
      select bool_or(ecrits.lignes_gardees)
        and bool_and(
          ecrits.lignes_gardees
          or (ecrits.resultat ->> 'inseres')::bigint + (ecrits.resultat ->> 'modifies')::bigint = 0
        )
      from fichiers as parties
      join imports as ecrits using (fichier_id)
      where imports.fichier_id in (parties.fichier_id, parties.de)
    ),
    false
  )
  and imports.termine_le > clock_timestamp() - make_interval(days => ${DAYS_KEPT})
  and not exists (
    select from imports as annulations
    where annulations.annule = imports.fichier_id and annulations.statut <> 'error'
  )`

/** Of imports: those that wrote a file's rows, and whose rows nobody took back since. */
export const EN_VIGUEUR = sql<boolean>`
  imports.annule is null and imports.partage is null and imports.fichier_id not in (
    select defaits.annule from imports as defaits where defaits.annule is not null and defaits.statut = 'completed'
  )`

const started = (db: Db) =>
  db
    .selectFrom('imports')
    .innerJoin('fichiers', 'fichiers.fichier_id', 'imports.fichier_id')
    .leftJoin('leases', 'job_id', 'imports.fichier_id')
    .selectAll('imports')
    .select(['type', 'nom', 'taille', 'sha256', 'en_depot', 'fichiers.lecture'])
    .select([CARTES.as('cartes'), SUITE.as('suite')])
    .select([SECONDS.as('duree'), IS_DEAD.as('isDead'), MAY_BE_UNDONE.as('annulable')])

/** What is told of the import of a tool's file beside its gifts. */
function outilOf({
  demande,
  lecture,
  cartes,
  suite,
}: {
  demande: unknown
  lecture: unknown
  cartes: unknown
  suite: { fichier_id: string; feuilles: string[] } | null
}) {
  if (demande === null) return null
  const { mis_a_zero = 0, lues = null } = (lecture ?? {}) as { mis_a_zero?: number; lues?: number }
  return {
    modele: (demande as Demande).modele,
    donateurs: resultatOf(cartes),
    mis_a_zero,
    lignes: lues,
    suite,
  }
}

interface Ending {
  isDead: boolean
  statut: string
  en_depot: boolean
  annule: string | null
  message: string
}

/**
 * The row as the sweeper will leave it: an import with an expired lease failed. One whose file is gone cannot be started
 * again.
 */
const ended = <Row extends Ending>(row: Row) => {
  const now = row.isDead ? { ...row, ...failed(SERVICE_STOPPED), termine_le: new Date() } : row
  const isLost = now.statut === 'error' && !now.en_depot && now.annule === null
  return isLost ? { ...now, message: NOTHING_LEFT } : now
}

/**
 * Fraction of the current step done, as PostgreSQL reports it for an index build: blocks scanned, then tuples written.
 */
const SHARE = sql<number>`coalesce((
  select case
    when tuples_total > 0 then 0.5 + 0.5 * tuples_done / tuples_total
    else 0.5 * blocks_done / nullif(blocks_total, 0)
  end
  from leases
  join pg_stat_progress_create_index on pid = backend_pid
  where job_id = imports.fichier_id and imports.statut = 'processing'
), 0)::float8`

/** Result of an import; an earlier version kept every reject, and did not count those kept. */
function resultatOf(noted: unknown): ResultatImport | null {
  const resultat = noted as
    | (Omit<ResultatImport, 'rejets_gardes' | 'retires'> & {
        rejets_gardes?: number
        retires?: number
      })
    | null
  return (
    resultat && {
      ...resultat,
      rejets_gardes: resultat.rejets_gardes ?? resultat.rejetes,
      retires: resultat.retires ?? 0,
    }
  )
}

/** The state of an import, whichever process runs it: one with an expired lease failed. */
export async function readStatus(db: Db, uploadId: string): Promise<UploadStatus> {
  const row = await started(db)
    .select(SHARE.as('part'))
    .where('imports.fichier_id', '=', uploadId)
    .executeTakeFirst()
  if (!row) throw new Problem('introuvable', 'Cet import n’existe pas.')
  // Completed here, its rows may still be committing on another server: whoever is told so must find them.
  if (row.statut === 'completed') await inSnapshot(db, () => Promise.resolve())
  const found = ended(row)
  return {
    upload_id: found.fichier_id,
    type: found.type,
    filename: found.nom,
    status: found.statut,
    progress: {
      current_step: found.etape,
      percentage: Math.round(found.pourcentage + found.portion * found.part),
      processed: found.traitees,
      total: found.total,
      speed:
        found.traitees > 0 && found.duree > 0 ? Math.round(found.traitees / found.duree) : null,
    },
    processing_time: found.duree,
    message: found.message,
    errors: found.erreurs,
    resultat: resultatOf(found.resultat),
    reprenable: found.statut === 'error' && found.en_depot,
    completer_lignes_courtes: found.completer,
    outil: outilOf(found),
    annule: found.annule,
    annulable: found.annulable,
  }
}

/** The latest imports, latest first; that of a tool's file tells of its cards too. */
export async function readJournal(db: Db, limit: number): Promise<JournalImports> {
  const rows = await started(db)
    .where('de', 'is', null)
    .orderBy('commence_le', 'desc')
    .limit(limit)
    .execute()
  return {
    imports: rows.map(ended).map((row) => ({
      upload_id: row.fichier_id,
      type: row.type,
      filename: row.nom,
      taille: row.taille,
      sha256: row.sha256,
      importe_par: row.importe_par ?? '',
      commence_le: row.commence_le?.toISOString() ?? '',
      termine_le: row.termine_le?.toISOString() ?? null,
      status: row.statut,
      message: row.message,
      resultat: resultatOf(row.resultat),
      processing_time: row.duree,
      outil: outilOf(row),
      annule: row.annule,
      partage: row.partage,
    })),
  }
}

/** Number of completed imports, a clock-independent version: what was read before the last one is stale. */
export async function countImports(db: Db): Promise<number> {
  const { imports } = onlyRow(
    await sql<{ imports: number }>`
      select count(*) as imports from imports where statut = 'completed'`.execute(db),
  )
  return imports
}
