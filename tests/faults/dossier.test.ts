import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Lancement, prepareLancement, statusOf } from '../support/lancement'
import { listRestes } from '../support/processus'
import { createDatabase } from '../support/service'

const place = await mkdtemp(path.join(tmpdir(), 'dons-dossier-'))
await chmod(place, 0o755)
afterAll(() => rm(place, { recursive: true, force: true }))

const own = await prepareLancement()
beforeAll(async () => own.stop(await own.startReady()), 120_000)
const NOBODY = 65_534
const isRoot = process.getuid?.() === 0

/** Ends with code 1, this one line last, and nothing left. */
async function refused(
  { start, dataDir }: Lancement,
  line: RegExp,
  env: Record<string, string> = {},
): Promise<string> {
  const running = start(env)
  expect(await running.settled, running.output()).toBe(1)
  const lines = running.output().trim().split('\n')
  expect(lines.at(-1)).toMatch(line)
  for (const said of lines) expect(said).not.toMatch(/^\s+at |Error:/)
  expect(listRestes(dataDir)).toEqual([])
  return running.output()
}

describe('La base embarquée', () => {
  test('[0.1.0 B9, C] d’un dossier copié en marche est une autre : l’original ne le remarque pas', async () => {
    const original = await own.startReady()
    const copied = path.join(place, 'copie')
    execFileSync('cp', ['-a', own.dataDir, copied])
    const copy = await prepareLancement(copied)
    const running = await copy.startReady()
    expect(await statusOf(copy.health)).toBe(200)
    await copy.stop(running)
    expect(await statusOf(own.health)).toBe(200)
    await own.stop(original)
    expect(original.output()).not.toContain('arrêtée')
  }, 180_000)

  test('[0.1.0 C] ne reste pas quand la suite du démarrage échoue', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const address = taken.address()
    const port = typeof address === 'object' ? String(address?.port) : ''
    await refused(own, /^Le service n’a pas démarré : .*est déjà pris/, { ADMIN_PORT: port })
    taken.close()
  }, 60_000)

  test('[0.1.0 C] dont le mot de passe est perdu en reçoit un autre', async () => {
    const secret = path.join(own.dataDir, 'postgres.secret')
    rmSync(secret)
    const running = await own.startReady()
    expect(running.output()).toMatch(/^Le mot de passe .* manquait .* : il a été refait\.$/m)
    expect(await statusOf(own.health)).toBe(200)
    await own.stop(running)
    expect(statSync(secret).mode & 0o777).toBe(0o600)
  }, 120_000)

  test('[0.1.0 C] dont le mot de passe est faux le dit, et ne reste pas', async () => {
    const secret = path.join(own.dataDir, 'postgres.secret')
    const right = readFileSync(secret)
    writeFileSync(secret, 'faux')
    await refused(own, /postgres\.secret n’est pas le mot de passe de cette base/)
    writeFileSync(secret, right)
  }, 120_000)

  test('[0.1.0 C] vit dans un dossier au nom difficile', async () => {
    const hard = await prepareLancement(path.join(place, `a "b" $HOME \`id\` 'c' \\ é;#`))
    await hard.stop(await hard.startReady())
  }, 120_000)
})

describe('Le verrou', () => {
  const lock = path.join(own.dataDir, 'application.pid')

  test('[0.1.0 C] dont le numéro est celui d’un autre programme n’arrête personne', async () => {
    const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', 'start.mjs'])
    for (const text of [`${other.pid}`, `${other.pid} 1 2:3\n`, '']) {
      writeFileSync(lock, text)
      await own.stop(await own.startReady())
    }
    expect(other.exitCode).toBe(null)
    other.kill('SIGKILL')
  }, 180_000)
})

describe('Le terminal', () => {
  test('[0.1.0 C] fermé, puis SIGTERM : rien ne reste', async () => {
    const running = await own.startReady()
    running.process.stdout?.destroy()
    running.process.stderr?.destroy()
    await own.stop(running)
  }, 60_000)

  test('[0.1.0 C] qui s’en va (SIGHUP) arrête tout ; deux Ctrl-C valent un', async () => {
    await own.stop(await own.startReady(), 0, 'SIGHUP')
    const running = await own.startReady()
    running.process.kill('SIGINT')
    await own.stop(running, 0, 'SIGINT')
    expect(running.output().match(/Arrêt en cours/g)).toHaveLength(1)
  }, 120_000)
})

describe('Les commandes', () => {
  test('[0.1.0 E] npm run backup : sort avec sa dernière ligne, base arrêtée ou application en marche', async () => {
    const backup = async () => {
      const child = spawn(process.execPath, ['service/run.mjs', 'backup', '--dossier', place], {
        env: { ...process.env, ...own.env },
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const exited = once(child, 'exit')
      await once(child.stdout, 'data')
      const told = performance.now()
      expect(await exited).toEqual([0, null])
      const ms = performance.now() - told
      console.log(`sortie ${Math.round(ms)} ms après la dernière ligne`)
      expect(ms).toBeLessThan(15_000)
    }
    await backup()
    expect(listRestes(own.dataDir)).toEqual([])
    const running = await own.startReady()
    await backup()
    expect(await statusOf(own.health)).toBe(200)
    await own.stop(running)
    expect(running.output()).not.toContain('arrêtée')
  }, 120_000)
})

const ownersIn = (folder: string): Set<number> =>
  new Set(
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(
      (name) => statSync(path.join(folder, name)).uid,
    ),
  )

test('[0.1.0 B14, C] Un démarrage de root sur le dossier d’un autre n’y change rien de mains', async () => {
  if (!isRoot) return
  const folder = path.join(place, 'ordinaire')
  await mkdir(folder)
  await chown(folder, NOBODY, NOBODY)
  const ordinary = await prepareLancement(folder)
  await ordinary.stop(await ordinary.startReady())
  expect(ownersIn(folder)).toEqual(new Set([NOBODY]))
  await ordinary.stop(await ordinary.startReady({}, { uid: NOBODY }))
  for (const log of ['application.log', 'postgres.log'])
    expect(statSync(path.join(folder, log)).mode & 0o777).toBe(0o600)
}, 180_000)

describe('Le disque plein', () => {
  const small = path.join(place, 'petit')
  const filler = path.join(small, 'plein')
  const fill = () => {
    try {
      execFileSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=4k'], { stdio: 'ignore' })
    } catch {
      // It ends where the disk does.
    }
  }

  test('[0.1.0 A3] n’arrête rien : le journal perd ses lignes, le dit, et reprend', async () => {
    await mkdir(small)
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=200m', 'tmpfs', small], { stdio: 'ignore' })
    } catch {
      console.warn('Pas de petit disque sur cette machine : le disque plein n’est pas essayé.')
      return
    }
    try {
      const lancement = await prepareLancement(small)
      const running = await lancement.startReady()
      fill()
      await expect
        .poll(async () => (await statusOf(lancement.page), running.output()), { timeout: 30_000 })
        .toMatch(/^Le journal .*application\.log n’est plus écrit \(le disque est plein\)/m)
      expect(await statusOf(lancement.page)).toBe(200)
      rmSync(filler)
      await expect
        .poll(async () => (await statusOf(lancement.page), running.output()), { timeout: 30_000 })
        .toMatch(/^Le journal .*application\.log est de nouveau écrit/m)
      await lancement.stop(running)
      expect(running.output().match(/n’est plus écrit/g)?.length).toBeLessThanOrEqual(2)

      fill()
      await refused(lancement, /^Le disque est plein : libérez de la place/)
      expect(existsSync(path.join(small, 'application.pid'))).toBe(false)

      const database = await createDatabase()
      const elsewhere = await lancement.startReady({ DATABASE_URL: database.serviceUrl })
      expect(elsewhere.output()).toMatch(/^Le disque est plein : .*/m)
      expect(await statusOf(lancement.page)).toBe(200)
      await lancement.stop(elsewhere)
      await database.drop()

      rmSync(filler)
      await lancement.stop(await lancement.startReady())
    } finally {
      execFileSync('umount', ['-l', small])
    }
  }, 240_000)
})
