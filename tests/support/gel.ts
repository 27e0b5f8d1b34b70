import { readFileSync } from 'node:fs'

/** What a work took of this process while it went on. */
export interface Prix {
  /** Of the processor, in ms, by all its threads. */
  processeur: number
  /** The longest time, in ms of the processor, in which nothing else had its turn. */
  gel: number
  /** Memory more than before, in MB. */
  memoire: number
}

const TACHE = `/proc/self/task/${process.pid}/schedstat`

/** Of the main thread, in ms: what others do on the machine counts in no freeze. The clock's where the system tells nothing. */
function tempsDuFil(): number {
  try {
    return Number(readFileSync(TACHE, 'latin1').split(' ')[0]) / 1e6
  } catch {
    return performance.now()
  }
}

/** Does a work, and tells what it took. */
export async function mesurer<Result>(
  work: () => Promise<Result>,
): Promise<Prix & { rendu: Result }> {
  const begun = process.cpuUsage()
  const before = process.memoryUsage().rss
  let last = tempsDuFil()
  let gel = 0
  let most = before
  const look = () => {
    const now = tempsDuFil()
    gel = Math.max(gel, now - last)
    most = Math.max(most, process.memoryUsage().rss)
    last = now
  }
  const timer = setInterval(look, 1)
  try {
    const rendu = await work()
    look()
    const { user, system } = process.cpuUsage(begun)
    return { rendu, processeur: (user + system) / 1000, gel, memoire: (most - before) / 1e6 }
  } finally {
    clearInterval(timer)
  }
}
