import { afterAll, describe, expect, test, vi } from 'vitest'
import { createMetrics } from '../../service/metrics'
import { openGate } from '../../service/platform/http/gate'
import { serveMetrics } from '../../service/platform/http/serve-metrics'
import { serveWaiting } from '../../service/platform/http/waiting'
import { readFraicheur } from '../../service/publication/rafraichissement/fraicheur'
import { freePort } from '../support/application'
import { demande, echanger } from '../support/brut'
import { multipart } from '../support/imports'
import { startService } from '../support/service'

const { app, config, database } = await startService({
  SERVICE_URL: 'http://service:3001',
  ALLOWED_HOSTS: 'Dons.example.org, 192.0.2.7',
})
const url = await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = new URL(url)
const [waitingPort, metricsPort] = [await freePort(), await freePort()]
const releases = [
  await serveWaiting(openGate(config), { host: '127.0.0.1', port: waitingPort }),
  await serveMetrics(createMetrics({ principal: database.pool }).registry, openGate(config), {
    host: '127.0.0.1',
    port: metricsPort,
  }),
]
afterAll(() => Promise.all(releases.map((release) => release())))

const waiting = `http://127.0.0.1:${waitingPort}`
const metrics = `http://127.0.0.1:${metricsPort}`

/** Everywhere that something listens, and where each says something. */
const PLACES = [
  ...['/health', '/live', '/ready', '/api/donations/list', '/docs', '/docs/json', '/rien'].map(
    (path) => [url, path] as const,
  ),
  ...['/health', '/live', '/api/donations/list'].map((path) => [waiting, path] as const),
  [metrics, '/metrics'] as const,
  [metrics, '/rien'] as const,
]

const ask = (base: string, path: string, headers: Record<string, string>, method = 'GET') =>
  echanger(base, demande(method, path, { host: new URL(base).host, ...headers }))

/** Nothing that the service keeps may come from a request that it refuses. */
async function stored() {
  const { rows } = await database.pool.query(`
    select (select count(*) from imports) as imports, (select count(*) from donations) as donations,
      (select count(*) from evenements_exclusion) as evenements,
      (select count(*) from rafraichissements) as rafraichissements`)
  return rows
}

const CSV = 'id;montant;date;contact\n1;10;2024-01-01;C1\n'

describe('Le nom sous lequel on appelle le service', () => {
  const status = async (host: string) =>
    (await echanger(url, demande('GET', '/live', { host })))?.status

  test.each([
    `127.0.0.1:${port}`,
    '127.0.0.1',
    'localhost:3001',
    'LOCALHOST',
    '127.8.9.10',
    '[::1]:3001',
    'service:3001',
    'service',
    'dons.example.org',
    '192.0.2.7:9464',
  ])('%s est l’un des siens', async (host) => expect(await status(host)).toBe(200))

  test.each([
    'evil.example',
    `evil.example:${port}`,
    'localhost.evil.example',
    '127.0.0.1.nip.io',
    'a@127.0.0.1',
    'a:b@127.0.0.1',
    '127.0.0.1/',
    '127.0.0.1/a',
    '127.0.0.1?a',
    '127.0.0.1#a',
    '127.0.0.1\\a',
    'evil.example, 127.0.0.1',
    '127.0.0.1:99999',
    '0.0.0.0:3001',
    '192.0.2.8',
    '',
  ])('[0.1.0 A1, C] « %s » n’en est pas un', async (host) => expect(await status(host)).toBe(421))

  test('manque : rien n’est répondu, sauf aux sondes d’un répartiteur', async () => {
    const status = async (path: string, header = '') =>
      (await echanger(url, `GET ${path} HTTP/1.1\r\nconnection: close\r\n${header}\r\n`))?.status
    expect(await status('/api/donations/list')).toBe(421)
    expect(await status('/docs')).toBe(421)
    expect(await status('/live')).toBe(200)
    expect(await status('/live', 'origin: http://evil.example\r\n')).toBe(403)
    expect(await echanger(url, 'GET /ready HTTP/1.0\r\n\r\n')).toMatchObject({ status: 200 })
  })

  test.each([
    ['http://evil.example/live', 421],
    ['http://a@127.0.0.1/live', 421],
    ['HTTP://127.0.0.1/live', 200],
    ['http://localhost:3001/api/donations/list?year=2024', 200],
    ['http://127.0.0.1', 404],
    ['https://service?a', 404],
    ['ftp://127.0.0.1/live', 404],
    ['*', 404],
  ])('[0.1.0 C] est celui de l’adresse entière, s’il y en a une : %s', async (target, expected) => {
    for (const host of ['127.0.0.1', 'evil.example'])
      expect((await echanger(url, demande('GET', target, { host })))?.status).toBe(
        host === 'evil.example' && !/^https?:/i.test(target) ? 421 : expected,
      )
  })

  test('est aussi l’adresse où le service est joint, et nulle autre', () => {
    const gate = openGate(config)
    const at = (localAddress: string, host: string) =>
      gate({ headers: { host }, socket: { localAddress } } as Parameters<typeof gate>[0])?.status
    expect(at('10.1.2.3', '10.1.2.3:3001')).toBeUndefined()
    expect(at('::ffff:10.1.2.3', '10.1.2.3:3001')).toBeUndefined()
    expect(at('fd00::5', '[fd00::5]:3001')).toBeUndefined()
    expect(at('10.1.2.3', '10.1.2.4:3001')).toBe(421)
  })
})

describe('Une page web', () => {
  const FOREIGN: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'http://evil.example', 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
    { origin: 'null' },
    { origin: 'http://127.0.0.1:1' },
    { origin: 'http://127.0.0.1' },
    { origin: 'file://' },
    { origin: '' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'same-origin, cross-site' },
  ]

  test.each(FOREIGN)('[0.1.0 A1] d’ailleurs n’obtient rien avec %j', async (headers) => {
    for (const [base, path] of PLACES) {
      const answer = await ask(base, path, headers)
      expect(answer?.status, `${base}${path}`).toBe(403)
      expect(JSON.parse(answer?.body ?? '')).toEqual({
        detail:
          'Le service ne répond à aucune page web. Ouvrez l’application, ou appelez-le par un programme.',
        code: 'refuse',
      })
    }
  })

  test('[0.1.0 A1] d’ailleurs, ou sous un nom détourné, n’écrit rien', async () => {
    // The service computes the first figures of its own accord: that refresh is to be counted before, not after.
    await vi.waitFor(
      async () => expect((await readFraicheur(database.db)).calcule_le).not.toBeNull(),
      {
        timeout: 60_000,
      },
    )
    const before = await stored()
    const { headers, payload } = multipart([
      { field: 'donations_file', filename: 'dons.csv', type: 'text/csv', content: CSV },
    ])
    const calls: [string, string | Buffer, Record<string, string>][] = [
      ['/api/upload/donations/preview', payload, headers],
      ['/api/upload/donations/upload', payload, headers],
      ['/api/analytics/refresh-views-progressive', '', {}],
      ['/api/analytics/refresh-views', '', { 'content-type': 'text/plain' }],
      ['/api/exclusions/exclure', '{"contact_id":"C1"}', { 'content-type': 'application/json' }],
    ]
    for (const foreign of [...FOREIGN, { host: `evil.example:${port}` }])
      for (const [path, body, own] of calls) {
        const head = demande('POST', path, {
          host: new URL(url).host,
          ...own,
          ...foreign,
          'content-length': String(Buffer.byteLength(body)),
        })
        const answer = await echanger(url, Buffer.concat([Buffer.from(head), Buffer.from(body)]))
        expect(answer?.status, path).toBe('host' in foreign ? 421 : 403)
      }
    expect(await stored()).toEqual(before)
  })

  test('ouverte directement, ou du service lui-même, est servie', async () => {
    for (const headers of [
      { 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
      { 'sec-fetch-site': 'same-origin', origin: url },
      { origin: url },
    ])
      expect((await ask(url, '/docs/json', headers))?.status).toBe(200)
  })
})

test('un programme de cette machine entre sans jeton et sans rien prouver', async () => {
  const { headers, payload } = multipart([
    { field: 'donations_file', filename: 'dons.csv', type: 'text/csv', content: CSV },
  ])
  const answer = await fetch(`${url}/api/upload/donations/preview`, {
    method: 'POST',
    headers,
    body: new Uint8Array(payload),
  })
  expect(answer.status).toBe(200)
  expect((await fetch(`${url}/api/donations/list`)).status).toBe(200)
})

describe('Chaque réponse', () => {
  const CADRE = { 'x-frame-options': 'DENY', 'x-content-type-options': 'nosniff' }

  test.each(PLACES)(
    '[0.1.0 A1] de %s%s ne se laisse ni encadrer, ni deviner, ni lire d’ailleurs',
    async (base, path) => {
      for (const method of ['GET', 'HEAD', 'POST', 'OPTIONS'])
        for (const host of [new URL(base).host, 'evil.example']) {
          const answer = await ask(base, path, { host }, method)
          expect(answer?.headers, `${method} ${path}`).toMatchObject({
            ...CADRE,
            'content-security-policy': expect.stringContaining("frame-ancestors 'none'") as string,
            'cross-origin-resource-policy': 'same-origin',
            'cross-origin-opener-policy': 'same-origin',
          })
          expect(answer?.headers).not.toHaveProperty('access-control-allow-origin')
        }
    },
  )

  test.each([
    ['une adresse mal codée', demande('GET', '/api/exclusions/effet/%')],
    ['une adresse sans fin', demande('GET', `/api/exclusions/effet/${'a'.repeat(1_001)}`)],
    ['ce qui n’est pas du HTTP', 'bonjour\r\n\r\n'],
    ['une méthode inconnue', demande('BONJOUR', '/health')],
    ['un tunnel', demande('CONNECT', 'evil.example:443')],
    ['des en-têtes sans fin', demande('GET', '/health', { host: 'a', x: 'a'.repeat(20_000) })],
  ])('à %s non plus', async (_what, bytes) => {
    for (const base of [url, waiting, metrics]) {
      const answer = await echanger(base, bytes)
      expect(answer?.headers).toMatchObject(CADRE)
      expect(JSON.parse(answer?.body ?? '')).toHaveProperty('detail')
    }
  })

  test('[0.1.0 A1] qui porte des données ne se garde nulle part', async () => {
    for (const path of ['/api/donations/list', '/api/donations/list.csv?year=2024', '/health'])
      expect((await ask(url, path, {}))?.headers['cache-control']).toBe('no-store')
  })
})
