import pino from 'pino'
import { tellReady, whenOrphaned } from '#process/parent'
import { buildApp } from '../../service/app'
import { readConfig } from '../../service/config'
import { openForImports } from '../../service/imports/connections'
import { connect } from '../../service/platform/database/connect'

/** The whole service on its own port, with the connections that it has in production. */
export default async function serve(): Promise<void> {
  whenOrphaned(() => process.exit(1))
  const config = readConfig(process.env)
  const log = pino({ level: 'error' })
  const imports = openForImports(config.DATABASE_URL, () => undefined)
  const app = await buildApp({ config, log, ...connect(config.DATABASE_URL), imports })
  await app.listen({ port: config.SERVICE_PORT, host: '127.0.0.1' })
  tellReady()
}
