import type { IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import {
  checkAddress,
  checkForm,
  checkHost,
  checkIdentity,
  checkMethod,
  checkOrigin,
} from '../../../remix/gate/checks'
import type { Client } from '../../../remix/gate/client'

const request = (method: string, headers: Record<string, string> = {}, url = '/') =>
  ({ method, headers, url }) as unknown as IncomingMessage

const client = (about: Partial<Client> = {}): Client => ({
  address: '192.0.2.7',
  host: 'dons.example.org',
  scheme: 'https',
  proxied: false,
  identity: undefined,
  ...about,
})

describe('Une demande qui change des données', () => {
  const post = (headers: Record<string, string>) =>
    checkOrigin(request('POST', headers), client())?.status

  test('est acceptée quand elle vient d’une page de l’application', () => {
    expect(post({ 'sec-fetch-site': 'same-origin' })).toBeUndefined()
    expect(post({ origin: 'https://dons.example.org' })).toBeUndefined()
  })

  test.each([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': 'cross-site', origin: 'https://dons.example.org' },
    { origin: 'https://ailleurs.example.org' },
    { origin: 'https://dons.example.org:8443' },
    { origin: 'https://dons.example.org.ailleurs.example' },
    { origin: 'null' },
    { referer: 'https://dons.example.org/donations' },
    {},
  ])('[0.1.0 C] est refusée avec %o', (headers) => {
    expect(post(headers as Record<string, string>)).toBe(403)
  })

  test('C le protocole de la page compte aussi, où il est connu', () => {
    const from = (origin: string, about: Partial<Client>) =>
      checkOrigin(request('POST', { origin }), client(about))?.status
    expect(from('http://dons.example.org', { scheme: 'https' })).toBe(403)
    expect(from('https://dons.example.org', { scheme: 'http' })).toBe(403)
    expect(from('http://dons.example.org', { scheme: 'http' })).toBeUndefined()
    expect(from('https://dons.example.org', { host: 'dons.example.org:443' })).toBeUndefined()
    for (const origin of ['http://dons.example.org', 'https://dons.example.org'])
      expect(from(origin, { scheme: undefined })).toBeUndefined()
  })

  test('une simple lecture n’a pas à prouver d’où elle vient', () => {
    expect(
      checkOrigin(request('GET', { origin: 'https://ailleurs.example' }), client()),
    ).toBeUndefined()
  })
})

describe('Le nom sous lequel on appelle l’application', () => {
  const check = checkHost(['Dons.example.org'])
  const status = (host: string | undefined) => check(request('GET'), client({ host }))?.status

  test.each([
    'dons.example.org',
    'dons.example.org:3000',
    'localhost:3000',
    '127.0.0.1',
    '[::1]:3000',
    '192.0.2.1',
  ])('%s est accepté', (host) => expect(status(host)).toBeUndefined())

  test.each([
    'ailleurs.example',
    'localhost.ailleurs.example',
    '127.0.0.1.nip.io',
    'a b',
    'a@127.0.0.1',
    'a:b@dons.example.org',
    '127.0.0.1/a',
    '127.0.0.1?a',
    '127.0.0.1\\a',
    '127.0.0.1#',
    'ailleurs.example, 127.0.0.1',
    '127.0.0.1:99999',
    '',
    undefined,
  ])('%s est refusé', (host) => expect(status(host)).toBe(421))
})

test.each(['PUT', 'DELETE', 'PATCH', 'TRACE', 'OPTIONS', 'CONNECT'])(
  'la méthode %s est refusée',
  (method) => expect(checkMethod(request(method), client())?.status).toBe(405),
)

describe('Ce qu’une demande apporte', () => {
  const status = (headers: Record<string, string>, url?: string) =>
    checkForm(request('POST', headers, url), client())?.status

  test.each([
    '/upload/donations/apercu',
    '/upload/donateurs/apercu?onglet=donateurs',
    '/upload/fichier/depot',
  ])('à %s, un fichier peut être grand, le service en juge', (url) => {
    const type = 'multipart/form-data; boundary=x'
    expect(status({ 'content-type': type, 'content-length': '4000000000' }, url)).toBeUndefined()
    expect(status({ 'content-type': type, 'transfer-encoding': 'chunked' }, url)).toBeUndefined()
  })

  test.each([
    '/upload',
    '/donations/exclusion',
    '/rafraichissement',
    '/upload/autre/apercu',
    '/upload/fichier/x',
  ])('à %s, où un formulaire se lit en mémoire, aucun fichier n’entre', (url) => {
    const type = 'multipart/form-data; boundary=x'
    expect(status({ 'content-type': type, 'content-length': '2' }, url)).toBe(415)
  })

  test.each([
    '/donateurs/selection?ensemble=tous',
    '/donateurs/selection.csv',
    '/campagnes/dictionnaire',
    '/donateurs/oppositions',
  ])('à %s, un fichier entre s’il est petit et dit sa taille', (url) => {
    const type = 'multipart/form-data; boundary=x'
    expect(status({ 'content-type': type, 'content-length': '1048576' }, url)).toBeUndefined()
    expect(status({ 'content-type': type, 'content-length': '1048577' }, url)).toBe(413)
    expect(status({ 'content-type': type, 'transfer-encoding': 'chunked' }, url)).toBe(411)
  })

  test('un formulaire dit sa taille et reste petit', () => {
    const type = 'application/x-www-form-urlencoded'
    expect(status({ 'content-type': type, 'content-length': '1048576' })).toBeUndefined()
    expect(status({ 'content-type': type, 'content-length': '1048577' })).toBe(413)
    expect(status({ 'content-type': type, 'transfer-encoding': 'chunked' })).toBe(411)
  })

  test.each(['application/json', 'text/plain', 'multipart/mixed', 'multipart/form-dataX', ''])(
    '« %s » n’est pas un formulaire',
    (type) => expect(status({ 'content-type': type, 'content-length': '2' })).toBe(415),
  )

  test('rien du tout n’est pas un formulaire', () => {
    expect(status({})).toBe(415)
  })
})

test('derrière un proxy, on n’entre que par lui et sous un nom', () => {
  const status = (about: Partial<Client>) => checkIdentity(request('GET'), client(about))?.status
  expect(status({ proxied: false, identity: undefined })).toBe(403)
  expect(status({ proxied: true, identity: undefined })).toBe(401)
  expect(status({ proxied: true, identity: 'claire' })).toBeUndefined()
})

describe('Une adresse', () => {
  const check = (method: string, url: string) =>
    checkAddress(request(method, {}, url), client({ host: 'localhost' }))

  test.each(['/', '/dashboard?annee=%', '/donations/%C3%A9t%C3%A9', '/donations%2F'])(
    'qui se lit passe : %s',
    (url) => expect(check('GET', url)).toBeUndefined(),
  )

  test.each([
    '/%',
    '/%E0%A4%A',
    '/dashboard/%zz?annee=2024',
    '/montant%0d%0aX',
    '/montant%0a',
    '/montant%00',
    '/montant%e2%80%a8X',
  ])('[0.1.0 C] qui ne se lit pas mène au tableau de bord : %s', (url) => {
    expect(check('GET', url)).toMatchObject({ status: 302, headers: { location: '/dashboard' } })
    expect(check('POST', url)).toMatchObject({ status: 303, headers: { location: '/dashboard' } })
  })
})
