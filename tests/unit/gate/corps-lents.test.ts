import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import Fastify from 'fastify'
import { afterAll, expect, test } from 'vitest'
import { hangUpOnSlowBodies } from '../../../service/platform/http/pace'

const app = Fastify()
hangUpOnSlowBodies(app, { bytes: 1_000, ms: 300 })
app.post('/', ({ body }) => ({ lu: JSON.stringify(body).length }))
await app.listen({ port: 0, host: '127.0.0.1' })
afterAll(() => app.close())
const { port } = app.server.address() as AddressInfo

test('[D] le service raccroche quand un appel n’avance pas, et lit les autres', async () => {
  const socket = connect(port, '127.0.0.1')
  const closed = new Promise((resolve) => socket.once('close', resolve))
  socket.on('error', () => undefined).resume()
  socket.write(
    'POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n{"a',
  )
  await closed
  const answer = await fetch(`http://127.0.0.1:${port}/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ a: 'x'.repeat(20_000) }),
  })
  expect(await answer.json()).toEqual({ lu: 20_008 })
})
