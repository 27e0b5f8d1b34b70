import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { access, chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { chooseRun, findBinaries, findOwner, type Owner, type Run } from './embedded-programs'
import { type Access, openRoles } from './roles'

/** A running embedded PostgreSQL. `stop` leaves a database alone that was already running when it was opened. */
export interface Embedded extends Access {
  started: boolean
  stop: () => Promise<void>
}

const SUPERUSER = 'postgres'
const DATABASE = 'dons'

const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'shared_buffers=256MB',
  'max_wal_size=4GB',
  'log_min_messages=warning',
]

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('Aucun port libre.')
  return address.port
}

const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  )

/** The folder, made where it is missing; an Error with one clear sentence where it cannot be used. */
async function prepareFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true })
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (cause) {
    throw new Error(
      `Le dossier des données ${folder} ne peut pas être lu et écrit : donnez-lui les droits, ou indiquez un autre DATA_DIR.`,
      { cause },
    )
  }
}

const secretFile = (cluster: string) => `${cluster}.secret`

/** A cluster is made beside its place and moved there whole, so that a killed start leaves no half one. */
async function initialise(runAs: Run, initdb: string, owner: Owner, cluster: string) {
  const passwordFile = secretFile(cluster)
  await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 })
  const draft = `${cluster}.partiel`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { mode: 0o700 })
  if (owner.uid !== undefined && owner.gid !== undefined) {
    await chown(draft, owner.uid, owner.gid)
    await chown(passwordFile, owner.uid, owner.gid)
  }
  const flags = ['--auth=scram-sha-256', '--encoding=UTF8', '--locale=C', '--no-instructions']
  const identity = [`--username=${SUPERUSER}`, `--pwfile=${passwordFile}`]
  await runAs(initdb, [`--pgdata=${draft}`, ...identity, ...flags])
  await rename(draft, cluster)
}

/**
 * Starts the PostgreSQL that comes with the packages, its data in `dataDir/postgres`, or joins the one that
 * already runs there (also one that a killed start left behind). Answers on a free port of the loopback.
 * Throws an Error with one French sentence where it cannot run.
 */
export async function openEmbedded(
  dataDir: string,
  options: { settings?: string[] } = {},
): Promise<Embedded> {
  const folder = path.resolve(dataDir)
  const cluster = path.join(folder, 'postgres')
  const logFile = path.join(folder, 'postgres.log')
  const [binaries, owner] = await Promise.all([findBinaries(), findOwner()])
  await prepareFolder(folder)
  const runAs = await chooseRun(owner, binaries, folder)
  if (!(await exists(path.join(cluster, 'PG_VERSION'))))
    await initialise(runAs, binaries.initdb, owner, cluster)

  const control = (...args: string[]) => runAs(binaries.pg_ctl, ['-D', cluster, ...args])
  const running = await control('status').then(
    () => true,
    () => false,
  )
  if (!running) {
    const port = await freePort()
    const settings = [...SETTINGS, ...(options.settings ?? [])].map((setting) => `-c ${setting}`)
    await writeFile(logFile, '', { flag: 'a' })
    if (owner.uid !== undefined && owner.gid !== undefined)
      await chown(logFile, owner.uid, owner.gid)
    const start = [
      'start',
      '-w',
      '-t',
      '60',
      '-l',
      logFile,
      '-o',
      `-p ${port} ${settings.join(' ')}`,
    ]
    await control(...start).catch((cause: unknown) => {
      throw new Error(`La base embarquée ne démarre pas : voyez ${logFile}.`, { cause })
    })
  }
  const port = (await readFile(path.join(cluster, 'postmaster.pid'), 'utf8')).split('\n')[3]?.trim()
  const password = await readFile(secretFile(cluster), 'utf8')
  const access = await openRoles(
    `postgresql://${SUPERUSER}:${password}@127.0.0.1:${port}/postgres`,
    DATABASE,
  )
  return {
    ...access,
    started: !running,
    stop: async () => {
      await control('stop', '-m', 'fast', '-w', '-t', '30').catch(() =>
        control('stop', '-m', 'immediate', '-w'),
      )
    },
  }
}
