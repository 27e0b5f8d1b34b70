import { METHODS } from 'node:http'
import { describe, expect, test } from 'vitest'
import { demande, echanger } from '../support/brut'
import { startService } from '../support/service'

const { app } = await startService()
const service = await app.listen({ port: 0, host: '127.0.0.1' })

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
      'Une valeur parmi EXCLUSION, REINTEGRATION, ARRETE, FUSION, SEPARATION, DISTINCTS est attendue.',
    ],
    ['/api/exclusions/historique?contact_id=a&contact_id=b', 'contact_id', 'Un texte est attendu.'],
    ...['0000-01-01', '1899-12-31', '2201-01-01', '9999-12-31'].flatMap((jour) =>
      ['du', 'au'].map((champ): [string, string, string] => [
        `/api/exclusions/historique?${champ}=${jour}`,
        champ,
        'L’année doit être comprise entre 1900 et 2200.',
      ]),
    ),
    ...['2023-02-30', 'infinity', '12024-01-01', '2024-1-1', 'today'].map(
      (jour): [string, string, string] => [
        `/api/exclusions/historique.csv?du=${jour}`,
        'du',
        'La date doit être de la forme AAAA-MM-JJ.',
      ],
    ),
    [
      '/api/exclusions/historique?contact_id=a%00b',
      'contact_id',
      'Ce texte contient un caractère illisible.',
    ],
    ['/api/exclusions/effet/%00', 'contact_id', 'Ce texte contient un caractère illisible.'],
    [
      `/api/exclusions/historique?contact_id=${'a'.repeat(201)}`,
      'contact_id',
      '200 caractères au plus ici.',
    ],
  ])('[0.1.0 C] dans %s est nommée, en français', async (url, champ, detail) => {
    const answer = await app.inject(url)
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toEqual({ champ, detail, code: 'invalide' })
  })

  test.each([
    [{}, 'contact_id', 'Cette valeur est obligatoire.'],
    [{ contact_id: 12 }, 'contact_id', 'Un texte est attendu.'],
    [{ contact_id: 'C1', raison: null }, 'raison', 'Un texte est attendu.'],
    [{ contact_id: 'C1', exclu_par: '' }, 'exclu_par', 'Au moins 1 caractère ici.'],
    [{ contact_id: 'a\0b' }, 'contact_id', 'Ce texte contient un caractère illisible.'],
    [{ contact_id: 'a\ud800' }, 'contact_id', 'Ce texte contient un caractère illisible.'],
    [{ contact_id: 'C1', raison: '\udfff' }, 'raison', 'Ce texte contient un caractère illisible.'],
    [
      { contact_id: 'C1', exclu_par: '\0' },
      'exclu_par',
      'Ce texte contient un caractère illisible.',
    ],
    [[], undefined, 'Des champs sont attendus, en JSON.'],
  ])('[0.1.0 C] dans le corps %j est nommée, en français', async (payload, champ, detail) => {
    const answer = await app.inject({ method: 'POST', url: '/api/exclusions/exclure', payload })
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toEqual({
      detail,
      code: 'invalide',
      ...(champ !== undefined && { champ }),
    })
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
    expect(refused.json()).toEqual({
      detail: 'Des champs sont attendus, en JSON.',
      code: 'invalide',
    })
    const unreadable = await app.inject({ method: 'POST', url, headers, payload: '{' })
    expect(unreadable.statusCode).toBe(400)
    expect(unreadable.json()).toEqual({
      detail: 'La demande n’est pas lisible. Rechargez la page et recommencez.',
      code: 'illisible',
    })
    const long = await app.inject({ method: 'POST', url, payload: { raison: 'a'.repeat(70_000) } })
    expect(long.statusCode).toBe(413)
    expect(long.json()).toEqual({ detail: 'La demande est trop longue.', code: 'trop_grand' })
  })
})

describe('Ce qui n’atteint aucune route', () => {
  test.each([
    [
      'une adresse mal codée',
      '/api/exclusions/effet/%',
      400,
      'illisible',
      /^La demande n’est pas lisible/,
    ],
    [
      'une adresse sans fin',
      `/api/exclusions/effet/${'a'.repeat(1_001)}`,
      414,
      'adresse_trop_longue',
      /trop longue/,
    ],
  ])('%s est refusé en français', async (_what, url, status, code, detail) => {
    const answer = await fetch(new URL(url, service))
    expect(answer.status).toBe(status)
    expect(await answer.json()).toEqual({ detail: expect.stringMatching(detail) as string, code })
  })

  test.each([
    ['ce qui n’est pas du HTTP', 'bonjour\r\n\r\n', 400, 'illisible', 'n’est pas lisible'],
    [
      'des en-têtes sans fin',
      demande('GET', '/live', { x: 'a'.repeat(20_000) }),
      431,
      'en_tetes_trop_longs',
      'trop longs',
    ],
  ])('%s est refusé en français', async (_what, bytes, status, code, detail) => {
    const answer = await echanger(service, bytes)
    expect(answer?.status).toBe(status)
    expect(JSON.parse(answer?.body ?? '')).toEqual({
      detail: expect.stringContaining(detail) as string,
      code,
    })
  })
})

describe('Une méthode que l’adresse ne prend pas', () => {
  const REFUS = { detail: 'Cette méthode n’est pas acceptée ici.', code: 'methode_refusee' }
  const OTHERS = [...METHODS, 'BONJOUR'].filter(
    (method) => !['GET', 'HEAD', 'POST'].includes(method),
  )

  test('[0.1.0 E] est refusée sur chaque route, qui dit celles qu’elle prend', async () => {
    const { paths } = (await app.inject('/docs/json')).json<{
      paths: Record<string, Record<string, unknown>>
    }>()
    const routes = Object.entries(paths).map(([path, calls]): [string, string] => [
      path.replace(/\{\w+\}/g, 'rien'),
      Object.keys(calls)
        .flatMap((method) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]))
        .sort()
        .join(', '),
    ])
    expect(routes.length).toBeGreaterThan(40)
    for (const [path, allow] of [
      ...routes,
      ['/docs', 'GET, HEAD'],
      ['/docs/static/x', 'GET, HEAD'],
    ])
      for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'].filter(
        (one) => !allow?.split(', ').includes(one),
      )) {
        const answer = await app.inject({ method: method as 'GET', url: path ?? '' })
        expect(answer.statusCode, `${method} ${path}`).toBe(405)
        expect(answer.headers['allow']).toBe(allow)
        expect(answer.json()).toEqual(REFUS)
      }
  })

  test.each(OTHERS)('[0.1.0 E] l’est, quel que soit son nom : %s', async (method) => {
    const answer = await echanger(service, demande(method, '/api/donations/list?year=2024'))
    expect(answer?.status).toBe(405)
    expect(answer?.headers['allow']).toMatch(/^GET, HEAD/)
    expect(JSON.parse(answer?.body ?? '')).toEqual(REFUS)
  })

  test('l’est avant que son corps ne soit lu', async () => {
    const headers = { 'content-type': 'application/xml', 'content-length': '1000000000' }
    const answer = await fetch(`${service}/api/donations/list`, { method: 'PUT', body: '<a/>' })
    expect(answer.status).toBe(405)
    expect(
      (await app.inject({ method: 'POST', url: '/api/donations/list', headers, payload: '<' }))
        .statusCode,
    ).toBe(405)
  })

  test('ailleurs, c’est l’adresse qui n’existe pas', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'OPTIONS'] as const) {
      const answer = await app.inject({ method, url: '/api/rien' })
      expect(answer.statusCode).toBe(404)
      expect(answer.json()).toEqual({ detail: 'Cette adresse n’existe pas.', code: 'introuvable' })
    }
  })
})

describe('Un paramètre laissé vide', () => {
  test.each([
    ['/api/donations/list', 'year=&page=&limit='],
    ['/api/donations/stats', 'year='],
    ['/api/exclusions/historique', 'contact_id=&type=&du=&au=&page=&limit='],
    ['/api/exclusions/historique.csv', 'contact_id=&type=&du=&au='],
    ['/api/upload/journal', 'limit='],
    ['/api/donations/list.csv?year=2024', '&details='],
  ])('[0.1.0 E] à %s n’est pas donné', async (path, empty) => {
    const without = await app.inject(path)
    const answer = await app.inject(`${path}${path.includes('?') ? '' : '?'}${empty}`)
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.body).toBe(without.body)
  })

  test('[0.1.0 E] là où il en faut un, est demandé', async () => {
    const answer = await app.inject('/api/donations/list.csv?year=')
    expect(answer.statusCode).toBe(422)
    expect(answer.json()).toEqual({
      champ: 'year',
      detail: 'L’année doit être un nombre.',
      code: 'invalide',
    })
  })
})
