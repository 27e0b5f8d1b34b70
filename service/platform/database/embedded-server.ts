import { randomInt } from 'node:crypto'
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { type Child, follow, type Running, type Steps } from '#process/child'
import { diskFull, isDiskFull } from '#process/disk'
import { openLogFile } from '#process/log-file'
import {
  type Cluster,
  openCluster,
  placeIn,
  readSecret,
  secretIn,
  SUPERUSER,
} from './embedded-cluster'
import { isUnavailable } from './errors'
import { endLeftovers } from './leftovers'
import { type Access, openRoles } from './roles'
import { reach } from './session'

/** The embedded PostgreSQL of a folder; can be restarted under the same addresses. */
export interface Server {
  start: () => Running
  /** The connection URLs, once it has been ready. */
  access: () => Access
}

export const DATABASE = 'dons'

const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'shared_buffers=256MB',
  'max_wal_size=4GB',
  // Nobody replicates it: what fills a table of its own transaction is written once, and not to the log as well.
  'wal_level=minimal',
  'max_wal_senders=0',
  'log_min_messages=warning',
]

/** PostgreSQL's fast and immediate shutdown, then kill. */
const STEPS: Steps = [
  ['SIGINT', 20_000],
  ['SIGQUIT', 5_000],
  ['SIGKILL', 5_000],
]

/** Below the ephemeral port range, where it could be taken while the database restarts. */
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

/** Whether the server at `url` serves this data directory, and not that of a folder it was copied from. */
async function servesFrom(url: string, place: string): Promise<boolean> {
  const client = new pg.Client({ ...reach(url), connectionTimeoutMillis: 5_000 })
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

/** Returns the superuser's URL of the server running in `folder`; undefined if none answers. */
export async function findServer(folder: string): Promise<string | undefined> {
  const place = placeIn(folder)
  const file = path.join(place, 'postmaster.pid')
  const port = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[3]) : 0
  const url = addressOf(folder, port)
  return port > 0 && (await servesFrom(url, place)) ? url : undefined
}

/** Ends what an earlier run left: by listing processes where possible, else with pg_ctl. */
async function clear({ folder, place, binaries, identity }: Cluster): Promise<void> {
  if (process.platform === 'linux') await endLeftovers(identity.run, place)
  else if (await findServer(folder))
    await identity.run(binaries.pg_ctl, ['stop', '-D', place, '-m', 'fast', '-w'])
}

/** Turns a startup failure into a message for the user. */
function explain(folder: string, logFile: string, error: unknown, words: string): Error {
  if (isDiskFull(words) || isDiskFull(error)) return new Error(diskFull(folder), { cause: error })
  if ((error as { code?: unknown }).code === '28P01')
    return new Error(
      `${secretIn(folder)} n’est pas le mot de passe de cette base : remettez ce fichier comme il était, ou effacez-le, et il sera refait.`,
      { cause: error },
    )
  return new Error(`La base embarquée ne démarre pas : voyez ${logFile}.`, { cause: error })
}

/** Prepares the embedded PostgreSQL of `dataDir`; the caller must hold the folder's lock. */
export async function prepareEmbedded(
  dataDir: string,
  options: { settings?: string[]; signal?: AbortSignal } = {},
): Promise<Server> {
  const say = (sentence: string) => console.error(sentence)
  const cluster = await openCluster(dataDir, say, options.signal)
  const { folder, place, binaries, identity } = cluster
  const logFile = path.join(folder, 'postgres.log')
  const log = openLogFile(logFile, say)
  const port = await freePort()
  const settings = [...SETTINGS, ...(options.settings ?? [])].flatMap((setting) => ['-c', setting])
  let access: Access | undefined

  /** Resolves when the server answers; it may have hours of WAL to replay first. */
  const waitFor = async (child: Child): Promise<void> => {
    let gone = false
    void child.ended.then(() => (gone = true))
    const isGone = () => gone
    for (;;)
      try {
        access = await openRoles(addressOf(folder, port), DATABASE)
        return
      } catch (error) {
        if (!isGone() && isUnavailable(error)) await wait(50)
        else {
          await child.stop()
          throw explain(folder, logFile, error, child.lastWords())
        }
      }
  }
  const start = (): Running => {
    let stopping = false
    const begun = clear(cluster).then(() => {
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
        await clear(cluster)
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
