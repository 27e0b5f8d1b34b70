import { createWriteStream, type WriteStream } from 'node:fs'
import { mkdir, rename, stat } from 'node:fs/promises'
import path from 'node:path'
import { addressOf } from '#contract/settings.ts'
import { type LaunchConfig, readLaunchConfig } from '../config'
import { openEmbedded } from '../database/embedded'
import { isServiceRunning, runDemo } from '../demo/run'
import { checkDatabase, checkPort } from './checks'
import { lockFolder } from './lock'
import { type Program, supervise } from './program'

const MAX_LOG_BYTES = 20 * 1024 * 1024

async function openLog(folder: string): Promise<WriteStream> {
  const file = path.join(folder, 'application.log')
  const size = await stat(file).then(
    (found) => found.size,
    () => 0,
  )
  if (size > MAX_LOG_BYTES) await rename(file, `${file}.1`)
  return createWriteStream(file, { flags: 'a' })
}

interface DatabaseUrls {
  url: string
  ownerUrl: string | undefined
}

function describePrograms(config: LaunchConfig, database: DatabaseUrls): [Program, Program] {
  const build = path.resolve('build')
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    NODE_ENV: 'production',
    DATABASE_URL: database.url,
    DATABASE_OWNER_URL: database.ownerUrl,
    DATA_DIR: config.DATA_DIR,
    PORT: String(config.PORT),
    HOST: config.HOST,
    SERVICE_URL: addressOf(config.SERVICE_HOST, config.SERVICE_PORT),
  }
  const service = path.join(build, 'service', 'main.js')
  const serve = path.resolve('node_modules', '@remix-run', 'serve', 'dist', 'cli.js')
  return [
    { name: 'Le service', file: service, args: [], execArgv: ['--enable-source-maps'], env },
    {
      name: 'L’application web',
      file: serve,
      args: [path.join(build, 'server', 'index.js')],
      execArgv: ['--import', path.join(build, 'web', 'gate.js')],
      env,
    },
  ]
}

/** The database of DATABASE_URL, which must answer, or else the embedded one. */
async function openDatabase(
  config: LaunchConfig,
  release: (() => Promise<void>)[],
): Promise<DatabaseUrls> {
  if (config.DATABASE_URL !== undefined) {
    await checkDatabase(config.DATABASE_URL)
    return { url: config.DATABASE_URL, ownerUrl: config.DATABASE_OWNER_URL }
  }
  console.log('Démarrage de la base de données…')
  const embedded = await openEmbedded(config.DATA_DIR)
  release.push(embedded.stop)
  return embedded
}

/** Makes and starts everything in order; each step leaves its release in `release`. */
async function startAll(
  config: LaunchConfig,
  release: (() => Promise<void>)[],
  giveUp: (reason: string) => void,
): Promise<void> {
  await mkdir(config.DATA_DIR, { recursive: true }).catch((cause: unknown) => {
    throw new Error(
      `Le dossier des données ${path.resolve(config.DATA_DIR)} ne peut pas être créé : donnez-lui les droits, ou indiquez un autre DATA_DIR.`,
      { cause },
    )
  })
  release.push(await lockFolder(config.DATA_DIR))
  await checkPort('PORT', config.HOST, config.PORT)
  await checkPort('SERVICE_PORT', config.SERVICE_HOST, config.SERVICE_PORT)
  const database = await openDatabase(config, release)
  const log = await openLog(config.DATA_DIR)
  for (const program of describePrograms(config, database)) {
    const kept = supervise(program, log, giveUp)
    release.push(kept.stop)
    await kept.start()
  }
}

/**
 * Starts everything and stays until a signal stops it all, in order; every failure is one line and exit code 1.
 * `--demo` fills an empty base with the demo files; `demo` imports them into the application that runs already,
 * or else into the one it starts.
 */
export async function launch(args: string[]): Promise<void> {
  const release: (() => Promise<void>)[] = []
  let ending: Promise<never> | undefined
  const end = (code: number): Promise<never> =>
    (ending ??= (async () => {
      for (const step of release.reverse())
        await step().catch((error: unknown) => console.error(error))
      return process.exit(code)
    })())
  const giveUp = (reason: string) => {
    console.error(reason)
    void end(1)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (!ending) console.log('Arrêt en cours…')
      void end(0)
    })

  try {
    const config = readLaunchConfig(process.env)
    const demo = args[0] === 'demo'
    const running = demo && (await isServiceRunning(config))
    if (!running) await startAll(config, release, giveUp)
    if (demo || args.includes('--demo')) await runDemo(args, config)
    console.log(`\nAnalyse - Gestion des Dons : ouvrez ${addressOf(config.HOST, config.PORT)}`)
    if (running) return
    console.log(`Journal : ${path.join(config.DATA_DIR, 'application.log')}. Ctrl-C pour arrêter.`)
  } catch (error) {
    giveUp(error instanceof Error ? error.message : String(error))
  }
}
