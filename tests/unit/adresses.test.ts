import { expect, test } from 'vitest'
import { addressOf } from '../../service/edge/hosts'

test.each([
  ['127.0.0.1', 'http://127.0.0.1:3001/'],
  ['localhost', 'http://localhost:3001/'],
  ['::1', 'http://[::1]:3001/'],
  ['0.0.0.0', 'http://127.0.0.1:3001/'],
  ['::', 'http://[::1]:3001/'],
])('un programme sur %s se joint à une adresse bien écrite', (host, expected) => {
  expect(new URL(addressOf(host, 3001)).href).toBe(expected)
})
