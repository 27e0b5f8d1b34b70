import { buildApp, type Deps } from './app'
import { readConfig } from './config'
import { connect } from './database/connect'
import { prepareDatabase } from './database/prepare'
import { isUnavailable } from './database/unavailable'
import { openLog } from './log'
import { createMetrics, serveMetrics } from './metrics'

type Release = () => Promise<void> | void

/** What runs beside the requests once the database is prepared; each starts and answers its release. */
const TASKS: ((deps: Deps) => Release)[] = []

const DATABASE_RETRY = 2_000

/** What still runs after that is cut; imports and refreshes are then taken over by whoever comes next. */
const GRACE = 25_000

let log = openLog('info')

/** Runs the service until it is told to stop; a database that is away is waited for. */
async function main(): Promise<void> {
  const config = readConfig(process.env)
  log = openLog(config.LOG_LEVEL)
  const releases: Release[] = []
  let stopping = false
  let retry: NodeJS.Timeout | undefined

  const database = connect(config.DATABASE_URL, {
    onError: (error) => log.warn({ err: error }, 'connexion perdue'),
  })
  releases.push(database.close)
  const metrics = createMetrics(database.pool)
  let prepared = false
  const deps: Deps = { config, log, ...database, metrics, isPrepared: () => prepared }
  const app = await buildApp(deps)
  releases.push(() => app.close())

  const stop = async (reason: string) => {
    if (stopping) return
    stopping = true
    log.info({ reason }, 'arrêt')
    clearTimeout(retry)
    setTimeout(() => process.exit(0), GRACE).unref()
    for (const release of releases.reverse()) await release()
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop('SIGTERM'))
  process.on('SIGINT', () => void stop('SIGINT'))
  process.on('disconnect', () => void stop('parent parti'))

  const prepare = async (): Promise<void> => {
    try {
      const applied = await prepareDatabase(database.db)
      if (applied.length > 0) log.info({ applied }, 'migrations appliquées')
      if (stopping) return
      for (const start of TASKS) releases.push(start(deps))
      prepared = true
    } catch (error) {
      if (!isUnavailable(error)) throw error
      if (stopping) return
      log.warn({ err: error }, 'la base ne répond pas ; nouvel essai dans 2 s')
      retry = setTimeout(() => void prepare().catch(fail), DATABASE_RETRY)
    }
  }

  await app.listen({ port: config.SERVICE_PORT, host: config.SERVICE_HOST })
  if (config.ADMIN_PORT !== undefined)
    releases.push(
      await serveMetrics(metrics.registry, { host: config.ADMIN_HOST, port: config.ADMIN_PORT }),
    )
  await prepare()
  process.send?.('ready')
}

function fail(error: unknown): void {
  log.fatal({ err: error }, 'démarrage impossible')
  log.flush(() => process.exit(1))
}

main().catch(fail)
