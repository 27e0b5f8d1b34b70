import { type RawBuilder, sql } from 'kysely'
import { LectureFichier } from '#contract/lecture'
import type { Db } from '../../platform/database/connect'
import { EN_VIGUEUR } from '../entries/read'

/** An import of a file with the same header, and the reading that somebody chose for it. */
export interface Precedent {
  nom: string
  le: string
  lecture: LectureFichier
}

/** A header as it is compared: a sheet may have a remark right of it in one year. */
const sansVides = (entete: RawBuilder<unknown>) =>
  sql`regexp_replace((${entete})::text, '(, "")+\\]$', ']')`

/**
 * The last import, not undone, of a tool's file with these columns: whoever imports the next file of the same tool reads it
 * likewise, under the same prefix, or its gifts would be others.
 */
export async function lirePrecedent(
  db: Db,
  noms: readonly string[],
  { ligne_entete, feuille }: { ligne_entete: number; feuille: string },
): Promise<Precedent | undefined> {
  const { rows } = await sql<{ nom: string; le: Date; lecture: object }>`
    select nom, termine_le as le, demande -> 'lecture' as lecture
    from imports
    join fichiers using (fichier_id)
    where type = 'fichier' and statut = 'completed' and demande is not null
      and ${sansVides(sql`lecture -> 'entete'`)} = ${sansVides(sql`${JSON.stringify(noms)}::jsonb`)}
      and ${EN_VIGUEUR}
    order by termine_le desc
    limit 1`.execute(db)
  const [found] = rows
  if (!found) return undefined
  const {
    feuille: _feuille,
    numeros_repris: _repris,
    lignes_masquees: _masquees,
    ...rest
  } = found.lecture as LectureFichier
  const read = LectureFichier.safeParse({
    ...rest,
    ligne_entete,
    ...(feuille !== '' && { feuille }),
  })
  return read.success
    ? { nom: found.nom, le: found.le.toISOString(), lecture: read.data }
    : undefined
}
