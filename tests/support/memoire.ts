import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** The most memory that a process ever held, in MB; what it holds now where the system does not tell. */
export function memoireMax(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024)
  } catch {
    return Math.round(Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)])) / 1024)
  }
}
