import type { APIRequestContext } from 'playwright/test'
import type { DonationsPage } from '#contract/donations'
import { expect, test } from '../support/e2e'
import { ECRANS } from '../support/plan'

test.use({ donnees: 'accents' })

const ANNEE = 2024
const PAGES = 40
const DONS = PAGES * 20

/** Characters of two, three and four bytes, in runs of every length: some straddle any boundary of a buffer. */
const WORDS = ['Hélène', '日本', '😀', 'Zoë', '👩‍👩‍👧', 'œuf', 'naïveté', 'Ünïcödé', '€uro', 'Ж']
const accented = (at: number) =>
  Array.from(
    { length: 3 + (at % 23) },
    (_, word) => WORDS[(at * 7 + word * 3) % WORDS.length],
  ).join(at % 3 === 0 ? '-' : '')
const contactOf = (at: number) => `${accented(at)}${at}`

const CONTACTS = [
  'contact_id;firstname;lastname;city',
  ...Array.from({ length: DONS }, (_, at) =>
    [contactOf(at), accented(at + 1), accented(at + 2), accented(at + 3)].join(';'),
  ),
].join('\n')

const DONATIONS = [
  'id;order_amount;order_date;contact_id;codemedia_code;campaign_code;origincode_code;product_code',
  ...Array.from({ length: DONS }, (_, at) =>
    [
      `D${at}${accented(at)}`,
      DONS - at,
      `${ANNEE}-03-31`,
      contactOf(at),
      ...[1, 2, 3, 4].map((shift) => accented((at + shift) % 40)),
    ].join(';'),
  ),
].join('\n')

async function importFile(request: APIRequestContext, url: string, type: string, text: string) {
  const field = type === 'donateurs' ? 'contacts_file' : 'donations_file'
  const file = { name: 'accents.csv', mimeType: 'text/csv', buffer: Buffer.from(text) }
  const started = await request.post(`${url}/api/upload/${type}/upload`, {
    multipart: { [field]: file },
  })
  expect(started.status(), await started.text()).toBe(202)
  const { upload_id } = (await started.json()) as { upload_id: string }
  await expect
    .poll(async () => (await request.get(`${url}/api/upload/status/${upload_id}`)).json(), {
      timeout: 30_000,
    })
    .toMatchObject({ status: 'completed', resultat: { inseres: DONS } })
}

test.beforeAll(async ({ playwright, application: { serviceUrl } }) => {
  const request = await playwright.request.newContext()
  await importFile(request, serviceUrl, 'donateurs', CONTACTS)
  await importFile(request, serviceUrl, 'donations', DONATIONS)
  for (let at = 0; at < 60; at++)
    await request.post(`${serviceUrl}/api/exclusions/exclure`, {
      data: { contact_id: contactOf(DONS - 1 - at), raison: accented(at) },
    })
  await request.post(`${serviceUrl}/api/analytics/refresh-views`)
  await request.dispose()
})

test('aucune page d’une base pleine d’accents et d’émojis n’a d’octet nul', async ({ request }) => {
  test.slow()
  const confirmations = Array.from(
    { length: 100 },
    (_, at) =>
      `/donations/exclusion?${new URLSearchParams({ contact_id: contactOf(at), operation: 'exclure' })}`,
  )
  const lists = Array.from({ length: PAGES }, (_, at) => `/donations?annee=${ANNEE}&page=${at + 1}`)
  const paths = [
    ...ECRANS.map(({ path }) => path),
    ...lists,
    ...lists.map((path) => `${path}&details=1`),
    ...confirmations,
    '/donations/historique?page=2',
  ]
  const damaged: string[] = []
  for (const path of paths) {
    const answer = await request.get(path)
    expect(answer.status(), path).toBe(200)
    if ((await answer.body()).includes(0)) damaged.push(path)
  }
  expect(damaged).toEqual([])
})

test('sans JavaScript, chaque donateur s’exclut sous son nom, où qu’il tombe dans la page', async ({
  browser,
  request,
  application,
}) => {
  test.slow()
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: application.url })
  const page = await context.newPage()
  for (let at = 1; at <= 10; at++) {
    const list = (await (
      await request.get(
        `${application.serviceUrl}/api/donations/list?year=${ANNEE}&page=${at}&limit=20`,
      )
    ).json()) as DonationsPage
    await page.goto(`/donations?annee=${ANNEE}&page=${at}`)
    const fields = page.locator('input[name=contact_id]')
    expect(
      await fields.evaluateAll((all) => all.map((field) => (field as HTMLInputElement).value)),
    ).toEqual(list.donations.map(({ contact_id }) => contact_id))
  }
  const last = contactOf(DONS - 61)
  await page.goto(`/donations?annee=${ANNEE}&page=${PAGES - 3}`)
  await page.getByRole('button', { name: `Exclure le donateur ${last}` }).click()
  await page.getByRole('main').getByRole('button', { name: 'Exclure', exact: true }).click()
  await expect(page.getByText(/^✅ /)).toContainText(last)
  await context.close()
})
