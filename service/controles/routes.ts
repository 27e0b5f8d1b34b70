import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { controles, saisirTotal, verifierControles } from '#contract/controles'
import { formatMoney } from '#figures/format'
import type { Db } from '../database/connect'
import { readIdentite } from '../http/identite'
import { route } from '../http/route'
import type { Metrics } from '../metrics'
import { Problem } from '../problem'
import { noteTotal } from './comptabilite'
import { readControles } from './lire'
import { keepControles, type VerifyChain, verify } from './verifier'

/** Registers the controls: compared by themselves after each refresh once the service listens, and when asked for. */
export function registerControles(
  app: FastifyInstance,
  {
    db,
    verifyChain,
    log,
    metrics,
  }: { db: Db; verifyChain: VerifyChain; log: Logger; metrics: Metrics },
): void {
  let keeper: ReturnType<typeof keepControles> | undefined
  app.addHook('onListen', () => {
    keeper = keepControles(db, verifyChain, log, (disagreeing) =>
      metrics.disagreeingControls.set(disagreeing),
    )
  })
  app.addHook('onClose', async () => {
    await keeper?.stop()
  })

  route(app, controles, () => readControles(db))

  route(app, verifierControles, async () => {
    if (!(await verify(db, verifyChain)))
      throw new Problem(
        'conflit',
        'Les chiffres sont en cours de calcul, ou ne connaissent pas encore le dernier import ou la dernière exclusion. Réessayez quand le calcul est terminé.',
      )
    return readControles(db)
  })

  route(app, saisirTotal, async ({ body, request }) => {
    await noteTotal(db, { ...body, identite: readIdentite(request) })
    return {
      message: `Le total ${body.annee} de la comptabilité est noté\u00A0: ${formatMoney(body.montant)}.`,
    }
  })
}
