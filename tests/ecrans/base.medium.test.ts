import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type RunningProgram, runService, runWeb } from '../support/application'
import { partagee } from '../support/ecrans'
import { createFragileWay } from '../support/fragile-database'
import { find, getByRole, wordsOf } from '../support/html'
import { databaseUrl } from '../support/postgres'
import { visiter } from '../support/visite'

const PATIENCE_MS = 10_000
const ECRANS = ['/dashboard', '/donations', '/montant', '/campagnes']

let way: Awaited<ReturnType<typeof createFragileWay>>
let service: RunningProgram
let web: RunningProgram
let folder: string

beforeAll(async () => {
  const name = new URL(partagee().databaseUrl).pathname.slice(1)
  way = await createFragileWay(databaseUrl(inject('applications').server.serviceUrl, name))
  folder = await mkdtemp(path.join(tmpdir(), 'dons-e2e-'))
  service = await runService({ DATABASE_URL: way.url, DATA_DIR: folder })
  web = await runWeb(service.url)
})
afterAll(async () => {
  await web.stop()
  await service.stop('SIGKILL')
  await way.close()
  await rm(folder, { recursive: true, force: true })
})

const askAll = () =>
  Promise.all(
    ECRANS.map((screen) =>
      fetch(web.url + screen, { signal: AbortSignal.timeout(PATIENCE_MS) }).then(
        async (answer) => ({ status: answer.status, text: await answer.text() }),
      ),
    ),
  )

const statusOf = async (screen: string) => (await fetch(web.url + screen)).status

test.each([
  ['ne répond plus', () => way.freeze()],
  ['a disparu', () => way.cut()],
] as const)(
  'quand la base %s, chaque page le dit en français en moins de 10 s, puis tout revient seul',
  async (_, strike) => {
    const visite = visiter(web.url)
    expect(await statusOf('/dashboard?annee=2020')).toBe(200)
    strike()
    const answers = await askAll()
    expect(answers.map(({ status }) => status)).toEqual(ECRANS.map(() => 503))

    const { document } = await visite.ouvrir('/dashboard?annee=2020')
    expect(wordsOf(getByRole(document, 'alert', 'Erreur: '))).toContain(
      'La base de données ne répond pas.',
    )
    const other = await visite.ouvrir('/upload')
    expect(wordsOf(find(other.document, 'h1'))).toBe('Import des Données')

    way.mend()
    await expect
      .poll(() => statusOf('/dashboard?annee=2020'), { timeout: 60_000, interval: 200 })
      .toBe(200)
    const again = await visite.ouvrir('/montant')
    getByRole(again.document, 'table', /^Montant total annuel/)
  },
)

test('[0.1.0 B12] quand le service est figé, chaque page le dit aussi en moins de 10 s', async () => {
  service.process.kill('SIGSTOP')
  for (const { status, text } of await askAll()) {
    expect(status).toBe(503)
    expect(text).toContain('Le service d’analyse ne répond pas.')
  }
  service.process.kill('SIGCONT')
  await expect.poll(() => statusOf('/dashboard'), { timeout: 60_000, interval: 200 }).toBe(200)
})
