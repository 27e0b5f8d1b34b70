import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { prepareLancement, statusOf } from '../support/lancement'

const { page, health, startReady, isGone } = await prepareLancement()

const project = await mkdtemp(path.join(tmpdir(), 'dons-developpement-'))
for (const part of [
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'migrations',
  'remix',
  'service',
])
  await cp(part, path.join(project, part), { recursive: true })
await symlink(path.resolve('node_modules'), path.join(project, 'node_modules'))
afterAll(() => rm(project, { recursive: true, force: true }))

async function change(file: string, before: string, after: string): Promise<void> {
  const place = path.join(project, file)
  const text = await readFile(place, 'utf8')
  expect(text).toContain(before)
  await writeFile(place, text.replace(before, after))
}

const read = (url: string) =>
  fetch(url).then(
    (answer) => answer.text(),
    () => '',
  )

describe('npm run dev', () => {
  test('montre ce qui change dans les sources, survit à une faute et s’arrête sans rien laisser', async () => {
    const running = await startReady({}, { script: 'service/dev.mjs', project })
    const patience = { timeout: 60_000, interval: 50 }
    await expect.poll(() => statusOf(page), patience).toBe(200)

    await change('remix/screens/dashboard/first-steps.tsx', 'Aucun don enregistré', 'Rien encore')
    await expect.poll(() => read(page), patience).toContain('Rien encore')

    await change('service/platform/http/health.ts', ', version }', ", version: 'essai' }")
    await expect.poll(() => read(health), patience).toContain('essai')

    await change('service/platform/http/health.ts', "version: 'essai' }", "version: 'essai'")
    await expect.poll(running.output, patience).toContain('health.ts')
    await change('service/platform/http/health.ts', "version: 'essai'", "version: 'mieux' }")
    await expect.poll(() => read(health), patience).toContain('mieux')

    running.process.kill('SIGINT')
    expect(await running.exited, running.output()).toBe(0)
    await isGone()
  }, 300_000)
})
