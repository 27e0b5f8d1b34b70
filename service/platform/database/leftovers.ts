import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Run } from './embedded-programs'

/** Finds PostgreSQL's processes by their working directory: a pid file may be stale or copied. */
const LIST = `for process in /proc/[0-9]*; do
  [ "$process/cwd" -ef "$1" ] && read -r name < "$process/comm" && [ "$name" = postgres ] && echo "\${process#/proc/}"
done 2> /dev/null; :`

const POLL = 50

async function listProcesses(run: Run, cluster: string): Promise<number[]> {
  const { stdout } = await run('/bin/sh', ['-c', LIST, 'sh', cluster])
  return stdout.split('\n').map(Number).filter(Boolean)
}

function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // Already gone.
  }
}

/**
 * Ends what an earlier run left on `cluster`: its server, or orphans of a killed one. Afterwards no process remains,
 * and no postmaster.pid, whose pid may since have been reused. Needs /proc.
 */
export async function endLeftovers(run: Run, cluster: string): Promise<void> {
  const file = path.join(cluster, 'postmaster.pid')
  const server = Number.parseInt(await readFile(file, 'utf8').catch(() => ''), 10)
  let pids = await listProcesses(run, cluster)
  const end = async (signal: NodeJS.Signals, patience: number, signalled = pids) => {
    for (const pid of signalled) signalTo(pid, signal)
    for (
      const start = performance.now();
      pids.length > 0 && performance.now() - start < patience;
    ) {
      await wait(POLL)
      pids = await listProcesses(run, cluster)
    }
  }
  // Only the postmaster takes SIGINT as a shutdown; SIGQUIT also ends orphans.
  if (pids.includes(server)) await end('SIGINT', 10_000, [server])
  if (pids.length > 0) await end('SIGQUIT', 5_000)
  if (pids.length > 0) await end('SIGKILL', 5_000)
  if (pids.length > 0)
    throw new Error(`D’anciens processus travaillent encore dans ${cluster} : arrêtez-les.`)
  await rm(file, { force: true })
}
