import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect } from 'vitest'
import { freePort } from './application'
import { listProcessus, listRestes } from './processus'
import { type RunningStart, runStart } from './start'

/** The HTTP status of an address; 0 where nobody answers. */
export const statusOf = (url: string): Promise<number> =>
  fetch(url, { signal: AbortSignal.timeout(15_000) }).then(
    async (answer) => {
      await answer.arrayBuffer()
      return answer.status
    },
    () => 0,
  )

export interface Lancement {
  dataDir: string
  env: Record<string, string>
  page: string
  health: string
  /** Starts the application there, to its address. */
  start: (...given: Partial<Parameters<typeof runStart>>) => RunningStart
  startReady: (...given: Partial<Parameters<typeof runStart>>) => Promise<RunningStart>
  /** Sends a signal and expects its exit code, and nothing left. */
  stop: (running: RunningStart, code?: number, signal?: NodeJS.Signals) => Promise<void>
  /** Expects that in a while nothing of it is left. */
  isGone: () => Promise<void>
}

/** A data folder, two ports, and `npm start` on them; whatever is left after the file's tests is ended. */
export async function prepareLancement(folder?: string): Promise<Lancement> {
  const dataDir = folder ?? (await mkdtemp(path.join(tmpdir(), 'dons-lanceur-')))
  await mkdir(dataDir, { recursive: true })
  if (!folder) await chmod(dataDir, 0o755)
  const [port, servicePort] = [await freePort(), await freePort()]
  const env = { DATA_DIR: dataDir, PORT: String(port), SERVICE_PORT: String(servicePort) }
  const start: Lancement['start'] = (given = {}, options = {}) =>
    runStart({ ...env, ...given }, options)
  const isGone = () => expect.poll(() => listRestes(dataDir), { timeout: 60_000 }).toEqual([])
  afterAll(async () => {
    for (const { pid } of listProcessus(dataDir)) process.kill(pid, 'SIGKILL')
    if (!folder) await rm(dataDir, { recursive: true, force: true })
  })
  return {
    dataDir,
    env,
    page: `http://127.0.0.1:${port}/dashboard`,
    health: `http://127.0.0.1:${servicePort}/health`,
    start,
    startReady: async (...given) => {
      const running = start(...given)
      expect(await running.settled, running.output()).toBe('ready')
      return running
    },
    stop: async (running, code = 0, signal = 'SIGTERM') => {
      running.process.kill(signal)
      expect(await running.exited, running.output()).toBe(code)
      expect(listRestes(dataDir)).toEqual([])
    },
    isGone,
  }
}
