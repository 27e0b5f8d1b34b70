import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Running } from '../../../service/process/child'
import { supervise } from '../../../service/programs/launch/supervise'

const PAUSES = [0, 20, 40, 80, 160, 320]

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'dons-surveillance-'))
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await rm(folder, { recursive: true, force: true })
})

/** A program that dies at its first starts, as a database does whose recovery something is in the way of. */
function mourant(morts: number): () => Running {
  let starts = 0
  return () => {
    const dies = starts > 0 && starts <= morts
    starts++
    const script = dies ? 'exit 1' : `echo $$ >> ${path.join(folder, 'vivant')}; exec sleep 60`
    const child = spawn('sh', ['-c', script], { stdio: 'ignore' })
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    return {
      ready: dies
        ? ended.then(() => Promise.reject(new Error('pg_wal/xlogtemp : File exists.')))
        : Promise.resolve(),
      ended,
      stop: async () => {
        child.kill('SIGKILL')
        await ended
      },
    }
  }
}

const pids = async () =>
  (await readFile(path.join(folder, 'vivant'), 'utf8').catch(() => '')).split('\n').filter(Boolean)

async function mourir(morts: number, pauses = PAUSES) {
  await writeFile(path.join(folder, 'vivant'), '')
  const said: string[] = []
  const part = { name: 'La base de données', feminine: true, start: mourant(morts) }
  const kept = supervise(part, (reason) => said.push(reason), { pauses })
  await kept.start()
  await vi.waitUntil(async () => (await pids()).length === 1)
  process.kill(Number((await pids())[0]), 'SIGKILL')
  return { kept, said }
}

describe('[C] Une base que quelque chose empêche de reprendre', () => {
  test('est attendue plus longtemps à chaque fois, et revient quand elle peut', async () => {
    const { kept, said } = await mourir(5)
    await vi.waitUntil(async () => (await pids()).length === 2, 10_000)
    expect(said).toEqual([])
    await kept.stop()
  })

  test('arrête tout en une phrase qui dit pourquoi, et de relancer', async () => {
    const { kept, said } = await mourir(100)
    await vi.waitUntil(() => said.length > 0, 10_000)
    expect(said).toEqual([
      'La base de données s’arrête sans cesse. pg_wal/xlogtemp : File exists. Tout est arrêté\u00A0: relancez.',
    ])
    await kept.stop()
  })

  test('ne fait pas attendre qui l’arrête ou la relance', async () => {
    const { kept } = await mourir(1, [0, 60_000])
    await vi.waitUntil(() => vi.mocked(console.error).mock.calls.length === 2)
    await kept.restart()
    await vi.waitUntil(async () => (await pids()).length === 2, 10_000)
    await kept.stop()
  })
})
