import { type ChildProcess, fork } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import path from 'node:path'
import { balance } from './balancer'

/** A program of the product, run as in production from `build/`. */
export interface RunningProgram {
  url: string
  process: ChildProcess
  /** What it wrote so far, both outputs. */
  output: () => string
  /** Ends it with a signal (SIGTERM) and answers its exit code, null where the signal ended it. */
  stop: (signal?: NodeJS.Signals) => Promise<number | null>
}

/**
 * Below the ports that the system gives to connections and to whoever listens on port 0; those above are kept for who
 * listens later.
 */
const FIRST_PORT = 10_000
const PORTS = 20_000
const KEPT = 2_000
const given = new Set<number>()

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })

/** A port for a program that cannot be told to take any; this process is given it once. */
export const freePort = () => choosePort(FIRST_PORT, PORTS)

/** A port that no other test is given meanwhile, for a program that starts later. */
export const keptPort = () => choosePort(FIRST_PORT + PORTS, KEPT)

async function choosePort(first: number, count: number): Promise<number> {
  for (;;) {
    const port = first + randomInt(count)
    if (given.has(port) || !(await isFree(port))) continue
    given.add(port)
    return port
  }
}

async function runProgram(
  file: string,
  options: { args?: string[]; execArgv?: string[]; env: Record<string, string>; url: string },
): Promise<RunningProgram> {
  let output = ''
  const child = fork(file, options.args ?? [], {
    execArgv: options.execArgv ?? [],
    env: { ...process.env, NODE_ENV: 'production', ...options.env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  await Promise.race([
    new Promise((resolve) => child.once('message', resolve)),
    exited.then((code) => {
      throw new Error(`${path.basename(file)} ended with ${code}: ${output.slice(-2_000)}`)
    }),
  ])
  return {
    url: options.url,
    process: child,
    output: () => output,
    stop: (signal = 'SIGTERM') => {
      child.kill(signal)
      return exited
    },
  }
}

/** The analytics service, on a free port where it is not told which. */
export async function runService(
  env: Record<string, string>,
  given?: number,
): Promise<RunningProgram> {
  const port = given ?? (await freePort())
  return runProgram(path.resolve('build/service/main.js'), {
    env: { SERVICE_PORT: String(port), ...env },
    url: `http://127.0.0.1:${port}`,
  })
}

/** The web app on a free port, in front of the service at `serviceUrl`. */
export async function runWeb(
  serviceUrl: string,
  env: Record<string, string> = {},
): Promise<RunningProgram> {
  const port = await freePort()
  return runProgram(path.resolve('node_modules/@remix-run/serve/dist/cli.js'), {
    args: [path.resolve('build/server/index.js')],
    execArgv: ['--import', path.resolve('build/web/gate.js')],
    env: { PORT: String(port), HOST: '127.0.0.1', SERVICE_URL: serviceUrl, ...env },
    url: `http://127.0.0.1:${port}`,
  })
}

export interface RunningApplication {
  url: string
  serviceUrl: string
  stop: () => Promise<void>
}

/** So many services and as many web apps in front of them, behind a round-robin where there are several. */
export async function runApplication(
  env: Record<string, string>,
  instances: number,
): Promise<RunningApplication> {
  const start = async (run: () => Promise<RunningProgram>) => {
    const programs = await Promise.all(Array.from({ length: instances }, run))
    const stop = () => Promise.all(programs.map((program) => program.stop()))
    const [only] = programs
    if (only && programs.length === 1) return { url: only.url, stop }
    const front = await balance(programs.map(({ url }) => url))
    return { url: front.url, stop: () => Promise.all([front.close(), stop()]) }
  }
  const services = await start(() => runService(env))
  const webs = await start(() => runWeb(services.url))
  return {
    url: webs.url,
    serviceUrl: services.url,
    stop: async () => {
      await webs.stop()
      await services.stop()
    },
  }
}
