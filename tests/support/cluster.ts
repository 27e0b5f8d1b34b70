import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type Embedded, openEmbedded } from '../../service/database/embedded'
import { freePort } from './application'

const run = promisify(execFile)

/** A durable PostgreSQL of the test's own that can be killed and started again at the same address. */
export interface Cluster {
  access: Embedded
  dataDir: string
  /** kill -9 of the server and of all its processes. */
  kill: () => Promise<void>
  start: () => Promise<void>
  remove: () => Promise<void>
}

async function processesOf(postmaster: string): Promise<number[]> {
  const { stdout } = await run('ps', ['-o', 'pid=', '--pid', postmaster, '--ppid', postmaster])
  return stdout.split('\n').filter(Boolean).map(Number)
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

export async function createCluster(): Promise<Cluster> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'dons-panne-'))
  await chmod(dataDir, 0o755)
  const settings = [`port=${await freePort()}`]
  const open = () => openEmbedded(dataDir, { settings })
  const access = await open()
  return {
    access,
    dataDir,
    kill: async () => {
      const lock = await readFile(path.join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')
      const [postmaster = ''] = lock.split('\n')
      const pids = await processesOf(postmaster)
      for (const pid of pids) process.kill(pid, 'SIGKILL')
      while (pids.some(isAlive)) await wait(10)
    },
    start: async () => void (await open()),
    remove: async () => {
      await access.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
