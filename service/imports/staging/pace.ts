import type { Readable } from 'node:stream'
import { Problem } from '../../problem'

/** The least that a request must bring: so many bytes within so long. */
export interface Pace {
  bytes: number
  ms: number
}

/** 4 KiB a second: a slow line carries five times as much. */
export const LEAST: Pace = { bytes: 240 * 1024, ms: 60_000 }

const TICKS = 20

const tooSlow = () =>
  new Problem(
    'trop_lent',
    'L’envoi du fichier s’est interrompu, ou il avance trop lentement. Vérifiez la connexion, puis recommencez.',
  )

/**
 * Ends what is being read of a request that brings too little while nothing but it is waited for: its file, so that
 * the person can be told, or between two parts the request itself. Time in which we let it wait does not count.
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
