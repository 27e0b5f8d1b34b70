import pino from 'pino'
import { buildApp } from './app'
import { readConfig } from './config'
import { connect } from './database/connect'
import { migrate } from './database/migrate'

const log = pino({ level: process.env['LOG_LEVEL'] ?? 'info', base: { processus: 'service' } })

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const database = connect(config.DATABASE_URL, {
    onError: (error) => log.warn({ err: error }, 'connexion perdue'),
  })
  const applied = await migrate(database.db)
  if (applied.length > 0) log.info({ applied }, 'migrations appliquées')
  const app = await buildApp({ config, log, ...database })

  let closing = false
  const stop = async (reason: string) => {
    if (closing) return
    closing = true
    log.info({ reason }, 'arrêt')
    await app.close()
    await database.close()
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop('SIGTERM'))
  process.on('SIGINT', () => void stop('SIGINT'))
  process.on('disconnect', () => void stop('parent parti'))

  await app.listen({ port: config.SERVICE_PORT, host: config.SERVICE_HOST })
  process.send?.('ready')
}

main().catch((error: unknown) => {
  log.fatal({ err: error }, 'démarrage impossible')
  process.exit(1)
})
