import type { IncomingMessage } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import { limitRate } from '../../../remix/gate/rate'

const at = (address: string) =>
  [
    { method: 'GET', headers: {} } as IncomingMessage,
    { address, host: undefined, scheme: undefined, proxied: false, identity: undefined },
  ] as const

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/** Bytes in use, garbage aside. */
function usedMemory(): number {
  collect()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return heapUsed + arrayBuffers
}

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

  test('[0.1.0 C] une adresse limitée qui insiste garde sa part : les refus ne la punissent pas', () => {
    let now = 0
    const check = limitRate(60, () => now)
    const passed = () => check(...at('192.0.2.7')) === undefined
    for (let turn = 0; turn < 60; turn += 1) passed()
    let later = 0
    for (now = 100; now <= 60_000; now += 100) if (passed()) later += 1
    expect(later).toBe(60)
  })

  test('[0.1.0 C] toutes les adresses d’un réseau IPv6 de 64 bits comptent pour une', () => {
    const check = limitRate(10, () => 0)
    const ask = (address: string) => check(...at(address))?.status
    for (let turn = 1; turn <= 10; turn += 1)
      expect(ask(`2001:db8:0:7::${turn.toString(16)}`)).toBeUndefined()
    expect(ask('2001:db8:0:7:ffff:ffff:ffff:ffff')).toBe(429)
    expect(ask('2001:db8:0:8::1')).toBeUndefined()
  })

  test('[0.1.0 C] des dizaines de milliers d’adresses ne prennent pas plus de mémoire, ni la place d’une seule', () => {
    const check = limitRate(60, () => 0)
    const address = (turn: number) => `100.64.${turn >> 8}.${turn & 255}`
    const honest = () => check(...at('192.0.2.7'))?.status
    for (let turn = 0; turn < 59; turn += 1) expect(honest()).toBeUndefined()
    const before = usedMemory()
    for (let turn = 0; turn < 60_000; turn += 1) check(...at(address(turn)))
    expect(usedMemory() - before).toBeLessThan(4 * 1024 * 1024)
    expect(honest()).toBeUndefined()
    expect(honest()).toBe(429)
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
