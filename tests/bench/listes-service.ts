import pino from 'pino'
import { buildApp } from '../../service/app'
import { readConfig } from '../../service/config'
import { connect } from '../../service/database/connect'

/** The service on its own port, for the memory that its files take. */
export default async function serve(): Promise<void> {
  const config = readConfig(process.env)
  const log = pino({ level: 'error' })
  const app = await buildApp({ config, log, ...connect(config.DATABASE_URL) })
  await app.listen({ port: config.SERVICE_PORT, host: '127.0.0.1' })
  process.send?.('ready')
}
