import { parametres } from '#contract/parametres'
import { route } from '../platform/http/route'
import type { Analysis } from './analysis'

export default {
  calls: [
    (app, { config }) =>
      route(app, parametres, () => ({
        campagne_produit: config.CAMPAGNE_PRODUIT,
        rgpd_ecran: config.RGPD_ECRAN,
      })),
  ],
} satisfies Analysis
