import { setTimeout as wait } from 'node:timers/promises'
import { type Place, notListening } from '#process/listen'
import { tellReady, whenOrphaned } from '#process/parent'
import { SettingsRefused } from '#process/settings'
import { buildApp } from './app'
import { type Config, placeOfService, readConfig } from './config'
import { openForImports } from './imports/connections'
import { openLog } from './log'
import { createMetrics } from './metrics'
import { turnedAway } from './platform/database/command'
import { connect, type Database } from './platform/database/connect'
import { isUnavailable } from './platform/database/errors'
import { prepareDatabase } from './platform/database/prepare'
import { checkPooledSession } from './platform/database/session'
import { drain } from './platform/http/drain'
import { openGate } from './platform/http/gate'
import { serveMetrics } from './platform/http/serve-metrics'
import { serveWaiting } from './platform/http/waiting'

/** For `.catch()` of what listens there. */
const refuseListening =
  (place: Place) =>
  (error: unknown): never => {
    throw notListening(place, error)
  }

type Release = () => Promise<void> | void

const DATABASE_RETRY = 2_000

/** What still runs after that is cut; another process then takes over what it held. */
const GRACE = 25_000

let log = openLog('info')
let ending = false

/** Releases everything in reverse order, once, and ends the process. */
function endWith(releases: Release[]): void {
  const end = async (reason: string) => {
    if (ending) return
    ending = true
    log.info({ reason }, 'arrêt')
    setTimeout(() => process.exit(0), GRACE).unref()
    for (const release of releases.reverse())
      try {
        await release()
      } catch (err) {
        log.warn({ err }, 'arrêt incomplet')
      }
    process.exit(0)
  }
  process.on('SIGTERM', () => void end('SIGTERM'))
  process.on('SIGINT', () => void end('SIGINT'))
  whenOrphaned(() => void end('parent parti'))
}

/** Checks and migrates the database, as its owner if we may. */
async function prepareOnce(database: Database, config: Config): Promise<void> {
  await checkPooledSession(database.pool)
  const owner =
    config.DATABASE_OWNER_URL && connect(config.DATABASE_OWNER_URL, { max: 1, statementTimeout: 0 })
  try {
    const applied = await prepareDatabase((owner || database).db)
    if (applied.length > 0) log.info({ applied }, 'migrations appliquées')
  } finally {
    if (owner) await owner.close()
  }
}

/** Prepares the database; while it is away, the port answers that the service waits for it. */
async function prepare(database: Database, config: Config): Promise<void> {
  let stopWaiting: Release | undefined
  for (;;) {
    try {
      await prepareOnce(database, config)
      return await stopWaiting?.()
    } catch (error) {
      if (!isUnavailable(error)) throw error
      log.warn({ err: error }, 'la base ne répond pas ; nouvel essai dans 2 s')
      const place = placeOfService(config)
      stopWaiting ??= await serveWaiting(openGate(config), place).catch(refuseListening(place))
      tellReady()
      await wait(DATABASE_RETRY)
    }
  }
}

async function main(): Promise<void> {
  const config = readConfig(process.env)
  log = openLog(config.LOG_LEVEL)
  const releases: Release[] = []
  endWith(releases)

  const onError = (error: Error) => log.warn({ err: error }, 'connexion perdue')
  const database = connect(config.DATABASE_URL, { onError })
  releases.push(database.close)
  const replica = config.DATABASE_READ_URL && connect(config.DATABASE_READ_URL, { onError })
  if (replica) releases.push(replica.close)
  const imports = openForImports(config.DATABASE_URL, onError)
  releases.push(imports.close)
  const metrics = createMetrics({
    principal: database.pool,
    imports: imports.pool,
    ...(replica ? { lectures: replica.pool } : {}),
  })
  if (config.ADMIN_PORT !== undefined) {
    const names = { host: 'ADMIN_HOST', port: 'ADMIN_PORT' }
    const place = { host: config.ADMIN_HOST, port: config.ADMIN_PORT, names }
    const serving = serveMetrics(metrics.registry, openGate(config), place)
    releases.push(await serving.catch(refuseListening(place)))
  }

  await prepare(database, config)
  const app = await buildApp({
    config,
    log,
    ...database,
    metrics,
    imports,
    lectures: replica ? replica.db : undefined,
  })
  releases.push(async () => {
    await drain(app.server)
    await app.close()
  })
  const place = placeOfService(config)
  await app.listen({ port: place.port, host: place.host }).catch(refuseListening(place))
  tellReady()
}

main().catch((error: unknown) => {
  // What is released while it starts fails for that reason only.
  if (ending) return
  const refused = error instanceof SettingsRefused ? error.message : turnedAway(error)
  if (refused === undefined) log.fatal({ err: error }, 'démarrage impossible')
  else console.error(refused)
  process.exit(1)
})
