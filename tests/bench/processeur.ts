import { readFileSync } from 'node:fs'
import path from 'node:path'

const HUNDREDTHS = 10

/** Milliseconds of a processor that a process has used, and its children who have ended; 0 once it has ended itself. */
function usedBy(pid: string, fields: readonly number[]): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const values = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields.reduce((sum, field) => sum + Number(values[field]), 0) * HUNDREDTHS
  } catch {
    return 0
  }
}

const [UTIME, STIME, CUTIME, CSTIME] = [11, 12, 13, 14] as const

/** What work took. */
export interface Cout {
  ms: number
  /** Of a processor, in this process and in PostgreSQL: what a busy machine does not change. */
  processeur: number
}

export type Measure = (work: () => Promise<unknown>) => Promise<Cout>

/** Measures work that this process and the embedded PostgreSQL of a folder do. */
export function createMeasure(folder: string): Measure {
  const [postmaster = ''] = readFileSync(
    path.join(folder, 'postgres', 'postmaster.pid'),
    'utf8',
  ).split('\n')
  const used = () => {
    const { user, system } = process.cpuUsage()
    const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8')
    return (
      (user + system) / 1000 +
      usedBy(postmaster, [UTIME, STIME, CUTIME, CSTIME]) +
      children
        .trim()
        .split(' ')
        .reduce((sum, pid) => sum + usedBy(pid, [UTIME, STIME]), 0)
    )
  }
  return async (work) => {
    const [begun, before] = [performance.now(), used()]
    await work()
    return { ms: performance.now() - begun, processeur: used() - before }
  }
}
