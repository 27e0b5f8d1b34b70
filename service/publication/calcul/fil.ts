// The thread of a whole computation: hands its rows on, so many pieces ahead of who takes them.
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { calculer, type Ailleurs } from './calculer'
import type { Message } from './morceaux'

const D_AVANCE = 8

/** Visitors come first: on Linux a thread has a priority of its own. */
const BASSE = 10

const port = parentPort
if (!port) throw new Error('this is a thread of the service')
setPriority(BASSE)

let avance = 0
let reprendre: (() => void) | undefined
port.on('message', () => {
  avance--
  reprendre?.()
})

const dire = (message: Message, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer)

try {
  for await (const { table, octets } of calculer(workerData as Ailleurs)) {
    while (avance === D_AVANCE) await new Promise<void>((resolve) => (reprendre = resolve))
    avance++
    dire({ table, octets }, [octets.buffer as ArrayBuffer])
  }
  dire('fini')
} catch (error) {
  const { message, code } = error as Error & { code?: string }
  dire({ message, code })
} finally {
  port.close()
}
