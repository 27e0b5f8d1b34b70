import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { type RunningProgram, runService, runWeb } from '../support/application'
import { expect, readServer, test } from '../support/e2e'
import { createFragileWay } from '../support/fragile-database'
import { databaseUrl } from '../support/postgres'

const PATIENCE_MS = 10_000
const ECRANS = ['/dashboard', '/donations', '/montant', '/campagnes']

let way: Awaited<ReturnType<typeof createFragileWay>>
let service: RunningProgram
let web: RunningProgram
let folder: string

test.use({ tolere: [/503/] })
test.beforeAll(async ({ application }) => {
  const name = new URL(application.databaseUrl).pathname.slice(1)
  way = await createFragileWay(databaseUrl(readServer().serviceUrl, name))
  folder = await mkdtemp(path.join(tmpdir(), 'dons-e2e-'))
  service = await runService({ DATABASE_URL: way.url, DATA_DIR: folder })
  web = await runWeb(service.url)
})
test.afterAll(async () => {
  await web.stop()
  await service.stop('SIGKILL')
  await way.close()
  await rm(folder, { recursive: true, force: true })
})

for (const [what, strike] of [
  ['ne répond plus', () => way.freeze()],
  ['a disparu', () => way.cut()],
] as const)
  test(`quand la base ${what}, chaque page le dit en français en moins de 10 s, puis tout revient seul`, async ({
    page,
    request,
  }) => {
    await page.goto(`${web.url}/dashboard?annee=2020`)
    strike()
    const answers = await Promise.all(
      ECRANS.map((screen) => request.get(web.url + screen, { timeout: PATIENCE_MS })),
    )
    expect(answers.map((answer) => answer.status())).toEqual(ECRANS.map(() => 503))

    await page.reload()
    await expect(page.getByRole('alert').filter({ hasText: 'Erreur: ' })).toContainText(
      'La base de données ne répond pas.',
    )
    await page.getByRole('link', { name: /^Upload/ }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Import des Données')

    way.mend()
    await expect
      .poll(async () => (await request.get(`${web.url}/dashboard?annee=2020`)).status())
      .toBe(200)
    await page.getByRole('link', { name: /^Montants/ }).click()
    await expect(page.getByRole('table', { name: /^Montant total annuel/ })).toBeVisible()
  })

test('quand le service est figé, chaque page le dit aussi en moins de 10 s', async ({
  request,
}) => {
  service.process.kill('SIGSTOP')
  const answers = await Promise.all(
    ECRANS.map((screen) => request.get(web.url + screen, { timeout: PATIENCE_MS })),
  )
  for (const answer of answers) {
    expect(answer.status()).toBe(503)
    expect(await answer.text()).toContain('Le service d’analyse ne répond pas.')
  }
  service.process.kill('SIGCONT')
  await expect.poll(async () => (await request.get(`${web.url}/dashboard`)).status()).toBe(200)
})
