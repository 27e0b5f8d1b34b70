import { describe, expect, test } from 'vitest'
import { readWebSettings } from '../../../remix/gate/settings'
import { readConfig } from '../../../service/config'

describe('Les réglages de l’application web', () => {
  test('sans rien dire, elle n’écoute que cette machine', () => {
    expect(readWebSettings({})).toMatchObject({ HOST: '127.0.0.1', PORT: 3000 })
  })

  test.each(['0.0.0.0', '::', '192.168.1.4', 'dons.example.org'])(
    'l’adresse publique %s demande de dire qui entre',
    (HOST) => {
      expect(() => readWebSettings({ HOST })).toThrow(/^Réglage refusé\. HOST : .*AUTH_MODE/)
      expect(readWebSettings({ HOST, ALLOW_UNAUTHENTICATED: '1' }).HOST).toBe(HOST)
      const proxy = {
        HOST,
        AUTH_MODE: 'proxy',
        TRUSTED_PROXIES: '10.0.0.1, 10.0.0.2',
        SERVICE_TOKEN: 'x'.repeat(16),
      }
      expect(readWebSettings(proxy).TRUSTED_PROXIES).toEqual(['10.0.0.1', '10.0.0.2'])
    },
  )

  test('un proxy d’authentification sans adresse de confiance est refusé', () => {
    expect(() => readWebSettings({ AUTH_MODE: 'proxy' })).toThrow(/TRUSTED_PROXIES : obligatoire/)
    const named = { AUTH_MODE: 'proxy', TRUSTED_PROXIES: 'proxy.example.org' }
    expect(() => readWebSettings(named)).toThrow(/TRUSTED_PROXIES : « proxy.example.org »/)
  })

  test('[0.1.0 B1] un proxy d’authentification sans jeton partagé avec le service est refusé', () => {
    const proxy = { AUTH_MODE: 'proxy', TRUSTED_PROXIES: '10.0.0.1' }
    expect(() => readWebSettings(proxy)).toThrow(/^Réglage refusé\. SERVICE_TOKEN : obligatoire/)
    expect(() => readWebSettings({ ...proxy, SERVICE_TOKEN: '' })).toThrow(/SERVICE_TOKEN/)
    expect(readWebSettings({ ...proxy, SERVICE_TOKEN: 'x'.repeat(16) }).AUTH_MODE).toBe('proxy')
  })

  test.each(['https://dons.example.org', 'a@b', 'dons.example.org/', 'a b\\c'])(
    'ALLOWED_HOSTS=%s ne nomme aucun hôte',
    (ALLOWED_HOSTS) => expect(() => readWebSettings({ ALLOWED_HOSTS })).toThrow(/« .* » n’est pas/),
  )

  test('toutes les fautes tiennent en une ligne', () => {
    const read = () =>
      readWebSettings({ PORT: '70000', SERVICE_URL: 'ftp://x', SERVICE_TOKEN: 'court' })
    expect(read).toThrow(/^Réglage refusé\. PORT : .* ; SERVICE_URL : .* ; SERVICE_TOKEN : [^\n]*$/)
  })
})

describe('Les réglages du service', () => {
  const DATABASE_URL = 'postgresql://localhost/dons'

  test('une adresse publique demande un jeton', () => {
    const open = { DATABASE_URL, SERVICE_HOST: '0.0.0.0' }
    expect(() => readConfig(open)).toThrow(/^Réglage refusé\. SERVICE_HOST : .*SERVICE_TOKEN/)
    expect(readConfig({ ...open, SERVICE_TOKEN: 'x'.repeat(16) }).SERVICE_HOST).toBe('0.0.0.0')
  })

  test.each([
    ['DATABASE_URL', 'mysql://localhost/dons'],
    ['UPLOAD_MAX_BYTES', '-1'],
    ['CAMPAGNE_PRODUIT', 'coffret'],
    ['LOG_LEVEL', 'bavard'],
    ['SERVICE_PORT', 'trois'],
  ])('%s=%s est refusé en français', (name, value) => {
    expect(() => readConfig({ DATABASE_URL, [name]: value })).toThrow(
      new RegExp(`^Réglage refusé\\. ${name} : .*attendue?s?$`),
    )
  })
})
