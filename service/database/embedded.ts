import { randomInt } from 'node:crypto'
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { type Child, follow, type Running, type Steps } from '../process/child'
import { diskFull, isDiskFull } from '../process/disk'
import { openFolder } from '../process/folder'
import { lockFolder } from '../process/lock'
import { openLogFile } from '../process/log-file'
import { openCluster, placeIn, readSecret, secretIn, SUPERUSER } from './embedded-cluster'
import { endLeftovers } from './leftovers'
import { type Access, openRoles } from './roles'
import { isUnavailable } from './unavailable'

/** The embedded PostgreSQL of a folder, which may be started again and again under the same addresses. */
export interface Server {
  start: () => Running
  /** The addresses, once it has been ready. */
  access: () => Access
}

/** An embedded PostgreSQL that runs. `stop` leaves one alone that another process had started. */
export interface Embedded extends Access {
  started: boolean
  stop: () => Promise<void>
}

const DATABASE = 'dons'

const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'shared_buffers=256MB',
  'max_wal_size=4GB',
  'log_min_messages=warning',
]

/** Fast, immediate, none. */
const STEPS: Steps = [
  ['SIGINT', 20_000],
  ['SIGQUIT', 5_000],
  ['SIGKILL', 5_000],
]

/** Below the ports that systems give to connections, where it could be taken while the database starts again. */
const FIRST_PORT = 10_000
const PORTS = 20_000

async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST_PORT + randomInt(PORTS)
    const server = createServer()
    const free = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false))
      server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
    })
    if (free) return port
  }
}

const addressOf = (folder: string, port: number) =>
  `postgresql://${SUPERUSER}:${readSecret(folder)}@127.0.0.1:${port}/postgres`

/** What a person can be told of a database that cannot be used. */
function explain(folder: string, logFile: string, error: unknown, words: string): Error {
  if (isDiskFull(words) || isDiskFull(error)) return new Error(diskFull(folder), { cause: error })
  if ((error as { code?: unknown }).code === '28P01')
    return new Error(
      `${secretIn(folder)} n’est pas le mot de passe de cette base : remettez ce fichier comme il était, ou effacez-le, et il sera refait.`,
      { cause: error },
    )
  return new Error(`La base embarquée ne démarre pas : voyez ${logFile}.`, { cause: error })
}

/** Prepares the embedded PostgreSQL of `dataDir`; whoever calls holds the folder's lock. */
export async function prepareEmbedded(
  dataDir: string,
  options: { settings?: string[]; signal?: AbortSignal } = {},
): Promise<Server> {
  const say = (sentence: string) => console.error(sentence)
  const { folder, place, binaries, identity } = await openCluster(dataDir, say, options.signal)
  const logFile = path.join(folder, 'postgres.log')
  const log = openLogFile(logFile, say)
  const port = await freePort()
  const settings = [...SETTINGS, ...(options.settings ?? [])].flatMap((setting) => ['-c', setting])
  let access: Access | undefined

  /** Settles when the server answers; it may have the log of hours to replay first. */
  const waitFor = async (child: Child): Promise<void> => {
    let gone = false
    void child.ended.then(() => (gone = true))
    for (;;)
      try {
        access = await openRoles(addressOf(folder, port), DATABASE)
        return
      } catch (error) {
        if (!gone && isUnavailable(error)) await wait(50)
        else {
          await child.stop()
          throw explain(folder, logFile, error, child.lastWords())
        }
      }
  }
  const start = (): Running => {
    let stopping = false
    const begun = endLeftovers(identity.run, place).then(() => {
      if (stopping) throw new Error('La base embarquée a été arrêtée pendant son démarrage.')
      return follow(
        identity.spawn(binaries.postgres, ['-D', place, '-p', String(port), ...settings]),
        log,
        STEPS,
      )
    })
    return {
      ready: begun.then(waitFor),
      ended: begun.then(
        (child) => child.ended,
        () => undefined,
      ),
      stop: async () => {
        stopping = true
        await begun.then(
          (child) => child.stop(),
          () => undefined,
        )
        await endLeftovers(identity.run, place)
        await log.close()
      },
    }
  }
  return {
    start,
    access: () => {
      if (!access) throw new Error('The embedded database has not been ready')
      return access
    },
  }
}

/** Whether the server at `url` is the one of this folder, and not that of a folder it was copied from. */
async function servesFrom(url: string, place: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ data_directory: string }>('show data_directory')
    return realpathSync(rows[0]?.data_directory ?? '') === realpathSync(place)
  } catch {
    return false
  } finally {
    await client.end()
  }
}

const JOIN_PATIENCE = 15_000

/** The database that another process runs in `folder`, or is about to. */
async function join(folder: string): Promise<Access> {
  const place = placeIn(folder)
  for (const start = Date.now(); Date.now() - start < JOIN_PATIENCE; await wait(200)) {
    const file = path.join(place, 'postmaster.pid')
    const port = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[3]) : 0
    if (port > 0 && (await servesFrom(addressOf(folder, port), place)))
      return openRoles(addressOf(folder, port), DATABASE)
  }
  throw new Error(
    `L’application tourne sur ${folder}, mais sa base ne répond pas : réessayez dans un instant.`,
  )
}

/**
 * The embedded PostgreSQL of `dataDir`: started for this process, or joined where another one runs it.
 * Throws an Error with one French sentence where it cannot run.
 */
export async function openEmbedded(
  dataDir: string,
  options: { settings?: string[] } = {},
): Promise<Embedded> {
  const folder = openFolder(dataDir)
  const unlock = lockFolder(folder)
  if (typeof unlock === 'number')
    return { ...(await join(folder)), started: false, stop: () => Promise.resolve() }
  let running: Running | undefined
  const stop = async () => {
    await running?.stop()
    unlock()
  }
  try {
    const server = await prepareEmbedded(folder, options)
    running = server.start()
    await running.ready
    return { ...server.access(), started: true, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
