import { randomUUID } from 'node:crypto'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'
import type { Logger } from 'pino'
import { readAbsoluteAddress } from '#edge/hosts'
import { watchReaders } from '#edge/pace'
import { registerAnalyses } from './analyses'
import { createAhead } from './analyses/ahead'
import { registerCampagnes } from './campagnes/routes'
import type { Config } from './config'
import { registerDoublons } from './donateurs/doublons/routes'
import { registerExports } from './donateurs/exports/routes'
import { registerFiches } from './donateurs/fiches/routes'
import { registerGardees } from './donateurs/listes/gardees/routes'
import { registerListes } from './donateurs/listes/routes'
import { registerOppositions } from './donateurs/oppositions/routes'
import { registerRecherche } from './donateurs/recherche/routes'
import { registerRemerciements } from './donateurs/remerciements/routes'
import { registerRgpd } from './donateurs/rgpd/routes'
import { registerSeries } from './donateurs/series/routes'
import { registerDonations } from './donations/routes'
import {
  createPublicationsVerifier,
  createRegistresVerifier,
  createVerifier,
  writeCheckpoint,
} from './exclusions/chaine'
import { registerExclusions } from './exclusions/routes'
import { registerImports } from './imports/routes'
import { createMetrics, type Metrics } from './metrics'
import type { Database, Db } from './platform/database/connect'
import { abandonWhatNobodyWaitsFor } from './platform/http/abandon'
import { answerWhenDatabaseHangs } from './platform/http/availability'
import { keepFilesIn } from './platform/http/csv'
import { serveDocs } from './platform/http/docs'
import { guardRoutes, openGate } from './platform/http/gate'
import { registerHealth } from './platform/http/health'
import { acceptEmptyJson } from './platform/http/json'
import { answerUnrouted } from './platform/http/methods'
import { hangUpOnSlowBodies } from './platform/http/pace'
import { answerBadUrl, answerProblems } from './platform/http/problems'
import { checkInput } from './platform/http/query'
import { recordRequests } from './platform/http/requests'
import { requireToken } from './platform/http/token'
import { answerBadRequest, answerEverything } from './platform/http/unreadable'
import { keepLeases } from './platform/jobs/expire'
import { registerControles } from './publication/controles/routes'
import { registerPublications } from './publication/publications/routes'
import { registerRafraichissement } from './publication/rafraichissement/routes'
import { checkVues } from './verification/juger'
import { registerVerification } from './verification/routes'

/** What every feature may need; each takes the part that it uses. */
export interface Deps extends Database {
  config: Config
  log: Logger
  /** Made here if not given. */
  metrics?: Metrics
  /** The replica that the analyses are read from, if there is one. */
  lectures?: Db | undefined
  /** The connections of the imports, if they have their own. */
  imports?: Database
}

/** Of the ten connections: all that reads the donations themselves leaves some to the figures, should they be locked. */
const SHARE = 5

/** Files that are made of one snapshot at the same time. */
const FILES = 3

/** The service with every route registered, never listening; `close()` releases what it holds but the pool. */
export async function buildApp(deps: Deps): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: deps.log,
    genReqId: (request) => request.headers['x-request-id']?.toString().slice(0, 64) || randomUUID(),
    requestIdHeader: false,
    logController: new LogController({ requestIdLogLabel: 'requete', disableRequestLogging: true }),
    requestTimeout: 0,
    http: { requireHostHeader: false },
    bodyLimit: 64 * 1024,
    routerOptions: { maxParamLength: 1000 },
    rewriteUrl: (request) => {
      readAbsoluteAddress(request)
      return request.url ?? ''
    },
    frameworkErrors: answerBadUrl,
    clientErrorHandler: answerBadRequest,
  }) as unknown as FastifyInstance
  app.setValidatorCompiler(checkInput)
  app.setSerializerCompiler(serializerCompiler)
  const metrics = deps.metrics ?? createMetrics({ principal: deps.pool })
  answerEverything(app.server)
  app.server.prependListener('request', watchReaders())
  answerProblems(app)
  acceptEmptyJson(app)
  recordRequests(app, metrics)
  guardRoutes(app, openGate(deps.config))
  requireToken(app, deps.config.SERVICE_TOKEN)
  answerUnrouted(app)
  answerWhenDatabaseHangs(app, deps.ping)
  abandonWhatNobodyWaitsFor(app)
  hangUpOnSlowBodies(app)

  await serveDocs(app)
  await app.register(multipart, {
    throwFileSizeLimit: false,
    limits: { fileSize: deps.config.UPLOAD_MAX_BYTES, files: 1, fields: 8, fieldSize: 4096 },
  })

  keepFilesIn(app, { folder: deps.config.DATA_DIR, journal: deps.db })
  const share = deps.share(SHARE)
  const files = deps.share(FILES)
  registerHealth(app, deps)
  keepLeases(app, deps)
  const ahead = createAhead()
  registerAnalyses(app, { ...deps, db: deps.lectures ?? deps.db, ahead })
  const { prepareDonations } = registerDonations(app, { db: share, files })
  registerCampagnes(app, { db: share })
  registerListes(app, { ...deps, db: deps.lectures ?? deps.db, files })
  registerGardees(app, deps)
  registerExclusions(app, { ...deps, db: share, check: checkVues })
  registerExports(app, { ...deps, db: share })
  registerFiches(app, { db: share })
  registerRecherche(app, { ...deps, db: share })
  registerVerification(app, { ...deps, db: share, files })
  registerOppositions(app, { db: share, files })
  registerRemerciements(app, { db: share, files })
  registerRgpd(app, { ...deps, db: share })
  registerDoublons(app, { ...deps, db: share, files })
  registerSeries(app, { db: share, files })
  const verifyPublications = createPublicationsVerifier(deps.db, deps.config.DATA_DIR)
  registerControles(app, {
    ...deps,
    db: share,
    metrics,
    verifyChain: createVerifier(deps.db, deps.config.DATA_DIR),
    verifyPublications,
    verifyRegistres: createRegistresVerifier(deps.db, deps.config.DATA_DIR),
  })
  registerPublications(app, { ...deps, db: share, ahead, verify: verifyPublications })
  const noteCheckpoint = () =>
    writeCheckpoint(deps.db, deps.config.DATA_DIR, new Date()).catch((err: unknown) =>
      deps.log.error({ err }, 'point de contrôle non noté'),
    )
  app.addHook('onListen', () => void noteCheckpoint())
  registerImports(app, { ...deps, ...deps.imports, files, metrics })
  registerRafraichissement(app, {
    ...deps,
    metrics,
    onRefreshed: async (signal) => {
      await noteCheckpoint()
      await prepareDonations(signal)
      void ahead.prepare(signal)
    },
  })
  return app
}
