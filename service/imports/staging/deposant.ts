import type { FastifyRequest } from 'fastify'
import type { Db } from '../../platform/database/connect'
import { readIdentite, readPersonne } from '../../platform/http/identite'
import { Problem } from '../../problem'
import { hashOf } from './room'

/** What the pseudonym of whoever gave no name begins with. */
const SANS_NOM = '*'

/** The pseudonym of whoever stages a file: by a name, or by an address alone. */
export function deposantDe(request: FastifyRequest): string {
  const identite = readIdentite(request)
  return identite === null ? SANS_NOM + hashOf(readPersonne(request)) : hashOf(identite)
}

/**
 * Throws a Problem if the file still waits for its import and somebody else staged it. Where no proxy says who asks, or said who
 * staged it, nobody can be told apart: the file is then its id's, which cannot be guessed. What was imported is everybody's.
 */
export async function refuseAutrui(
  db: Db,
  fichierId: string,
  request: FastifyRequest,
): Promise<void> {
  const personne = readIdentite(request)
  if (personne === null) return
  const anothers = await db
    .selectFrom('fichiers')
    .leftJoin('imports', 'imports.fichier_id', 'fichiers.fichier_id')
    .select('fichiers.fichier_id')
    .where('fichiers.fichier_id', '=', fichierId)
    .where('imports.fichier_id', 'is', null)
    .where('depose_par', '<>', hashOf(personne))
    .where('depose_par', 'not like', `${SANS_NOM}%`)
    .executeTakeFirst()
  if (anothers)
    throw new Problem(
      'refuse',
      'Ce fichier attend la personne qui l’a déposé\u00A0: elle seule peut le lire et l’importer. Déposez-le vous-même.',
      { champ: 'fichier_id' },
    )
}
