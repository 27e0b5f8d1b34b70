import { sql } from 'kysely'
import { type DepotDossier, FICHIERS_DU_DOSSIER, FICHIERS_EN_ATTENTE } from '#contract/depot'
import type { Db } from '../../platform/database/connect'
import { IS_DEAD } from '../entries/dead'
import { EN_VIGUEUR } from '../entries/read'
import type { Entree } from './entrees'
import type { Sort } from './placer'

/** A file on its way, or one that waits, with the import that it has become. */
export interface Suivi {
  depot_id: string
  nom: string
  marque: string
  chemin: string | null
  fichier_id: string | null
  /** How its import stands; null where none began, or it failed. */
  statut: 'processing' | 'completed' | null
  message: string | null
}

const suivis = (db: Db) =>
  db
    .selectFrom('depot_fichiers')
    .leftJoin('imports', 'imports.fichier_id', 'depot_fichiers.fichier_id')
    .leftJoin('leases', 'job_id', 'imports.fichier_id')
    .select(['depot_id', 'nom', 'marque', 'chemin', 'depot_fichiers.fichier_id'])
    .select([
      sql<Suivi['statut']>`
        case when statut = 'processing' and not ${IS_DEAD} or statut = 'completed' then statut end`.as(
        'statut',
      ),
      'message',
    ])

/** Those that a process began with and did not move: an import that ended is not made again. */
export const listEnCours = (db: Db): Promise<Suivi[]> =>
  suivis(db).where('sort', 'is', null).execute()

/** Notes that a file is on its way; returns its id. */
export async function commencer(db: Db, { nom, taille, marque }: Entree): Promise<string> {
  const { depot_id } = await db
    .insertInto('depot_fichiers')
    .values({ nom, taille, marque })
    .returning('depot_id')
    .executeTakeFirstOrThrow()
  return depot_id
}

export const noter = async (
  db: Db,
  depotId: string,
  values: {
    fichier_id?: string | null
    sha256?: string
    chemin?: string | null
    sort?: Sort | 'parti'
    phrase?: string
  },
): Promise<void> => {
  await db
    .updateTable('depot_fichiers')
    .set({ ...values, ...(values.sort && { termine_le: sql<Date>`clock_timestamp()` }) })
    .where('depot_id', '=', depotId)
    .execute()
}

export const oublier = async (db: Db, depotId: string): Promise<void> => {
  await db.deleteFrom('depot_fichiers').where('depot_id', '=', depotId).execute()
}

/** The import of these bytes that is in force, if there is one. */
const IMPORT_DE = sql`
  select imports.fichier_id, importe_par, message, termine_le
  from imports
  join fichiers using (fichier_id)
  where sha256 = depots.sha256 and de is null and statut = 'completed' and ${EN_VIGUEUR}
  order by termine_le desc
  limit 1`

/** The files that wait whose bytes somebody has imported since. */
export async function listDecides(
  db: Db,
): Promise<
  { depot_id: string; nom: string; chemin: string; fichier_id: string | null; phrase: string }[]
> {
  const { rows } = await sql<{
    depot_id: string
    nom: string
    chemin: string
    fichier_id: string | null
    par: string | null
    message: string | null
  }>`
    select depot_id, nom, chemin, importes.fichier_id, importe_par as par, message
    from depot_fichiers as depots
    left join lateral (${IMPORT_DE}) as importes on importes.termine_le > depots.vu_le
    where sort = 'a_decider'`.execute(db)
  return rows.map(({ par, message, ...row }) => ({
    ...row,
    phrase: `Par ${par ?? '?'}\u00A0: ${message}`,
  }))
}

/** When these bytes were imported, and that not undone. */
export async function dejaImporte(db: Db, sha256: string): Promise<Date | null> {
  const { rows } = await sql<{ termine_le: Date }>`
    select termine_le from (select ${sha256}::text as sha256) as depots, lateral (${IMPORT_DE}) as importes`.execute(
    db,
  )
  return rows[0]?.termine_le ?? null
}

/** Notes what stands in the way of the whole folder, or null. */
export async function noterEtat(db: Db, phrase: string | null): Promise<void> {
  await sql`
    insert into depot_etat (phrase) values (${phrase})
    on conflict (seul) do update set phrase = excluded.phrase, le = clock_timestamp()
    where depot_etat.phrase is distinct from excluded.phrase`.execute(db)
}

const instant = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** What the upload screen shows of the folder. */
export async function lireDossier(db: Db, actif: boolean): Promise<DepotDossier> {
  const list = async (isWaiting: boolean, most: number) => {
    const { rows } = await sql<DepotDossier['fichiers'][number]>`
      select depot_id, nom, taille, coalesce(sort, 'en_cours') as sort, phrase, chemin,
        case when sort = 'importe' then fichier_id end as upload_id,
        (select type from fichiers where fichiers.fichier_id = depot_fichiers.fichier_id) as type,
        ${instant('vu_le')} as vu_le
      from depot_fichiers
      where ${isWaiting ? sql`sort = 'a_decider'` : sql`true`}
      order by depot_fichiers.vu_le desc, depot_id
      limit ${sql.lit(most)}`.execute(db)
    return rows
  }
  const etat = await db.selectFrom('depot_etat').select('phrase').executeTakeFirst()
  return {
    actif,
    phrase: actif ? (etat?.phrase ?? null) : null,
    attendent: await list(true, FICHIERS_EN_ATTENTE),
    fichiers: await list(false, FICHIERS_DU_DOSSIER),
  }
}
