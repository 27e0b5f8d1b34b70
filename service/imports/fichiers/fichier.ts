import type { Db } from '../../platform/database/connect'
import { Problem } from '../../problem'
import { IS_DEAD } from '../entries/dead'
import { plusLa } from '../failure'
import type { Depose, Feuille } from '../staging/octets'

/** A staged file of a tool. */
export interface FichierOutil {
  fichierId: string
  nom: string
  taille: number
  sha256: string
  feuilles: Feuille[]
  choisie: number
  /** Its import, unless it waits for one. */
  uploadId: string | null
}

/** Reads what is noted of a tool's file. Throws a Problem if it no longer waits. */
export async function ouvrirFichier(db: Db, fichierId: string): Promise<FichierOutil> {
  const found = await db
    .selectFrom('fichiers')
    .leftJoin('imports', 'imports.fichier_id', 'fichiers.fichier_id')
    .leftJoin('leases', 'job_id', 'imports.fichier_id')
    .select(['nom', 'taille', 'sha256', 'lecture', 'en_depot', 'statut', IS_DEAD.as('isDead')])
    .where('fichiers.fichier_id', '=', fichierId)
    .where('type', '=', 'fichier')
    .where('lecture', 'is not', null)
    .executeTakeFirst()
  if (!found) throw plusLa()
  const begun = found.statut !== null && found.statut !== 'error' && !found.isDead
  if (!begun && !found.en_depot) throw plusLa()
  const { feuilles, choisie } = found.lecture as Depose
  return {
    fichierId,
    nom: found.nom,
    taille: found.taille,
    sha256: found.sha256,
    feuilles,
    choisie,
    uploadId: begun ? fichierId : null,
  }
}

/** Throws a Problem unless the file still waits for an import. */
export function refuseImporte({ uploadId }: FichierOutil): void {
  if (uploadId !== null)
    throw new Problem(
      'conflit',
      'Ce fichier est déjà importé ou en cours d’import\u00a0: son compte ne change plus.',
    )
}

/** The sheet of that name, by default the likeliest, and its place. */
export function feuilleDe(
  { feuilles, choisie }: FichierOutil,
  nom: string | undefined,
): { feuille: Feuille; place: number } {
  const place =
    nom === undefined || nom === '' ? choisie : feuilles.findIndex((one) => one.nom === nom)
  const feuille = feuilles[place]
  if (!feuille)
    throw new Problem('invalide', 'Cette feuille n’est pas dans ce fichier.', { champ: 'feuille' })
  return { feuille, place }
}
