import { execFile } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import {
  type Binaries,
  findBinaries,
  type Run,
} from '../../service/platform/database/embedded-programs'
import { freePort } from './application'
import { findFastPlace, openDataFolder, runInitdb } from './cluster-folder'

const exec = promisify(execFile)

/** A PostgreSQL server of the test's own, which may be killed, frozen and started again. */
export interface Server {
  /** The administrator's address. */
  adminUrl: string
  port: number
  /** A folder for what the service keeps. */
  dataDir: string
  start: () => Promise<void>
  stop: (mode?: 'fast' | 'immediate') => Promise<void>
  /** SIGKILL to the server and all its processes; resolves when they are gone. */
  kill: () => Promise<void>
  /** SIGSTOP and SIGCONT to all of them: the server holds its connections and says nothing. */
  freeze: () => Promise<void>
  thaw: () => Promise<void>
  /** Stops it and removes its data. */
  remove: () => Promise<void>
}

/** All processes of a server, of which the first, which starts the others, is halted meanwhile. */
async function haltAndList(folder: string): Promise<number[]> {
  const file = await readFile(path.join(folder, 'postmaster.pid'), 'utf8').catch(() => '')
  const parent = Number.parseInt(file, 10)
  if (!(parent > 0) || !signal(parent, 'SIGSTOP')) return []
  const { stdout } = await exec('ps', ['-o', 'pid=', '--ppid', String(parent)]).catch(() => ({
    stdout: '',
  }))
  return [
    parent,
    ...stdout
      .split('\n')
      .map(Number)
      .filter((pid) => pid > 0),
  ]
}

function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}

async function signalAll(folder: string, name: NodeJS.Signals): Promise<number[]> {
  const pids = await haltAndList(folder)
  for (const pid of pids) signal(pid, name)
  return pids
}

/** Debian's programs of a PostgreSQL version, in the shape of the embedded ones. */
export const debianBinaries = (version: number): Binaries => {
  const folder = `/usr/lib/postgresql/${version}/bin`
  return {
    initdb: `${folder}/initdb`,
    pg_ctl: `${folder}/pg_ctl`,
    postgres: `${folder}/postgres`,
  }
}

export interface Options {
  binaries?: Binaries
  settings?: string[]
  /** Fills the data folder instead of initdb; a standby's, for instance. */
  fill?: (folder: string, run: Run) => Promise<void>
}

/** Makes and starts a durable server that trusts every connection of this machine. */
export async function startServer(options: Options = {}): Promise<Server> {
  const binaries = options.binaries ?? (await findBinaries())
  const { place, folder, run } = await openDataFolder(await findFastPlace(), binaries)
  const log = path.join(folder, 'pg_ctl.log')
  const port = await freePort()
  const adminUrl = `postgresql://postgres@127.0.0.1:${port}/postgres`
  if (options.fill) await options.fill(folder, run)
  else await runInitdb(folder, binaries, run)

  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    ...(options.settings ?? []),
  ]
  const flags = [`-p ${port}`, ...settings.map((setting) => `-c ${setting}`)].join(' ')
  const control = (...args: string[]) => run(binaries.pg_ctl, ['-D', folder, '-t', '30', ...args])
  const start = async () => {
    const begin = () => control('start', '-w', '-l', log, '-o', flags)
    // PostgreSQL's bug 17731: killed right after unlogged tables were dropped, it starts the second time only.
    await begin().catch(async (error: unknown) => {
      if (!(await readFile(log, 'utf8')).includes('File exists')) throw error
      await begin()
    })
  }
  const stop = async (mode = 'fast') => {
    await control('stop', '-w', '-m', mode)
  }
  await start()
  return {
    adminUrl,
    port,
    dataDir: place,
    start,
    stop,
    kill: async () => {
      const pids = await signalAll(folder, 'SIGKILL')
      while (pids.some((pid) => signal(pid, 0))) await wait(10)
    },
    freeze: async () => {
      await signalAll(folder, 'SIGSTOP')
    },
    thaw: async () => {
      await signalAll(folder, 'SIGCONT')
    },
    remove: async () => {
      await signalAll(folder, 'SIGCONT')
      await stop('immediate').catch(() => undefined)
      await rm(place, { recursive: true, force: true })
    },
  }
}
