import { readFileSync } from 'node:fs'

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
export function whenNpmIsGone(end: () => void): void {
  if (process.env['npm_lifecycle_event'] === undefined) return
  const npm = findNpm()
  setInterval(() => {
    if (findNpm() !== npm) end()
  }, PERIOD).unref()
}
