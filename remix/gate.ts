import http, { type RequestListener, type Server } from 'node:http'
import { watchReaders } from '#edge/pace'
import { tellReady } from '#process/parent'
import { openLog } from './gate/log'
import { changeRemixServe } from './gate/remix-serve'
import { guard } from './gate/serve'
import { readWebSettings, type WebSettings } from './gate/settings'
import { stopGracefully } from './gate/stop'
import { answerEverything } from './gate/unreadable'

// Preloaded before remix-serve (`node --import`).

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

const createHttpServer = http.createServer.bind(http)

/**
 * Creates the web app's server, with the gate before `listener`. Uploads may take hours, but no connection may idle
 * beyond the application's longest wait (5 minutes).
 */
function createServer(listener: RequestListener): Server {
  const timeouts = { headersTimeout: 20_000, requestTimeout: 0, keepAliveTimeout: 65_000 }
  const options = { ...timeouts, requireHostHeader: false }
  const server = createHttpServer(options, guard(settings, log, listener))
  answerEverything(server)
  server.prependListener('request', watchReaders())
  server.setTimeout(310_000)
  server.once('listening', () => {
    log.info({ adresse: settings.HOST, port: settings.PORT }, 'à l’écoute')
    tellReady()
  })
  stopGracefully(server, () => process.exit(0))
  return server
}

changeRemixServe(settings, log, createServer)
