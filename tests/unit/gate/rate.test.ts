import type { IncomingMessage } from 'node:http'
import { describe, expect, test } from 'vitest'
import { limitRate } from '../../../remix/gate/rate'

const at = (address: string) =>
  [
    { method: 'GET', headers: {} } as IncomingMessage,
    { address, host: undefined, proxied: false, identity: undefined },
  ] as const

describe('Le nombre de demandes', () => {
  test('est limité par adresse, et revient avec le temps', () => {
    let now = 0
    const check = limitRate(60, () => now)
    const ask = (address = '192.0.2.7') => check(...at(address))?.status
    const first = Array.from({ length: 61 }, () => ask())
    expect(first.slice(0, 60).every((status) => status === undefined)).toBe(true)
    expect(first[60]).toBe(429)
    expect(ask('192.0.2.8')).toBeUndefined()
    now = 1_000
    expect(ask()).toBeUndefined()
    expect(ask()).toBe(429)
  })

  test('n’est pas limité pour cette machine, ni quand la limite est 0', () => {
    const local = limitRate(1, () => 0)
    const off = limitRate(0, () => 0)
    for (let turn = 0; turn < 3; turn += 1) {
      expect(local(...at('127.0.0.1'))).toBeUndefined()
      expect(off(...at('192.0.2.7'))).toBeUndefined()
    }
  })
})
