import { spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { beforeAll, describe, expect, test } from 'vitest'
import { prepareLancement, statusOf } from '../support/lancement'
import { findProcessus, listRestes, type Role } from '../support/processus'

const { dataDir, env, page, health, start, startReady, stop, isGone } = await prepareLancement()
const PARTS: readonly Role[] = ['base', 'service', 'web']
const DEATHS = {
  base: 'La base de données s’est arrêtée ; elle est relancée.',
  service: 'Le service s’est arrêté ; il est relancé.',
  web: 'L’application web s’est arrêtée ; elle est relancée.',
}
/** One line in French: no stack, no raw error. */
const SENTENCE = /^[A-ZÉ][^{}]* [^{}]*[.…]$|ouvrez http/

async function appears(role: Role): Promise<number> {
  for (;;) {
    const pid = findProcessus(dataDir, role)
    if (pid !== undefined) return pid
    await wait(5)
  }
}

const linesOf = (output: string) => output.split('\n').filter((line) => line !== '')

const seconds = (since: number) => `${((performance.now() - since) / 1000).toFixed(1)} s`

beforeAll(async () => stop(await startReady()), 120_000)

describe('kill -9 en marche', () => {
  test.each(PARTS)(
    '[0.1.0 A4, E] %s revient seul en quelques secondes, sur le même port',
    async (role) => {
      const running = await startReady()
      const victim = await appears(role)
      process.kill(victim, 'SIGKILL')
      const killed = performance.now()
      await expect.poll(() => running.output(), { interval: 20 }).toContain(DEATHS[role as 'base'])
      const told = seconds(killed)
      await expect.poll(() => statusOf(health), { timeout: 20_000, interval: 50 }).toBe(200)
      await expect.poll(() => statusOf(page), { timeout: 20_000, interval: 50 }).toBe(200)
      console.log(`${role} : dit après ${told}, de retour après ${seconds(killed)}`)
      expect(await appears(role)).not.toBe(victim)
      await stop(running)
      for (const line of linesOf(running.output())) expect(line).toMatch(SENTENCE)
    },
    120_000,
  )
})

describe('kill -9 pendant le démarrage', () => {
  test.each(PARTS)(
    '[0.1.0 A4] %s revient, ou tout s’arrête en une phrase',
    async (role) => {
      const running = start()
      process.kill(await appears(role), 'SIGKILL')
      const settled = await running.settled
      if (settled === 'ready') await stop(running)
      else expect(settled).toBe(1)
      expect(listRestes(dataDir)).toEqual([])
      for (const line of linesOf(running.output())) expect(line).toMatch(SENTENCE)
    },
    120_000,
  )
})

describe('kill -9 pendant l’arrêt', () => {
  test.each(PARTS)(
    '[0.1.0 A4] %s : l’arrêt se termine, sans rien laisser',
    async (role) => {
      const running = await startReady()
      const victim = await appears(role)
      running.process.kill('SIGTERM')
      await expect.poll(() => running.output(), { interval: 5 }).toContain('Arrêt en cours…')
      // It may have ended already.
      try {
        process.kill(victim, 'SIGKILL')
      } catch (error) {
        expect(error).toMatchObject({ code: 'ESRCH' })
      }
      expect(await running.exited, running.output()).toBe(0)
      expect(listRestes(dataDir)).toEqual([])
      for (const line of linesOf(running.output())) expect(line).toMatch(SENTENCE)
    },
    120_000,
  )
})

describe('Arrêt demandé pendant le démarrage', () => {
  test.each(PARTS)(
    '[0.1.0 B13] %s vient de naître : rien ne reste',
    async (role) => {
      const running = start()
      await appears(role)
      await stop(running)
    },
    120_000,
  )
})

describe('kill -9 de la commande', () => {
  test.each(PARTS)(
    '[0.1.0 A4] quand %s vient de naître : rien ne reste',
    async (role) => {
      const running = start()
      await appears(role)
      running.process.kill('SIGKILL')
      await expect
        .poll(() => listRestes(dataDir).filter((rest) => rest !== 'application.pid'), {
          timeout: 60_000,
        })
        .toEqual([])
      await stop(await startReady())
    },
    120_000,
  )
})

test('[0.1.0 A4] kill -9 de npm : l’application s’arrête, et rien ne reste', async () => {
  const npm = spawn('npm', ['start', '--silent'], {
    env: { ...process.env, ...env },
    stdio: 'ignore',
  })
  await expect.poll(() => statusOf(page), { timeout: 60_000 }).toBe(200)
  npm.kill('SIGKILL')
  await isGone()
}, 120_000)

describe('Un processus gelé', () => {
  test.each(PARTS)(
    '[0.1.0 A4] %s ne retient pas l’arrêt',
    async (role) => {
      const running = await startReady()
      process.kill(await appears(role), 'SIGSTOP')
      await stop(running)
    },
    120_000,
  )
})

test('[0.1.0 A4] La base meurt sans cesse : tout s’arrête en une phrase', async () => {
  const running = await startReady()
  const killed = new Set<number>()
  while (running.process.exitCode === null) {
    const pid = findProcessus(dataDir, 'base')
    if (pid !== undefined && !killed.has(pid)) {
      killed.add(pid)
      process.kill(pid, 'SIGKILL')
    }
    await wait(20)
  }
  expect(running.process.exitCode).toBe(1)
  await isGone()
  expect(linesOf(running.output()).at(-1)).toMatch(/^La base de données s’arrête sans cesse/)
  expect(linesOf(running.output()).at(-1)).toMatch(/relancez\.$/)
}, 120_000)
