import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { startService } from '../support/service'

const { app } = await startService()
const service = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))

describe('Une valeur refusée', () => {
  test.each([
    ['/api/donations/list?page=0', 'page', 'Cette valeur doit être supérieure ou égale à 1.'],
    ['/api/donations/list?page=abc', 'page', 'Un nombre est attendu.'],
    ['/api/donations/list?page=1&page=2', 'page', 'Un nombre est attendu.'],
    ['/api/donations/list?limit=101', 'limit', 'Cette valeur doit être inférieure ou égale à 100.'],
    ['/api/donations/list?limit=1.5', 'limit', 'Un nombre entier est attendu.'],
    ['/api/donations/list.csv?year=2024&details=2', 'details', 'Une valeur parmi 1 est attendue.'],
    [
      '/api/exclusions/historique?type=AUTRE',
      'type',
      'Une valeur parmi EXCLUSION, REINTEGRATION est attendue.',
    ],
    ['/api/exclusions/historique?contact_id=a&contact_id=b', 'contact_id', 'Un texte est attendu.'],
    [
      `/api/exclusions/historique?contact_id=${'a'.repeat(201)}`,
      'contact_id',
      '200 caractères au plus ici.',
    ],
  ])('dans %s est nommée, en français', async (url, champ, detail) => {
    const answer = await app.inject(url)
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toEqual({ champ, detail })
  })

  test.each([
    [{}, 'contact_id', 'Cette valeur est obligatoire.'],
    [{ contact_id: 12 }, 'contact_id', 'Un texte est attendu.'],
    [{ contact_id: 'C1', raison: null }, 'raison', 'Un texte est attendu.'],
    [{ contact_id: 'C1', exclu_par: '' }, 'exclu_par', 'Au moins 1 caractère ici.'],
    [[], undefined, 'Des champs sont attendus, en JSON.'],
  ])('dans le corps %j est nommée, en français', async (payload, champ, detail) => {
    const answer = await app.inject({ method: 'POST', url: '/api/exclusions/exclure', payload })
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toEqual({ detail, ...(champ !== undefined && { champ }) })
  })
})

describe('Un appel sans corps', () => {
  const headers = { 'content-type': 'application/json' }

  test('est accepté avec le type JSON comme sans type', async () => {
    const url = '/api/analytics/refresh-views-progressive'
    expect((await app.inject({ method: 'POST', url })).statusCode).toBe(202)
    expect((await app.inject({ method: 'POST', url, headers })).statusCode).toBe(202)
    expect(
      (await app.inject({ method: 'POST', url: '/api/analytics/refresh-views', headers }))
        .statusCode,
    ).toBe(200)
  })

  test('là où il en faut un, ou un corps illisible, est refusé en français', async () => {
    const url = '/api/exclusions/exclure'
    const refused = await app.inject({ method: 'POST', url, headers })
    expect(refused.statusCode).toBe(422)
    expect(refused.json()).toEqual({ detail: 'Des champs sont attendus, en JSON.' })
    const unreadable = await app.inject({ method: 'POST', url, headers, payload: '{' })
    expect(unreadable.statusCode).toBe(400)
    expect(unreadable.json()).toEqual({
      detail: 'La demande n’est pas lisible. Rechargez la page et recommencez.',
    })
    const long = await app.inject({ method: 'POST', url, payload: { raison: 'a'.repeat(70_000) } })
    expect(long.statusCode).toBe(413)
    expect(long.json()).toEqual({ detail: 'La demande est trop longue.' })
  })
})

/** What the service answers to these bytes before it hangs up. */
function exchange(bytes: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(Number(service.port), service.hostname, () => socket.write(bytes))
    socket.on('data', (chunk) => (answer += chunk.toString()))
    socket.on('close', () => resolve(answer)).on('error', reject)
  })
}

describe('Ce qui n’atteint aucune route', () => {
  test.each([
    ['une adresse mal codée', '/api/exclusions/effet/%', 400, /^La demande n’est pas lisible/],
    ['une adresse sans fin', `/api/exclusions/effet/${'a'.repeat(1_001)}`, 414, /trop longue/],
  ])('%s est refusé en français', async (_what, url, status, detail) => {
    const answer = await fetch(new URL(url, service))
    expect(answer.status).toBe(status)
    expect(await answer.json()).toEqual({ detail: expect.stringMatching(detail) as string })
  })

  test.each([
    ['ce qui n’est pas du HTTP', 'bonjour\r\n\r\n', '400 Bad Request', 'n’est pas lisible'],
    [
      'des en-têtes sans fin',
      `GET /health HTTP/1.1\r\nhost: a\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`,
      '431 Request Header Fields Too Large',
      'trop longs',
    ],
  ])('%s est refusé en français', async (_what, bytes, status, detail) => {
    const answer = await exchange(bytes)
    expect(answer.startsWith(`HTTP/1.1 ${status}\r\n`)).toBe(true)
    expect(answer).toContain(`{"detail":"`)
    expect(answer).toContain(detail)
  })
})
