import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import pino from 'pino'
import { readConfig } from '../../service/config'
import { openForImports } from '../../service/imports/connections'
import { registerImports } from '../../service/imports/routes'
import { createMetrics } from '../../service/metrics'
import { answerProblems } from '../../service/platform/http/problems'

/** The import calls alone on their own port, so that no refresh of the views runs beside what is measured. */
export default async function serve(): Promise<void> {
  const config = readConfig(process.env)
  const log = pino({ level: 'error' })
  const app = Fastify({ loggerInstance: log }) as unknown as FastifyInstance
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  answerProblems(app)
  await app.register(multipart, {
    throwFileSizeLimit: false,
    limits: { fileSize: 5 * 1024 ** 3, files: 1 },
  })
  const database = openForImports(config.DATABASE_URL, (err) => log.warn({ err }))
  const metrics = createMetrics({ imports: database.pool })
  registerImports(app, { ...database, files: database.db, config, log, metrics })
  await app.listen({ port: config.SERVICE_PORT, host: '127.0.0.1' })
  process.send?.('ready')
}
