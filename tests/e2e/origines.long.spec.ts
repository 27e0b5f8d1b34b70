import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Browser, chromium, type Page } from 'playwright/test'
import { expect, test } from '../support/e2e'
import { type Appel, essayer } from '../support/piege'
import { requete } from '../support/requete'
import { attendreCalme } from '../support/semer'
import { CHEMINS } from '../support/site'

const PAGE = '<!doctype html><meta charset="utf-8"><title>Piège</title>'
const INCONNU = '00000000-0000-4000-8000-000000000000'

let browser: Browser
const elsewhere = createServer((_request, response) =>
  response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE),
)

test.use({ donnees: 'demo a changer' })
test.beforeAll(async () => {
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
  const { launchOptions = {} } = test.info().project.use
  browser = await chromium.launch({
    ...launchOptions,
    args: [...(launchOptions.args ?? []), '--host-resolver-rules=MAP *.example 127.0.0.1'],
  })
})
test.afterAll(async () => {
  await browser.close()
  elsewhere.close()
})

/** Every call of the service that its description knows, its documentation, and its probes. */
async function callsOf(serviceUrl: string): Promise<Appel[]> {
  const answer = await fetch(`${serviceUrl}/docs/json`)
  const { paths } = (await answer.json()) as { paths: Record<string, Record<string, unknown>> }
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({
      methode: method.toUpperCase(),
      url: path
        .replace('{annee}', '2024')
        .replace('{contact_id}', 'C000001')
        .replace(/\{\w+\}/g, INCONNU),
    })),
  )
  expect(calls.length).toBeGreaterThan(40)
  return [...calls, ...['/docs', '/docs/json'].map((url) => ({ methode: 'GET', url }))]
}

/** Every address of the web app, to read and to post to. */
function addressesOf(): Appel[] {
  return CHEMINS.filter((path) => path !== '*').flatMap((path) => {
    const url = `/${path.replace(':type', 'donations').replace(/:\w+/g, INCONNU)}`
    return ['GET', 'POST'].map((methode) => ({ methode, url }))
  })
}

/** How many rows each table has that somebody could write to. */
const count = (databaseUrl: string) =>
  requete(
    databaseUrl,
    `select (select count(*) from imports) as imports, (select count(*) from donations) as donations,
      (select count(*) from donateurs) as donateurs, (select sum(order_amount) from donations) as montant,
      (select count(*) from evenements_exclusion) as evenements,
      (select count(*) from rafraichissements) as rafraichissements`,
  )

/** The calls of both programs, under their own names or another. */
async function everything(
  application: { url: string; serviceUrl: string },
  host = '127.0.0.1',
): Promise<Appel[]> {
  const under = (base: string, calls: Appel[]) =>
    calls.map(({ methode, url }) => ({
      methode,
      url: `http://${host}:${new URL(base).port}${url}`,
    }))
  return [
    ...under(application.serviceUrl, await callsOf(application.serviceUrl)),
    ...under(application.url, addressesOf()),
  ]
}

/** A page of elsewhere, whose own rules keep it from nothing. */
async function open(address: string): Promise<Page> {
  const page = await browser.newPage({ bypassCSP: true })
  await page.goto(address)
  return page
}

for (const [site, what] of [
  ['evil.example', 'd’un autre site'],
  ['127.0.0.1', 'de cette machine'],
] as const)
  test(`[0.1.0 A1] une page ${what} n’écrit rien, ne lit rien et n’encadre rien, ni du service ni de l’application`, async ({
    application,
  }) => {
    await attendreCalme(application.serviceUrl)
    const before = await count(application.databaseUrl)
    const address = `http://${site}:${(elsewhere.address() as AddressInfo).port}/`
    const page = await open(address)
    expect(await page.evaluate(essayer, await everything(application))).toEqual([])
    expect(await count(application.databaseUrl)).toEqual(before)
    await page.close()
    for (const path of ['/docs', '/api/donations/list?year=2024']) {
      const leading = await open(address)
      const url = `${application.serviceUrl}${path}`
      const answered = leading.waitForResponse(url)
      await leading.evaluate((to) => void (location.href = to), url)
      expect((await answered).status(), 'une page qui y mène n’ouvre rien non plus').toBe(403)
      await leading.close()
    }
  })

test('[0.1.0 A1] un nom détourné vers cette machine n’ouvre rien, ni du service ni de l’application', async ({
  application,
}) => {
  await attendreCalme(application.serviceUrl)
  const before = await count(application.databaseUrl)
  for (const base of [application.serviceUrl, application.url]) {
    const page = await open(`http://rebind.example:${new URL(base).port}/live`)
    const own = (await everything(application, 'rebind.example')).filter(
      ({ url }) => new URL(url).port === new URL(base).port,
    )
    const seen = await page.evaluate(essayer, own)
    expect(seen.length).toBeGreaterThan(own.length)
    expect(seen.filter(({ status }) => status !== 421)).toEqual([])
    for (const { texte } of seen)
      expect(texte).toMatch(/ne répond pas sous ce nom|n’est pas servie sous ce nom/)
    await page.close()
  }
  expect(await count(application.databaseUrl)).toEqual(before)
})

test('[0.1.0 A1] la description du service s’ouvre à son adresse et y essaie un appel', async ({
  application,
}) => {
  const page = await browser.newPage()
  const faults: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
  page.on('pageerror', (error) => faults.push(error.message))
  await page.goto(`${application.serviceUrl}/docs`)
  await page
    .locator('#operations-default-get_live summary, #operations-default-get_live button')
    .first()
    .click()
  await page.getByRole('button', { name: 'Try it out' }).click()
  await page.getByRole('button', { name: 'Execute' }).click()
  await expect(page.locator('.live-responses-table .response-col_status').last()).toContainText(
    '200',
  )
  expect(faults).toEqual([])
  await page.close()
})
