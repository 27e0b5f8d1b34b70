import http, { type RequestListener } from 'node:http'
import { tellReady } from '#process/parent'
import { openLog } from './gate/log'
import { guard } from './gate/serve'
import { readWebSettings, type WebSettings } from './gate/settings'
import { stopGracefully } from './gate/stop'
import { answerEverything } from './gate/unreadable'

// Loaded before remix-serve (`node --import`), which has no place of its own for what stands before Remix.

function settingsOrEnd(): WebSettings {
  try {
    return readWebSettings(process.env)
  } catch (error) {
    openLog('info').fatal({ err: error }, 'démarrage impossible')
    return process.exit(1)
  }
}

const settings = settingsOrEnd()
const log = openLog(settings.LOG_LEVEL)
process.env['HOST'] = settings.HOST
process.env['PORT'] = String(settings.PORT)

const createServer = http.createServer.bind(http)

/**
 * The server that remix-serve makes, with the gate before it. An upload may take hours, but no connection
 * may be still for longer than the application's longest wait (5 minutes).
 */
http.createServer = ((listener: RequestListener) => {
  const timeouts = { headersTimeout: 20_000, requestTimeout: 0, keepAliveTimeout: 65_000 }
  const options = { ...timeouts, requireHostHeader: false }
  const server = createServer(options, guard(settings, log, listener))
  answerEverything(server)
  server.setTimeout(310_000)
  server.once('listening', () => {
    log.info({ adresse: settings.HOST, port: settings.PORT }, 'à l’écoute')
    tellReady()
  })
  stopGracefully(server, () => process.exit(0))
  return server
}) as typeof http.createServer
