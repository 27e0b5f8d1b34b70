import { spawn } from 'node:child_process'
import {
  accessSync,
  chmodSync,
  constants,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openLogFile } from '../../service/process/log-file'
import { testIf } from '../support/test-if'

const folder = mkdtempSync(path.join(tmpdir(), 'dons-journal-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function canWrite(file: string): boolean {
  try {
    accessSync(file, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** With Linux's file that is always full; some machines keep it from all but root, others have none. */
const testFull = testIf(canWrite('/dev/full'), '/dev/full n’est pas à écrire ici')

const modeOf = (file: string) => statSync(file).mode & 0o777
const textOf = (file: string) => readFileSync(file, 'utf8')

describe('Le fichier d’un journal', () => {
  test('[0.1.0 C] tourne en marche, et n’est lu que de son propriétaire, l’ancien aussi', async () => {
    const file = path.join(folder, 'tourne.log')
    for (const part of [file, `${file}.1`]) {
      writeFileSync(part, 'ancien\n')
      chmodSync(part, 0o644)
    }
    const log = openLogFile(file, () => undefined, 1_000)
    expect([modeOf(file), modeOf(`${file}.1`)]).toEqual([0o600, 0o600])
    const write = log.open()
    for (let line = 1000; line < 1100; line += 1) {
      write(Buffer.from(`ligne ${line}\n`))
      await log.close()
    }
    expect(statSync(file).size).toBeLessThanOrEqual(1_000)
    expect(statSync(`${file}.1`).size).toBeLessThanOrEqual(1_000)
    expect([modeOf(file), modeOf(`${file}.1`)]).toEqual([0o600, 0o600])
    expect(textOf(file)).toMatch(/ligne 1099\n$/)
  })

  test('ne mêle pas les lignes de deux programmes', async () => {
    const file = path.join(folder, 'deux.log')
    const log = openLogFile(file, () => undefined)
    const [one, other] = [log.open(), log.open()]
    one(Buffer.from('début '))
    other(Buffer.from('autre\n'))
    one(Buffer.from('fin\nreste'))
    await log.close()
    expect(textOf(file)).toBe('autre\ndébut fin\n')
  })

  test('[0.1.0 A3] impossible à écrire, perd ses lignes, le dit une fois, et reprend', async () => {
    const missing = path.join(folder, 'absent')
    const file = path.join(missing, 'x.log')
    const said: string[] = []
    const log = openLogFile(file, (sentence) => said.push(sentence))
    const write = log.open()
    for (let line = 0; line < 3; line += 1) {
      write(Buffer.from('perdue\n'))
      await log.close()
    }
    expect(said).toEqual([expect.stringMatching(/^Le journal .* n’est plus écrit \(ENOENT\)/)])
    mkdirSync(missing)
    write(Buffer.from('gardée\n'))
    await log.close()
    expect(said[1]).toMatch(/de nouveau écrit \(lignes perdues : 3\)/)
    expect(textOf(file)).toMatch(/"3 lignes perdues"}\ngardée\n$/)
  })

  testFull('[0.1.0 A3] sur un disque plein, le dit en français', async () => {
    const said: string[] = []
    const log = openLogFile('/dev/full', (sentence) => said.push(sentence))
    log.open()(Buffer.from('perdue\n'))
    await log.close()
    expect(said).toEqual([expect.stringMatching(/le disque est plein/)])
  })
})

/** How a program with this output ends when it is asked to while it logs. */
async function endWith(command: string[], closed: boolean): Promise<unknown> {
  const [file = '', ...args] = command
  const child = spawn(file, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  if (closed) child.stdout.destroy()
  const exited = new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve(code ?? signal))
  })
  await Promise.race([exited, new Promise((resolve) => child.stderr.once('data', resolve))])
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), 20_000)
  const end = await exited
  clearTimeout(timer)
  return end
}

describe('Un programme dont la sortie ne prend plus rien', () => {
  // Below the project, where its packages are.
  const program = path.resolve('tests/.results/journal.mjs')
  beforeAll(async () => {
    await build({
      stdin: {
        contents: `
          import * as service from './service/log'
          import * as web from './remix/gate/log'
          const log = (process.argv[2] === 'web' ? web : service).openLog('info')
          process.on('SIGTERM', () => {
            for (let line = 0; line < 200; line += 1) log.info({ line }, 'arrêt')
            process.exit(0)
          })
          setInterval(() => process.argv[3] && log.info('vivant'), 20)
          setTimeout(() => process.stderr.write('prêt'), 300)`,
        resolveDir: path.resolve('.'),
        loader: 'ts',
      },
      outfile: program,
      bundle: true,
      platform: 'node',
      format: 'esm',
      packages: 'external',
      alias: { '#contract': path.resolve('service/contract') },
    })
  })
  afterAll(() => rmSync(program, { force: true }))

  test.each(['service', 'web'])(
    '[0.1.0 B13] %s : un lecteur parti ne le retient pas',
    async (who) => {
      expect(await endWith([process.execPath, program, who], true)).toBe(0)
    },
  )

  for (const who of ['service', 'web'])
    testFull(`[0.1.0 A3] ${who} : un disque plein ne l’arrête ni ne le retient`, async () => {
      const command = `exec '${process.execPath}' '${program}' ${who} bavard > /dev/full`
      expect(await endWith(['sh', '-c', command], false)).toBe(0)
    })
})
