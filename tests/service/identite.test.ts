import { afterAll, expect, test } from 'vitest'
import type { JournalImports } from '../../service/contract/imports'
import { runService, runWeb } from '../support/application'
import { createCluster, settingsOf } from '../support/cluster'

const TOKEN = 'un-jeton-de-seize-signes'
const PERSONNE = 'Zoé Ünal'
const IMPOSTEUR = 'Mallory'
/** How long a busy machine may take. */
const LONG = { timeout: 120_000 }

const cluster = await createCluster()
const service = await runService({
  ...settingsOf(cluster),
  SERVICE_TOKEN: TOKEN,
})
const startWeb = (proxies: string) =>
  runWeb(service.url, { AUTH_MODE: 'proxy', TRUSTED_PROXIES: proxies, SERVICE_TOKEN: TOKEN })
const behindUs = await startWeb('127.0.0.1')
const behindAnother = await startWeb('192.0.2.1')
afterAll(async () => {
  await Promise.all([behindUs.stop(), behindAnother.stop(), service.stop()])
  await cluster.remove()
})

/** A request as the proxy passes it on: names in UTF-8, and whatever the browser made up left in. */
const asProxy = (person?: string) => ({
  ...(person !== undefined && {
    'x-forwarded-user': Buffer.from(person, 'utf8').toString('latin1'),
  }),
  'x-forwarded-for': '203.0.113.9',
  'x-identite': IMPOSTEUR,
  'sec-fetch-site': 'same-origin',
})

function post(url: string, body: BodyInit, headers: Record<string, string>): Promise<Response> {
  return fetch(url, { method: 'POST', body, headers, redirect: 'manual' })
}

const gifts = () => {
  const form = new FormData()
  const file = new Blob(['id;montant;date;contact\n1;10;2024-01-01;C1\n'], { type: 'text/csv' })
  form.append('donations_file', file, 'dons.csv')
  return form
}

const exclusion = () =>
  new URLSearchParams({ contact_id: 'C1', operation: 'exclure', retour: '/donations' })

async function read<Answer>(path: string): Promise<Answer> {
  const answer = await fetch(`${service.url}${path}`, {
    headers: { authorization: `Bearer ${TOKEN}` },
  })
  return (await answer.json()) as Answer
}

const readImports = async () => (await read<JournalImports>('/api/upload/journal')).imports
const readEvents = async () =>
  (
    await read<{ evenements: { identite: string | null; exclu_par: string }[] }>(
      '/api/exclusions/historique',
    )
  ).evenements

const linesOf = (output: string) =>
  output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)

test('la personne que le proxy nomme est dans le journal des imports, l’événement et les journaux', async () => {
  const headers = asProxy(PERSONNE)
  const staged = await post(`${behindUs.url}/upload/donations/apercu`, gifts(), headers)
  expect(staged.status, await staged.text()).toBe(303)
  const address = new URL(staged.headers.get('location') ?? '', behindUs.url)
  const [fichier_id = ''] = [...address.searchParams.values()].filter((value) =>
    /^[0-9a-f-]{36}$/.test(value),
  )
  const form = new URLSearchParams({ type: 'donations', fichier_id })
  expect((await post(address.href, form, headers)).status).toBe(303)
  await expect
    .poll(readImports, LONG)
    .toMatchObject([{ status: 'completed', importe_par: PERSONNE }])

  const excluded = await post(`${behindUs.url}/donations/exclusion`, exclusion(), headers)
  expect(excluded.status).toBe(303)
  expect(await readEvents()).toMatchObject([{ identite: PERSONNE, exclu_par: 'Utilisateur' }])

  const lineOf = (output: string, path: string) =>
    linesOf(output).find(({ chemin }) => chemin === path)
  const inWeb = () => lineOf(behindUs.output(), '/donations/exclusion')
  const inService = () => lineOf(service.output(), '/api/exclusions/exclure')
  await expect
    .poll(inWeb, LONG)
    .toMatchObject({ identite: PERSONNE, adresse: '203.0.113.9', statut: 303 })
  await expect
    .poll(inService, LONG)
    .toMatchObject({ identite: PERSONNE, requete: inWeb()?.['requete'] })
})

test('qui ne vient pas du proxy n’entre pas, quel que soit le nom qu’il se donne', async () => {
  const before = { events: await readEvents(), imports: await readImports() }
  for (const headers of [asProxy(), asProxy('   ')])
    expect((await post(`${behindUs.url}/donations/exclusion`, exclusion(), headers)).status).toBe(
      401,
    )

  const { url } = behindAnother
  const headers = asProxy(IMPOSTEUR)
  expect((await fetch(`${url}/donations`, { headers })).status).toBe(403)
  expect((await post(`${url}/donations/exclusion`, exclusion(), headers)).status).toBe(403)
  expect((await post(`${url}/upload/donations/apercu`, gifts(), headers)).status).toBe(403)
  const direct = await post(`${service.url}/api/exclusions/exclure`, '{"contact_id":"C2"}', {
    'content-type': 'application/json',
    'x-identite': IMPOSTEUR,
  })
  expect(direct.status).toBe(401)

  expect({ events: await readEvents(), imports: await readImports() }).toEqual(before)
  const refused = () => linesOf(service.output()).find(({ statut }) => statut === 401)
  await expect.poll(refused, LONG).toMatchObject({ identite: null })
  for (const { output } of [behindUs, behindAnother, service])
    expect(output()).not.toContain(IMPOSTEUR)
})
