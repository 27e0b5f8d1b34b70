import type { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { LEAST, type Pace } from '#edge/pace'
import { Problem } from '../../problem'

/** Ticks of an interval in which the least must come. */
const TICKS = 120

const tooSlow = () =>
  new Problem(
    'trop_lent',
    'L’envoi du fichier s’est interrompu, ou il avance trop lentement. Vérifiez la connexion, puis recommencez.',
  )

/** What somebody has sent, and how long it was waited for. */
export interface Sent {
  bytes: number
  ms: number
}

/**
 * Ends a request that sends too slowly while only it is awaited: destroys its file stream, so that the user can be
 * told, or between two parts the request itself. Time during which we pause it does not count.
 */
export function watchPace(raw: Readable, least: Pace) {
  let reading = raw
  const sent: Sent = { bytes: 0, ms: 0 }
  let before = 0
  let ticks = 0
  const cut = () => void reading.destroy(tooSlow())
  const hear = (chunk: Buffer) => void (sent.bytes += chunk.length)
  const look = () => {
    if (raw.isPaused()) return
    sent.ms += least.ms / TICKS
    if (++ticks < TICKS) return
    if (sent.bytes - before < least.bytes) cut()
    before = sent.bytes
    ticks = 0
  }
  const timer = setInterval(look, least.ms / TICKS)
  const release = () => {
    raw.off('data', hear)
    clearInterval(timer)
  }
  raw.on('data', hear).once('end', release)
  return { ends: (next: Readable) => void (reading = next), release, cut, sent }
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
