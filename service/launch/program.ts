import { type ChildProcess, fork } from 'node:child_process'
import type { WriteStream } from 'node:fs'

/** A Node program of ours: it tells its parent when it is ready, and ends when its parent is gone. */
export interface Program {
  name: string
  file: string
  args: string[]
  execArgv: string[]
  env: NodeJS.ProcessEnv
}

/** Starts a program and answers once it says that it is ready; its output goes to the log. */
async function startProgram(program: Program, log: WriteStream): Promise<ChildProcess> {
  const child = fork(program.file, program.args, {
    execArgv: program.execArgv,
    env: program.env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // Ctrl-C reaches this process only, which stops the others in order.
    detached: process.platform !== 'win32',
  })
  let lastWords = ''
  child.stdout?.pipe(log, { end: false })
  child.stderr?.pipe(log, { end: false })
  for (const output of [child.stdout, child.stderr])
    output?.on('data', (chunk: Buffer) => (lastWords = `${lastWords}${chunk}`.slice(-2_000)))
  await new Promise<void>((resolve, reject) => {
    child.once('message', () => resolve())
    child.once('exit', () =>
      reject(new Error(`${program.name} n’a pas démarré : ${lastSentence(lastWords)}`)),
    )
  })
  return child
}

/** The sentence in a program's last words: its last JSON line's error, or its last line that names one. */
function lastSentence(words: string): string {
  const lines = words.trim().split('\n')
  for (const line of lines.toReversed()) {
    try {
      const { err, msg } = JSON.parse(line) as { err?: { message?: string }; msg?: string }
      return err?.message ?? msg ?? line
    } catch {
      if (/Error\b/.test(line)) return line.trim()
    }
  }
  return lines.at(-1) ?? ''
}

async function stopProgram(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), 25_000)
  await gone
  clearTimeout(timer)
}

/** Keeps a program running: started again a second after it died, given up when it dies five times a minute. */
export function supervise(
  program: Program,
  log: WriteStream,
  giveUp: (reason: string) => void,
): { start: () => Promise<void>; stop: () => Promise<void> } {
  let child: ChildProcess | undefined
  let stopping = false
  let deaths: number[] = []
  const start = async (): Promise<void> => {
    child = await startProgram(program, log)
    child.once('exit', () => {
      if (stopping) return
      deaths = [...deaths.filter((time) => time > Date.now() - 60_000), Date.now()]
      if (deaths.length >= 5) return giveUp(`${program.name} s’arrête sans cesse.`)
      console.error(`${program.name} s’est arrêté ; il est relancé.`)
      setTimeout(() => {
        if (!stopping) start().catch((error: Error) => giveUp(error.message))
      }, 1_000)
    })
  }
  return {
    start,
    stop: async () => {
      stopping = true
      await stopProgram(child)
    },
  }
}
