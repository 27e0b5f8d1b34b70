import { type ChildProcess, spawn } from 'node:child_process'
import path from 'node:path'

export interface RunningStart {
  process: ChildProcess
  output: () => string
  /** Settles when the command has printed the address, or with its exit code where it ended before. */
  settled: Promise<'ready' | number | null>
  exited: Promise<number | null>
}

/** Runs `npm start` (its command, without npm in between) with these settings, as this user or another, or another script, in a copy of the project. */
export function runStart(
  env: Record<string, string>,
  options: { uid?: number; args?: string[]; script?: string; project?: string } = {},
): RunningStart {
  let output = ''
  const child = spawn(
    process.execPath,
    [options.script ?? 'service/start.mjs', ...(options.args ?? [])],
    {
      cwd: path.resolve(options.project ?? '.'),
      env: { NODE_ENV: 'production', PATH: process.env['PATH'], HOME: '/tmp', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(options.uid !== undefined && { uid: options.uid, gid: options.uid }),
    },
  )
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const ready = new Promise<'ready'>((resolve) => {
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString()
        if (output.includes('ouvrez http://')) resolve('ready')
      })
  })
  return { process: child, output: () => output, settled: Promise.race([ready, exited]), exited }
}
