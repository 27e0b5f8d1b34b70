import type { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { LEAST, type Pace } from '#edge/pace'
import { Problem } from '../../problem'

const TICKS = 20

const tooSlow = () =>
  new Problem(
    'trop_lent',
    'L’envoi du fichier s’est interrompu, ou il avance trop lentement. Vérifiez la connexion, puis recommencez.',
  )

/**
 * Ends a request that sends too slowly while only it is awaited: destroys its file stream, so that the user can be
 * told, or between two parts the request itself. Time during which we pause it does not count.
 */
export function watchPace(raw: Readable, least: Pace) {
  let reading = raw
  let bytes = 0
  let ticks = 0
  const hear = (chunk: Buffer) => void (bytes += chunk.length)
  const look = () => {
    if (raw.isPaused() || ++ticks < TICKS) return
    if (bytes < least.bytes) reading.destroy(tooSlow())
    bytes = 0
    ticks = 0
  }
  const timer = setInterval(look, least.ms / TICKS)
  const release = () => {
    raw.off('data', hear)
    clearInterval(timer)
  }
  raw.on('data', hear).once('end', release)
  return { ends: (next: Readable) => void (reading = next), release }
}

/** Hangs up on clients sending a body below the minimum rate; uploads aside, bodies are buffered in memory. */
export function hangUpOnSlowBodies(app: FastifyInstance, least: Pace = LEAST): void {
  app.addHook('preParsing', (request, _reply, payload, done) => {
    if (!request.headers['content-type']?.startsWith('multipart/')) {
      const { release } = watchPace(request.raw, least)
      request.raw.once('close', release)
    }
    done(null, payload)
  })
}
