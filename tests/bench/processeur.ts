import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10

interface Compte {
  parent: number
  /** Of itself, and of its children that ended. */
  ticks: number
}

function lire(pid: number): Compte | undefined {
  try {
    // What comes after the name, which may have blanks: the third field is the state.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1) ?? ''
    const fields = stat.split(' ').map(Number)
    return {
      parent: fields[1] ?? 0,
      ticks: fields.slice(11, 15).reduce((sum, ticks) => sum + ticks, 0),
    }
  } catch {
    return undefined
  }
}

/** The processor time in ms of processes and of all that they ever started. */
export function tempsProcesseur(pids: readonly number[]): number {
  const all = new Map<number, Compte>()
  for (const name of readdirSync('/proc')) {
    const found = Number(name) > 0 ? lire(Number(name)) : undefined
    if (found) all.set(Number(name), found)
  }
  const isOf = (pid: number): boolean =>
    pid > 1 && (pids.includes(pid) || isOf(all.get(pid)?.parent ?? 0))
  let ticks = 0
  for (const [pid, found] of all) if (isOf(pid)) ticks += found.ticks
  return ticks * TICK_MS
}

/** What work took. */
export interface Cout {
  ms: number
  /** Of a processor, in this process and in PostgreSQL: what a busy machine does not change. */
  processeur: number
}

export type Measure = (work: () => Promise<unknown>) => Promise<Cout>

/** Measures work that this process and the embedded PostgreSQL of a folder do. */
export function createMeasure(folder: string): Measure {
  const file = readFileSync(path.join(folder, 'postgres', 'postmaster.pid'), 'utf8')
  const postmaster = Number(file.split('\n')[0])
  const used = () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1000 + tempsProcesseur([postmaster])
  }
  return async (work) => {
    const [begun, before] = [performance.now(), used()]
    await work()
    return { ms: performance.now() - begun, processeur: used() - before }
  }
}
