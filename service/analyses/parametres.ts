import type { FastifyInstance } from 'fastify'
import { parametres } from '#contract/parametres'
import type { Config } from '../config'
import { route } from '../http/route'

export function registerParametres(app: FastifyInstance, { config }: { config: Config }): void {
  route(app, parametres, () => ({ campagne_produit: config.CAMPAGNE_PRODUIT }))
}
