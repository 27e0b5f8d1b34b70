import { fork } from 'node:child_process'
import path from 'node:path'
import { addressOf } from '#edge/hosts'
import { follow, type Running, type Steps } from '#process/child'
import type { LogFile } from '#process/log-file'
import type { LaunchConfig } from '../../config'
import type { Part } from './supervise'

export interface DatabaseUrls {
  url: string
  ownerUrl: string | undefined
}

/** One of our Node programs: tells its parent when it is ready, and exits with it. */
interface Program {
  name: string
  feminine: boolean
  file: string
  args: string[]
  execArgv: string[]
}

/** Runs the built programs, or their sources, rebuilt or reloaded on change. */
export type Mode = 'built' | 'sources'

/** Shutdown steps: requests may finish first, except when sources change. */
const STEPS: Record<Mode, Steps> = {
  built: [
    ['SIGTERM', 25_000],
    ['SIGKILL', 5_000],
  ],
  sources: [
    ['SIGTERM', 500],
    ['SIGKILL', 5_000],
  ],
}

/** Extracts the message from a program's last output: the error of its last JSON line, or the last line naming one. */
function lastSentence(words: string): string {
  const lines = words.trim().split('\n')
  for (const line of lines.toReversed()) {
    try {
      const { err, msg } = JSON.parse(line) as { err?: { message?: string }; msg?: string }
      return err?.message ?? msg ?? line
    } catch {
      if (/Error: /.test(line)) return line.trim()
    }
  }
  return lines.at(-1) ?? ''
}

function run(program: Program, steps: Steps, env: NodeJS.ProcessEnv, log: LogFile): Running {
  const process = fork(program.file, program.args, {
    execArgv: program.execArgv,
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // So that Ctrl-C only reaches the launcher, which stops the others in order.
    detached: globalThis.process.platform !== 'win32',
  })
  const { ended, lastWords, stop } = follow(process, log, steps)
  const ready = new Promise<void>((resolve, reject) => {
    process.once('message', () => resolve())
    void ended.then(() => {
      const reason = lastSentence(lastWords()) || 'son processus a été arrêté de l’extérieur.'
      reject(new Error(`${program.name} n’a pas démarré : ${reason}`))
    })
  })
  return { ready, ended, stop }
}

const PROGRAMS: Record<
  Mode,
  (build: string) => Record<'service' | 'web', Omit<Program, 'name' | 'feminine'>>
> = {
  built: (build) => ({
    service: {
      file: path.join(build, 'service', 'main.js'),
      args: [],
      execArgv: ['--enable-source-maps'],
    },
    web: {
      file: path.resolve('node_modules', '@remix-run', 'serve', 'dist', 'cli.js'),
      args: [path.join(build, 'server', 'index.js')],
      execArgv: ['--import', path.join(build, 'web', 'gate.js')],
    },
  }),
  sources: (build) => ({
    service: {
      file: path.join(build, 'dev', 'main.js'),
      args: [],
      execArgv: ['--enable-source-maps'],
    },
    web: { file: path.resolve('remix', 'dev.mjs'), args: [], execArgv: [] },
  }),
}

/** The settings of both programs. */
export const environmentOf = (
  config: LaunchConfig,
  database: DatabaseUrls,
): Record<string, string | undefined> => ({
  ...process.env,
  DATABASE_URL: database.url,
  DATABASE_OWNER_URL: database.ownerUrl,
  DATA_DIR: config.DATA_DIR,
  PORT: String(config.PORT),
  HOST: config.HOST,
  SERVICE_URL: addressOf(config.SERVICE_HOST, config.SERVICE_PORT),
})

/** The service and the web app, in starting order. */
export function describePrograms(
  config: LaunchConfig,
  database: DatabaseUrls,
  log: LogFile,
  mode: Mode,
): Part[] {
  const env: NodeJS.ProcessEnv = {
    ...environmentOf(config, database),
    NODE_ENV: mode === 'built' ? 'production' : 'development',
  }
  const { service, web } = PROGRAMS[mode](path.resolve('build'))
  const programs: Program[] = [
    { name: 'Le service', feminine: false, ...service },
    { name: 'L’application web', feminine: true, ...web },
  ]
  return programs.map((program) => ({
    ...program,
    start: () => run(program, STEPS[mode], env, log),
  }))
}
