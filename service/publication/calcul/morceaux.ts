import { on } from 'node:events'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { calculer, type Ailleurs } from './calculer'
import type { Morceau } from './passe'

/** What the thread says: rows, why it failed, or that these were all. */
export type Message = Morceau | { message: string; code: string | undefined } | 'fini'

/** Programs are built with the thread beside them; run from the sources, as tests are, this thread computes. */
const SUFFIXE = path.extname(import.meta.url)

/** What the thread makes lives as long as it does, or no longer than a row: by itself V8 gives the latter 48 MB. */
const JEUNES_MB = 6

/** The rows of `calculer`, in a thread of their own, which ends with them, or where `signal` fires. */
export const calculerAPart = (demande: Ailleurs, signal: AbortSignal): AsyncGenerator<Morceau> =>
  SUFFIXE === '.ts'
    ? calculer(demande, signal)
    : enFil(new URL(`./fil${SUFFIXE}`, import.meta.url), demande, signal)

async function* enFil(fil: URL, demande: Ailleurs, signal: AbortSignal): AsyncGenerator<Morceau> {
  const thread = new Worker(fil, {
    workerData: demande,
    resourceLimits: { maxYoungGenerationSizeMb: JEUNES_MB },
  })
  const sorti = new AbortController()
  thread.once('exit', () => sorti.abort(new Error('the thread of the computation has ended')))
  try {
    for await (const [said] of on(thread, 'message', {
      signal: AbortSignal.any([sorti.signal, signal]),
    })) {
      const message = said as Message
      if (message === 'fini') return
      if ('message' in message) throw Object.assign(new Error(message.message), message)
      const { buffer, byteOffset, length } = message.octets
      yield { table: message.table, octets: Buffer.from(buffer, byteOffset, length) }
      thread.postMessage('suite')
    }
  } finally {
    await thread.terminate()
  }
}
