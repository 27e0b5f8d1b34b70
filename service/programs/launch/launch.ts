import { mkdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import path from 'node:path'
import pg from 'pg'
import { addressOf, isLoopback } from '#edge/hosts'
import { isDiskFull } from '#process/disk'
import { becomeOwner, openFolder } from '#process/folder'
import { notListening, type Place } from '#process/listen'
import { lockFolder } from '#process/lock'
import { openLogFile } from '#process/log-file'
import { reasonOf } from '#process/reason'
import { readWebSettings } from '../../../remix/gate/settings'
import {
  type LaunchConfig,
  placeOfService,
  placeOfWeb,
  readConfig,
  readLaunchConfig,
} from '../../config'
import { prepareEmbedded } from '../../platform/database/embedded-server'
import { reach } from '../../platform/database/session'
import { depotDe, isServiceRunning, runDemo } from '../demo/run'
import { readDemo } from './demo'
import { type DatabaseUrls, describePrograms, environmentOf, type Mode } from './programs'
import { supervise } from './supervise'

/** Throws an Error with one French sentence if nobody can listen there. */
async function checkPort(place: Place): Promise<void> {
  const server = createServer()
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(place.port, place.host, resolve)
  }).catch((error: unknown) => {
    throw notListening(place, error)
  })
  await new Promise((resolve) => server.close(resolve))
}

/** Throws an Error with one French sentence if the database does not answer within 5 s. */
async function checkDatabase(url: string): Promise<void> {
  const client = new pg.Client({ ...reach(url), connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  await client.connect().catch((error: unknown) => {
    const { host } = new URL(url)
    throw new Error(
      `La base de données de DATABASE_URL (${host}) ne répond pas : ${reasonOf(error) || 'connexion refusée'}.`,
    )
  })
  await client.end()
}

const PERIOD = 1_000

/** npm's pid: our parent or, on Linux, the parent of the shell npm runs its commands in. */
function findNpm(): number {
  try {
    const [, name = '', parent] =
      /^\d+ \((.*)\) \S (\d+) /.exec(readFileSync(`/proc/${process.ppid}/stat`, 'utf8')) ?? []
    return name.endsWith('sh') ? Number(parent) : process.ppid
  } catch {
    return process.ppid
  }
}

/** Calls `end` when the npm that started this process is gone: when killed, it forwards no signal. */
function whenNpmIsGone(end: () => void): void {
  if (process.env['npm_lifecycle_event'] === undefined) return
  const npm = findNpm()
  setInterval(() => {
    if (findNpm() !== npm) end()
  }, PERIOD).unref()
}

/** Stands for the embedded database, whose address is not known before it runs. */
const EMBEDDED = 'postgresql://embarquee'

/** Lifecycle of a launch: releases to run in reverse order, and its abort signal. */
interface Life {
  release: (() => Promise<void> | void)[]
  signal: AbortSignal
  giveUp: (reason: string) => void
  /** A folder that the service watches, made where it is missing. */
  depot?: string | undefined
}

/** Locks the folder for this process. On a full disk, an application with an external database carries on without. */
function lock(folder: string, config: LaunchConfig): () => void {
  try {
    const release = lockFolder(folder)
    if (typeof release !== 'number') return release
    throw new Error(
      `L’application tourne déjà sur ${folder} (processus ${release}) : arrêtez-la, ou indiquez un autre DATA_DIR.`,
    )
  } catch (error) {
    if (config.DATABASE_URL === undefined || !isDiskFull((error as Error).cause)) throw error
    console.error(`Le disque est plein : ${folder} n’est pas gardé d’un second démarrage.`)
    return () => undefined
  }
}

/** Opens DATABASE_URL, which must answer, or else the embedded database. */
async function openDatabase(
  config: LaunchConfig,
  folder: string,
  { release, signal, giveUp }: Life,
): Promise<DatabaseUrls> {
  if (config.DATABASE_URL !== undefined) {
    await checkDatabase(config.DATABASE_URL)
    return { url: config.DATABASE_URL, ownerUrl: config.DATABASE_OWNER_URL }
  }
  console.log('Démarrage de la base de données…')
  const preparing = prepareEmbedded(folder, { signal })
  release.push(() =>
    preparing.then(
      () => undefined,
      () => undefined,
    ),
  )
  const server = await preparing
  signal.throwIfAborted()
  const kept = supervise(
    { name: 'La base de données', feminine: true, start: server.start },
    giveUp,
  )
  release.push(kept.stop)
  await kept.start()
  return server.access()
}

/** Starts everything in order, registering releases. Returns a function that restarts the service. */
async function startAll(config: LaunchConfig, mode: Mode, life: Life): Promise<() => void> {
  const { release, signal, giveUp, depot } = life
  if (mode === 'sources' && !isLoopback(config.HOST))
    throw new Error(
      `npm run dev montre les sources, et ne sert que cette machine : HOST=${config.HOST} n’y convient pas.`,
    )
  const folder = openFolder(config.DATA_DIR)
  becomeOwner(folder, path.resolve('build'))
  if (depot !== undefined) mkdirSync(depot, { recursive: true })
  release.push(lock(folder, config))
  await checkPort(placeOfWeb(config))
  await checkPort(placeOfService(config))
  const database = await openDatabase(config, folder, life)
  const log = openLogFile(path.join(folder, 'application.log'), (line) => console.error(line))
  release.push(log.close)
  const parts = describePrograms(config, database, log, mode).map((part) =>
    mode === 'built'
      ? supervise(part, giveUp)
      : supervise(part, (reason) => console.error(reason), { next: 'Corrigez la source.' }),
  )
  for (const kept of parts) {
    signal.throwIfAborted()
    release.push(kept.stop)
    await kept.start()
  }
  signal.throwIfAborted()
  return () => void parts[0]?.restart()
}

/**
 * Starts everything and runs until a signal stops it, in reverse order; any failure is a one-line message and exit code
 * 1. `--demo` fills an empty database with the demo files; `demo` imports them into the running application, else into
 * the one it starts. Returns a function that restarts the service when sources change.
 */
export async function launch(args: string[], mode: Mode = 'built'): Promise<() => void> {
  const release: Life['release'] = []
  const ending = new AbortController()
  const end = async (code: number, sentence: string) => {
    if (ending.signal.aborted) return
    if (code === 0) console.log(sentence)
    else console.error(sentence)
    ending.abort()
    for (const step of release.reverse())
      try {
        await step()
      } catch (error) {
        console.error(reasonOf(error))
      }
    process.exit(code)
  }
  const giveUp = (reason: string) => void end(1, reason)
  // A closed terminal is no reason to exit.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const)
    process.on(signal, () => void end(0, 'Arrêt en cours…'))
  whenNpmIsGone(() => void end(0, 'npm n’est plus là : arrêt en cours…'))
  process.on('uncaughtException', (error) => giveUp(`Erreur inattendue : ${error.message}`))

  try {
    const config = readLaunchConfig(process.env)
    const programs = environmentOf(config, {
      url: config.DATABASE_URL ?? EMBEDDED,
      ownerUrl: config.DATABASE_OWNER_URL,
    })
    readConfig(programs)
    readWebSettings(programs)
    const demo = readDemo(args)
    const running = demo.again && (await isServiceRunning(config))
    const depot = demo.again && !running ? depotDe(config) : undefined
    if (depot !== undefined) process.env['DEPOT_DIR'] = depot
    const restart = running
      ? () => undefined
      : await startAll(config, mode, { release, signal: ending.signal, giveUp, depot })
    if (demo.again || demo.first) await runDemo(demo, config)
    ending.signal.throwIfAborted()
    console.log(`\nAnalyse - Gestion des Dons : ouvrez ${addressOf(config.HOST, config.PORT)}`)
    if (running) return restart
    console.log(`Journal : ${path.join(config.DATA_DIR, 'application.log')}. Ctrl-C pour arrêter.`)
    return restart
  } catch (error) {
    giveUp(reasonOf(error))
    return () => undefined
  }
}
