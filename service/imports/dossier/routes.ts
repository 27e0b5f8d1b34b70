import type { FileHandle } from 'node:fs/promises'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { ACTEUR } from '#contract/constants'
import { depotDossier, ecarterDepot, lireDepot } from '#contract/depot'
import { readDecideur } from '../../platform/http/identite'
import { route } from '../../platform/http/route'
import { whileListening } from '../../platform/jobs/keep'
import { Problem } from '../../problem'
import { deposantDe } from '../staging/deposant'
import { type Deps, deposer, typeDe } from './deposer'
import { ouvrir } from './entrees'
import { createPrendre } from './prendre'
import { lireDossier } from './suivi'
import { veiller } from './veille'

const gone = () =>
  new Problem('introuvable', 'Ce fichier n’attend plus dans le dossier\u00A0: rechargez la page.')

/** Registers what the upload screen shows of the folder, and watches it while the service listens. */
export function registerDossier(app: FastifyInstance, deps: Deps): void {
  const { db, config } = deps
  const { DEPOT_DIR } = config
  route(app, depotDossier, () => lireDossier(db, DEPOT_DIR !== undefined))
  const { finir } = createPrendre(deps)

  /** Does something with a file that waits, as it is open. */
  const ouvert = async <Done>(
    depot_id: string,
    work: (found: { nom: string; chemin: string; file: FileHandle }) => Promise<Done>,
  ): Promise<Done> => {
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
    const chemin = path.join(DEPOT_DIR, found.chemin)
    const file = await ouvrir(chemin)
    if (!file) throw gone()
    try {
      return await work({ nom: found.nom, chemin, file })
    } finally {
      await file.close()
    }
  }
  route(app, lireDepot, ({ params: { depot_id }, request }) =>
    ouvert(depot_id, async ({ nom, file }) => {
      const { type } = await typeDe(db, file, nom)
      const { size: taille } = await file.stat()
      const order = { nom, type, taille, deposant: deposantDe(request) }
      const fichier_id = await deposer(deps, file, order)
      return { fichier_id, ...(await typeNote(fichier_id)) }
    }),
  )
  route(app, ecarterDepot, ({ params: { depot_id }, body, request }) =>
    ouvert(depot_id, async ({ nom, chemin, file }) => {
      const phrase = `Écarté par ${readDecideur(request, body.nom) ?? ACTEUR}.`
      const place = { nom, chemin: Buffer.from(chemin) }
      await finir(depot_id, place, file, { sort: 'refuse', phrase })
      return { nom }
    }),
  )
  if (DEPOT_DIR !== undefined)
    whileListening(app, () => veiller({ ...deps, config: { ...config, DEPOT_DIR } }))

  const typeNote = (fichierId: string) =>
    db
      .selectFrom('fichiers')
      .select('type')
      .where('fichier_id', '=', fichierId)
      .executeTakeFirstOrThrow()
}
