import type { IncomingMessage } from 'node:http'
import { LEAST, type Pace } from '#edge/pace'
import { UNREADABLE } from '#edge/unreadable'
import type { Refusal } from './refusal'

/** Longer forms count against the memory limit of all pending forms. */
const SHORT = 16 * 1024
const MOST = 64 * 1024 * 1024

const TOO_SLOW: Refusal = { status: 408, sentence: UNREADABLE[408] }
const TOO_MANY: Refusal = {
  status: 503,
  sentence: 'Trop de longs formulaires arrivent en même temps. Réessayez dans quelques instants.',
  headers: { 'retry-after': '5' },
}

const TICKS = 20

/** Receives forms, each at the minimum rate of an upload, within a total memory limit. */
export function receiveForms(least: Pace = LEAST, most = MOST) {
  let waiting = 0

  /**
   * Resolves once the whole form is buffered, to be read from its beginning, or with the refusal; undefined if the
   * client left.
   */
  return (request: IncomingMessage): Promise<'whole' | Refusal | undefined> => {
    const length = Number(request.headers['content-length'] ?? 0)
    const counted = length > SHORT ? length : 0
    if (length === 0) return Promise.resolve('whole')
    if (waiting + counted > most) return Promise.resolve(TOO_MANY)
    waiting += counted
    return new Promise((resolve) => {
      const parts: Buffer[] = []
      let bytes = 0
      let before = 0
      let ticks = 0
      const end = (result: 'whole' | Refusal | undefined) => {
        clearInterval(timer)
        request.off('data', take).off('close', leave)
        waiting -= counted
        resolve(result)
      }
      const leave = () => end(undefined)
      const take = (part: Buffer) => {
        parts.push(part)
        bytes += part.length
        if (bytes < length) return
        request.pause()
        request.unshift(Buffer.concat(parts))
        end('whole')
      }
      const look = () => {
        if (++ticks < TICKS) return
        if (bytes - before < least.bytes) end(TOO_SLOW)
        before = bytes
        ticks = 0
      }
      const timer = setInterval(look, least.ms / TICKS)
      request.on('data', take).on('close', leave)
    })
  }
}
