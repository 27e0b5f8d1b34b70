import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { depotDossier, lireDepot } from '#contract/depot'
import { route } from '../../platform/http/route'
import { whileListening } from '../../platform/jobs/keep'
import { Problem } from '../../problem'
import { deposantDe } from '../staging/deposant'
import { type Deps, deposer, typeDe } from './deposer'
import { ouvrir } from './entrees'
import { lireDossier } from './suivi'
import { veiller } from './veille'

const gone = () =>
  new Problem('introuvable', 'Ce fichier n’attend plus dans le dossier\u00A0: rechargez la page.')

/** Registers what the upload screen shows of the folder, and watches it while the service listens. */
export function registerDossier(app: FastifyInstance, deps: Deps): void {
  const { db, config } = deps
  const { DEPOT_DIR } = config
  route(app, depotDossier, () => lireDossier(db, DEPOT_DIR !== undefined))
  route(app, lireDepot, async ({ params: { depot_id }, request }) => {
    const found = await db
      .selectFrom('depot_fichiers')
      .select(['nom', 'chemin'])
      .where('depot_id', '=', depot_id)
      .where('sort', '=', 'a_decider')
      .executeTakeFirst()
    if (!found?.chemin) throw gone()
    if (DEPOT_DIR === undefined)
      throw new Problem(
        'indisponible',
        'Ce service ne voit pas le dossier\u00A0: réglez DEPOT_DIR.',
      )
    const file = await ouvrir(path.join(DEPOT_DIR, found.chemin))
    if (!file) throw gone()
    try {
      const { nom } = found
      const { type } = await typeDe(db, file, nom)
      const { size: taille } = await file.stat()
      const order = { nom, type, taille, deposant: deposantDe(request) }
      const fichier_id = await deposer(deps, file, order)
      return { fichier_id, ...(await typeNote(fichier_id)) }
    } finally {
      await file.close()
    }
  })
  if (DEPOT_DIR !== undefined)
    whileListening(app, () => veiller({ ...deps, config: { ...config, DEPOT_DIR } }))

  const typeNote = (fichierId: string) =>
    db
      .selectFrom('fichiers')
      .select('type')
      .where('fichier_id', '=', fichierId)
      .executeTakeFirstOrThrow()
}
