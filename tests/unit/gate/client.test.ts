import type { IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import { readClient, readProxies } from '../../../remix/gate/client'

const proxies = {
  trust: readProxies(['10.0.0.0/8', '2001:db8::1']),
  identityHeader: 'x-forwarded-user',
}

const from = (remoteAddress: string, headers: Record<string, string>) =>
  readClient(proxies, { socket: { remoteAddress }, headers } as unknown as IncomingMessage)

const claims = {
  host: 'interne:3000',
  'x-forwarded-for': '198.51.100.9',
  'x-forwarded-host': 'dons.example.org',
  'x-forwarded-user': 'claire',
}

describe('Qui appelle', () => {
  test('un inconnu n’est pas cru : ni son adresse, ni son nom, ni son hôte', () => {
    expect(from('192.0.2.7', claims)).toEqual({
      address: '192.0.2.7',
      host: 'interne:3000',
      scheme: 'http',
      proxied: false,
      identity: undefined,
    })
  })

  test.each(['10.1.2.3', '::ffff:10.1.2.3', '2001:db8::1'])('le proxy %s est cru', (proxy) => {
    expect(from(proxy, claims)).toEqual({
      address: '198.51.100.9',
      host: 'dons.example.org',
      proxied: true,
      identity: 'claire',
    })
  })

  test('une adresse que le client a écrite lui-même devant celle du proxy ne compte pas', () => {
    const forged = { ...claims, 'x-forwarded-for': '127.0.0.1, 198.51.100.9, 10.0.0.2' }
    expect(from('10.0.0.1', forged).address).toBe('198.51.100.9')
  })

  test.each([
    ['9.9.9.9, 203.0.113.7:51234', '203.0.113.7'],
    ['9.9.9.9, 203.0.113.7:51234, 10.0.0.2:443', '203.0.113.7'],
    ['9.9.9.9, [2001:db8:7::1]:51234', '2001:db8:7::1'],
    ['9.9.9.9, [2001:db8:7::1]', '2001:db8:7::1'],
    ['9.9.9.9, 2001:DB8:7:0::1', '2001:db8:7::1'],
    ['9.9.9.9, ::ffff:203.0.113.7', '203.0.113.7'],
    ['9.9.9.9, [::ffff:cb00:7107]:443', '203.0.113.7'],
    ['9.9.9.9, 203.0.113.7,\t10.0.0.2', '203.0.113.7'],
    ['9.9.9.9,, 203.0.113.7 ,', '203.0.113.7'],
    ['9.9.9.9, 203.0.113.7:51234, 10.0.0.2, ::ffff:10.0.0.3, [2001:db8::1]:1', '203.0.113.7'],
    ['10.0.0.9, 10.0.0.8', '10.0.0.9'],
  ])('[0.1.0 C] de « %s », la plus proche qui n’est pas un proxy est %s', (forwarded, address) => {
    expect(from('10.0.0.1', { 'x-forwarded-for': forwarded }).address).toBe(address)
  })

  test.each([
    'unknown',
    '_cache',
    '203.0.113.7:x',
    '[203.0.113.7',
    '1.2.3',
    `${'9'.repeat(200)}:1`,
  ])(
    '[0.1.0 C] devant « %s », qui n’est pas une adresse, rien n’est cru : l’adresse est celle du proxy',
    (hop) => {
      const forwarded = `9.9.9.9, ${hop}, 10.0.0.2`
      expect(from('10.0.0.1', { 'x-forwarded-for': forwarded }).address).toBe('10.0.0.2')
      expect(from('10.0.0.1', { 'x-forwarded-for': hop }).address).toBe('10.0.0.1')
    },
  )

  test('C le protocole est celui que dit le proxy le plus proche, et sans proxy celui d’une page d’ici', () => {
    const scheme = (peer: string, proto?: string) =>
      from(peer, proto === undefined ? {} : { 'x-forwarded-proto': proto }).scheme
    expect(scheme('10.0.0.1', 'http, HTTPS')).toBe('https')
    expect(scheme('10.0.0.1')).toBeUndefined()
    expect(scheme('192.0.2.7')).toBe('http')
  })

  test('[0.1.0 C] de plusieurs hôtes, le dernier est celui que le proxy a écrit', () => {
    const host = (forwarded: string) =>
      from('10.0.0.1', { host: 'interne:3000', 'x-forwarded-host': forwarded }).host
    expect(host('dons.example.org, ailleurs.example')).toBe('ailleurs.example')
    expect(host('ailleurs.example,dons.example.org:8443 ')).toBe('dons.example.org:8443')
    expect(host('ailleurs.example,')).toBe('interne:3000')
  })

  test('un nom accentué arrive entier', () => {
    const name = Buffer.from('Zoé Ünal', 'utf8').toString('latin1')
    expect(from('10.0.0.1', { 'x-forwarded-user': name }).identity).toBe('Zoé Ünal')
  })

  test('un nom vide n’est pas un nom', () => {
    expect(from('10.0.0.1', { 'x-forwarded-user': '  ' }).identity).toBeUndefined()
  })

  test.each([
    'proxy.example.org',
    'uniquelocal',
    '10.0.0.0/99',
    '10.0.0.0/',
    '10.0.0.0/0',
    '10.0.0',
  ])('« %s » n’est pas un proxy', (item) => {
    expect(() => readProxies([item])).toThrow('n’est ni une adresse IP ni un réseau')
  })
})
