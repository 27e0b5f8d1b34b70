import http, { type RequestListener, type Server } from 'node:http'
import { watchReaders } from '#edge/pace'
import { notListening } from '#process/listen'
import { tellReady } from '#process/parent'
import { SettingsRefused } from '#process/settings'
import { openLog } from './gate/log'
import { changeRemixServe } from './gate/remix-serve'
import { guard } from './gate/serve'
import { readWebSettings, type WebSettings } from './gate/settings'
import { stopGracefully } from './gate/stop'
import { answerEverything } from './gate/unreadable'

// Preloaded before remix-serve (`node --import`).

/** Ends for what the settings say, in one line. */
function endBefore(error: unknown): never {
  if (error instanceof SettingsRefused) process.stderr.write(`${error.message}\n`)
  else openLog('info').fatal({ err: error }, 'démarrage impossible')
  return process.exit(1)
}

function settingsOrEnd(): WebSettings {
  try {
    return readWebSettings(process.env)
  } catch (error) {
    return endBefore(error)
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
  const names = { host: 'HOST', port: 'PORT' }
  const refuse = (error: Error) =>
    endBefore(notListening({ host: settings.HOST, port: settings.PORT, names }, error))
  server.once('error', refuse)
  server.once('listening', () => {
    server.off('error', refuse)
    log.info({ adresse: settings.HOST, port: settings.PORT }, 'à l’écoute')
    tellReady()
  })
  stopGracefully(server, () => process.exit(0))
  return server
}

changeRemixServe(settings, log, createServer)
