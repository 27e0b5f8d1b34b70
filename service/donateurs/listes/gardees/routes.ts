import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { garderListe, listesGardees, mesuresGardees, retirerListe } from '#contract/listes-gardees'
import { citer } from '#figures/format'
import type { Config } from '../../../config'
import { whileFree } from '../../../platform/database/abandon'
import type { Db } from '../../../platform/database/connect'
import { requireDecideur } from '../../../platform/http/identite'
import { route } from '../../../platform/http/route'
import { keepDerived } from '../../../platform/jobs/derived'
import { garder, retirer } from './garder'
import { readListesGardees, readMesures } from './lire'
import { mesuresDe } from './mesurer'

/** Registers the kept lists; each is counted after every publication, once the service listens. */
export function registerGardees(
  app: FastifyInstance,
  { config, db, log }: { config: Config; db: Db; log: Logger },
): void {
  const produit = config.CAMPAGNE_PRODUIT
  keepDerived(app, { db, log }, mesuresDe(produit), 'listes gardées comptées plus tard')
  route(app, listesGardees, () => readListesGardees(db, produit))
  route(app, mesuresGardees, ({ params }) => readMesures(db, produit, params.liste_id))

  route(app, garderListe, async ({ body: { nom_liste, adresse, nom }, request }) => {
    const par = requireDecideur(request, nom)
    const liste_id = await whileFree(() => garder(db, produit, { nom: nom_liste, adresse, par }))
    return {
      liste_id,
      message: `La liste ${citer(nom_liste)} est gardée\u00A0: elle se comptera à chaque publication.`,
    }
  })

  route(app, retirerListe, async ({ body: { liste_id, nom }, request }) => {
    const par = requireDecideur(request, nom)
    const named = await whileFree(() => retirer(db, liste_id, par))
    return { message: `La liste ${citer(named)} n’est plus gardée.` }
  })
}
