import { readFileSync } from 'node:fs'

const PERIOD = 1_000

/** npm's number: our parent, or on Linux the parent of the shell that npm runs its commands through. */
function findNpm(): number {
  try {
    const [, name = '', parent] =
      /^\d+ \((.*)\) \S (\d+) /.exec(readFileSync(`/proc/${process.ppid}/stat`, 'utf8')) ?? []
    return name.endsWith('sh') ? Number(parent) : process.ppid
  } catch {
    return process.ppid
  }
}

/** Calls `end` when the npm that started this process is gone: killed, it passes no signal on. */
export function whenNpmIsGone(end: () => void): void {
  if (process.env['npm_lifecycle_event'] === undefined) return
  const npm = findNpm()
  setInterval(() => {
    if (findNpm() !== npm) end()
  }, PERIOD).unref()
}
