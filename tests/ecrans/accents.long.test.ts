import { beforeAll, expect, test } from 'vitest'
import type { DonationsPage } from '#contract/donations'
import { decider, issueDe } from '../support/decider'
import { propre } from '../support/ecrans'
import { attribute, findAll } from '../support/html'
import { ECRANS } from '../support/plan'
import { attendreCalme, importerFichier, poster } from '../support/semer'

const application = propre('vide')

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

beforeAll(async () => {
  const { serviceUrl } = application
  expect(await importerFichier(serviceUrl, 'donateurs', CONTACTS)).toMatchObject({ inseres: DONS })
  expect(await importerFichier(serviceUrl, 'donations', DONATIONS)).toMatchObject({ inseres: DONS })
  for (let at = 0; at < 60; at++)
    await poster(serviceUrl, '/api/exclusions/exclure', {
      contact_id: contactOf(DONS - 1 - at),
      raison: accented(at),
    })
  await attendreCalme(serviceUrl)
})

test('[0.1.0 B11] aucune page d’une base pleine d’accents et d’émojis n’a d’octet nul', async () => {
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
    const answer = await application.demander(path)
    expect(answer.status, path).toBe(200)
    if (Buffer.from(await answer.arrayBuffer()).includes(0)) damaged.push(path)
  }
  expect(damaged).toEqual([])
})

test('[0.1.0 B11] sans JavaScript, chaque donateur s’exclut sous son nom, où qu’il tombe dans la page', async () => {
  for (let at = 1; at <= 10; at++) {
    const answer = await fetch(
      `${application.serviceUrl}/api/donations/list?year=${ANNEE}&page=${at}&limit=20`,
    )
    const list = (await answer.json()) as DonationsPage
    const { document } = await application.ouvrir(`/donations?annee=${ANNEE}&page=${at}`)
    const fields = findAll(document, 'table input[name=contact_id]')
    expect(fields.map((field) => attribute(field, 'value'))).toEqual(
      list.donations.map(({ contact_id }) => contact_id),
    )
  }
  const last = contactOf(DONS - 61)
  const page = await application.ouvrir(`/donations?annee=${ANNEE}&page=${PAGES - 3}`)
  const excluded = await decider(application, page, 'Exclure', last)
  expect(issueDe(excluded)).toMatch(/^✅ /)
  expect(issueDe(excluded)).toContain(last)
})
