import { once } from 'node:events'
import http, { type IncomingHttpHeaders, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { PassThrough } from 'node:stream'
import pino from 'pino'
import { afterAll, describe, expect, test } from 'vitest'
import { guard } from '../../../remix/gate/serve'
import { readWebSettings } from '../../../remix/gate/settings'
import { demande, echanger } from '../../support/brut'
import { CHEMINS } from '../../support/site'

const KEEP = { host: '127.0.0.1', connection: 'keep-alive' }

const servers: http.Server[] = []
afterAll(() => servers.forEach((server) => server.close()))

async function listen(listener: RequestListener): Promise<string> {
  const server = http.createServer(listener).listen(0, '127.0.0.1')
  servers.push(server)
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** The gate before an application that tells which headers reached it. */
async function open(environment: Record<string, string> = {}) {
  const seen: IncomingHttpHeaders[] = []
  const output = new PassThrough()
  const application: RequestListener = (request, response) => {
    seen.push(request.headers)
    response.setHeader('content-security-policy', "default-src 'self'")
    response.writeHead(200, { 'Cache-Control': 'public, max-age=31536000, immutable' })
    response.end('bonjour')
  }
  const url = await listen(guard(readWebSettings(environment), pino(output), application))
  const nextLine = async () =>
    JSON.parse(String((await once(output, 'data'))[0])) as Record<string, unknown>
  return { url, seen, nextLine }
}

describe('La porte de l’application web', () => {
  test('complète chaque réponse, sans toucher ce que l’application a réglé', async () => {
    const { url } = await open()
    const { headers } = await fetch(url)
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-security-policy': "default-src 'self'",
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    })
  })

  test('[0.1.0 C] juge seule d’où vient une demande : Remix n’en revoit pas l’origine', async () => {
    const { url, seen } = await open()
    const answer = await fetch(`${url}/rafraichissement`, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin', origin: 'http://LOCALHOST' },
      body: new URLSearchParams({ retour: '/montant' }),
    })
    expect(answer.status).toBe(200)
    expect(seen[0]).not.toHaveProperty('origin')
  })

  test('donne le même numéro à la demande, à la réponse et au journal', async () => {
    const { url, seen, nextLine } = await open()
    const line = nextLine()
    const answer = await fetch(`${url}/donations?contact=secret`, {
      headers: {
        'x-request-id': 'choisi-par-le-client',
        'x-identite': 'usurpateur',
        'x-adresse': '192.0.2.7',
      },
    })
    const id = answer.headers.get('x-request-id')
    expect(id).toMatch(/^[0-9a-f-]{36}$/)
    expect(seen[0]).toMatchObject({ 'x-request-id': id, 'x-adresse': '127.0.0.1' })
    expect(seen[0]).not.toHaveProperty('x-identite')
    expect(await line).toMatchObject({ requete: id, chemin: '/donations', statut: 200 })
  })

  test('refuse par une page en français, qui ne se met en cache nulle part', async () => {
    const { url, seen } = await open()
    const answer = await fetch(`${url}/donations`, { method: 'POST' })
    expect(answer.status).toBe(403)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await answer.text()).toContain('ne vient pas d’une page de l’application')
    expect(seen).toEqual([])
  })

  test('refuse par une phrase le script qui demande du JSON', async () => {
    const { url } = await open()
    const headers = { accept: 'application/json' }
    const answer = await fetch(`${url}/upload/donations/apercu`, { method: 'POST', headers })
    expect(answer.status).toBe(403)
    expect(await answer.json()).toEqual({
      detail:
        'Cette demande ne vient pas d’une page de l’application. Ouvrez l’application, puis recommencez.',
    })
  })

  test('[0.1.0 C] ne sert qu’une demande à la fois par connexion, et coupe qui n’attend jamais', async () => {
    let running = 0
    let most = 0
    let served = 0
    const settings = readWebSettings({})
    const url = await listen(
      guard(settings, pino({ level: 'silent' }), (request, response) => {
        served += 1
        most = Math.max(most, (running += 1))
        response.once('close', () => (running -= 1))
        setImmediate(() => response.end(request.url))
      }),
    )
    const ahead = (count: number) =>
      Array.from({ length: count }, (_, at) => demande('GET', `/n${at}`, KEEP)).join('')
    const answer = await echanger(url, ahead(10) + demande('GET', '/fin', { host: '127.0.0.1' }))
    expect(`/n0${answer?.body}`.match(/\/(n\d|fin)/g)).toEqual(
      expect.arrayContaining(['/n0', '/n9', '/fin']),
    )
    expect({ served, most }).toEqual({ served: 11, most: 1 })
    await echanger(url, ahead(1_000))
    expect(most).toBe(1)
    expect(served).toBeLessThan(11 + 25)
  })

  test.each([
    ['http://127.0.0.1/donations?annee=2024', 200],
    ['HTTP://localhost', 200],
    ['http://evil.example/donations', 421],
    ['http://a@127.0.0.1/donations', 421],
    ['ftp://127.0.0.1/donations', 400],
    ['*', 400],
  ])('[0.1.0 C] lit l’adresse entière %s', async (target, status) => {
    const { url } = await open({ LOG_LEVEL: 'silent' })
    expect((await echanger(url, demande('GET', target)))?.status).toBe(status)
  })

  test('ne laisse arriver à aucune route ce qui ne vient pas de l’application', async () => {
    const { url, seen } = await open()
    const paths = CHEMINS.flatMap((path) => [`/${path}`, `/${path}.data`, `/${path}?_data=x`])
    expect(paths.length).toBeGreaterThan(30)
    for (const path of ['/', '/assets/app.css', ...paths]) {
      const answer = await fetch(`${url}${path.replace(/[:*]\w*/g, 'x')}`, {
        method: 'POST',
        headers: {
          origin: 'https://ailleurs.example',
          'content-type': 'application/x-www-form-urlencoded',
        },
      })
      expect(answer.status, path).toBe(403)
    }
    expect(seen).toEqual([])
  })

  test('transmet le nom que donne le proxy de confiance, et lui seul', async () => {
    const { url, seen } = await open({
      AUTH_MODE: 'proxy',
      TRUSTED_PROXIES: '127.0.0.1',
      SERVICE_TOKEN: 'un-jeton-de-seize-signes',
    })
    expect((await fetch(url)).status).toBe(401)
    const name = Buffer.from('Zoé', 'utf8').toString('latin1')
    expect((await fetch(url, { headers: { 'x-forwarded-user': name } })).status).toBe(200)
    expect(seen).toHaveLength(1)
    expect(seen[0]).toMatchObject({ 'x-identite': 'Zo%C3%A9' })
  })

  test('[0.1.0 B7, C] l’application ne voit que l’hôte que la porte a contrôlé, jamais ce que dit le client', async () => {
    const { url, seen } = await open({
      TRUSTED_PROXIES: '127.0.0.1',
      ALLOWED_HOSTS: 'dons.example.org',
    })
    const headers = {
      'x-forwarded-host': 'ailleurs.example:99999, dons.example.org',
      'x-forwarded-for': '9.9.9.9, 203.0.113.7:51234',
    }
    expect((await fetch(url, { headers })).status).toBe(200)
    expect(seen[0]).toMatchObject({ host: 'dons.example.org', 'x-adresse': '203.0.113.7' })
    expect(Object.keys(seen[0] ?? {}).join()).not.toContain('forwarded')
  })

  test('dit qu’elle vit, et qu’elle est prête quand le service l’est', async () => {
    let ready = true
    const service = await listen((_request, response) =>
      response.writeHead(ready ? 200 : 503).end(),
    )
    const { url } = await open({ SERVICE_URL: service })
    const status = async (probe: string) => (await fetch(`${url}${probe}`)).status
    expect([await status('/live'), await status('/ready')]).toEqual([200, 200])
    ready = false
    expect([await status('/live'), await status('/ready')]).toEqual([200, 503])
    const named = async (host: string) =>
      (await echanger(url, demande('GET', '/live', { host })))?.status
    expect([await named('127.0.0.1'), await named('evil.example')]).toEqual([200, 421])
    expect((await echanger(url, 'GET /live HTTP/1.0\r\n\r\n'))?.status).toBe(200)
  })
})
