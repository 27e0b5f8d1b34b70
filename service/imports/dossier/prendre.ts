import type { FileHandle } from 'node:fs/promises'
import { today } from '#figures/today'
import { Problem } from '../../problem'
import { leave } from '../staging/forget'
import { type Deps, deposer, PlusTard, typeDe } from './deposer'
import { type Entree, ouvrir } from './entrees'
import { createJuger, type Jugement } from './juger'
import { Ailleurs, placer } from './placer'
import { commencer, noter, oublier, type Suivi } from './suivi'

/** Takes files of the folder, one after the other, by what the calls of the screens do. */
export function createPrendre(deps: Deps) {
  const { db, config, log, metrics } = deps
  const { attendre, juger } = createJuger(deps)

  /** Moves a file to where its fate has it lie, and notes that: the end. */
  const finir = async (
    depotId: string,
    { chemin, nom }: Pick<Entree, 'chemin' | 'nom'>,
    file: FileHandle,
    { sort, phrase }: Jugement,
  ): Promise<void> => {
    const jour = today()
    const announce = (place: string) => noter(db, depotId, { chemin: place })
    const place = await placer(
      config.DEPOT_DIR ?? '',
      { chemin, nom, file },
      { sort, jour, ...(sort === 'refuse' && { raison: phrase }) },
      announce,
    ).catch((error: unknown) => {
      if (error instanceof Ailleurs) return null
      throw error
    })
    if (place === null && sort !== 'importe') {
      await oublier(db, depotId)
      throw new PlusTard(`${nom} a changé ou n’est plus là.`)
    }
    const gone = place === null ? ' Le fichier lui-même n’est plus à sa place.' : ''
    await noter(db, depotId, { sort, phrase: phrase + gone, chemin: place })
    metrics.depotFichiers.inc({ sort })
    log.info({ fichier: nom, sort, chemin: place }, 'fichier du dossier')
  }

  /** Ends what was begun with a file whose import has ended; false where there is none such. */
  const reprendre = async (
    suivi: Suivi | undefined,
    entree: Entree,
    file: FileHandle,
    signal: AbortSignal,
  ): Promise<boolean> => {
    if (!suivi) return false
    if (suivi.statut !== null && suivi.fichier_id !== null) {
      await finir(suivi.depot_id, entree, file, await attendre(suivi.fichier_id, signal))
      return true
    }
    if (suivi.fichier_id !== null) await leave(db, suivi.fichier_id)
    await oublier(db, suivi.depot_id)
    return false
  }

  return {
    finir,
    /** Takes one file to its end. Throws PlusTard, a Problem or an error of the system where it is to be tried again. */
    prendre: async (
      entree: Entree,
      suivi: Suivi | undefined,
      signal: AbortSignal,
    ): Promise<void> => {
      const file = await ouvrir(entree.chemin, entree.marque)
      if (!file) return
      try {
        if (await reprendre(suivi, entree, file, signal)) return
        const depotId = await commencer(db, entree)
        let fichierId: string | undefined
        try {
          const { type, modele } = await typeDe(db, file, entree.nom)
          fichierId = await deposer(deps, file, { ...entree, type, signal })
          const jugement = await juger(depotId, fichierId, modele, signal)
          if (!(await isImported(fichierId))) {
            await leave(db, fichierId)
            await noter(db, depotId, { fichier_id: null })
          }
          await finir(depotId, entree, file, jugement)
        } catch (error) {
          const isRefused =
            error instanceof Problem &&
            (error.code === 'invalide' ||
              (error.code === 'trop_grand' && entree.taille > config.UPLOAD_MAX_BYTES))
          if (isRefused) {
            await finir(depotId, entree, file, { sort: 'refuse', phrase: error.message })
            return
          }
          // What the database knows of an import stays noted, and is found again.
          if (!fichierId || !(await isImported(fichierId))) {
            if (fichierId) await leave(db, fichierId)
            await oublier(db, depotId)
          }
          throw error
        }
      } finally {
        await file.close()
      }
    },
  }

  async function isImported(fichierId: string): Promise<boolean> {
    const found = await db
      .selectFrom('imports')
      .select('statut')
      .where('fichier_id', '=', fichierId)
      .where('statut', '<>', 'error')
      .executeTakeFirst()
    return found !== undefined
  }
}
