import { once } from 'node:events'
import { createServer, request as ask } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { receiveForms } from '../../../remix/gate/forms'

const ends: (() => void)[] = []
afterEach(() => ends.splice(0).forEach((end) => end()))

/** A server that says how long each form was, or why it did not take it. */
async function servir(...limits: Parameters<typeof receiveForms>) {
  const receive = receiveForms(...limits)
  const issues: (number | undefined)[] = []
  const server = createServer((request, response) => {
    void receive(request).then(async (received) => {
      issues.push(received === 'whole' ? 200 : received?.status)
      if (received !== 'whole') {
        response.writeHead(received?.status ?? 499, { connection: 'close' }).end()
        return
      }
      let bytes = 0
      for await (const part of request) bytes += (part as Buffer).length
      response.end(String(bytes))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  ends.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, issues }
}

function envoyer(port: number, body: string | Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-length': Buffer.byteLength(body) }
    const asked = ask({ port, host: '127.0.0.1', method: 'POST', headers }, (answer) => {
      let text = ''
      answer.on('data', (part: Buffer) => (text += part.toString()))
      answer.on('end', () => resolve(`${answer.statusCode} ${text}`))
    })
    asked.on('error', reject).end(body)
  })
}

/** Somebody who promises a long form and sends its beginning. */
function promettre(port: number, length: number, begun = 10) {
  const socket = connect(port, '127.0.0.1')
  ends.push(() => socket.destroy())
  let said = ''
  socket.on('data', (part: Buffer) => (said += part.toString())).on('error', () => undefined)
  socket.write(
    `POST / HTTP/1.1\r\nhost: x\r\ncontent-length: ${length}\r\n\r\n${'x'.repeat(begun)}`,
  )
  return { said: () => said, leave: () => socket.destroy() }
}

const VITE = { bytes: 1_000, ms: 300 }

describe('[D] Un formulaire', () => {
  test.each([0, 1, 20_000, 1_000_000])('de %d octets arrive tel quel', async (length) => {
    const { port } = await servir()
    expect(await envoyer(port, 'x'.repeat(length))).toBe(`200 ${length}`)
  })

  test('qui n’avance pas est refusé, et ne retient rien', async () => {
    const { port } = await servir(VITE, 100_000)
    const lents = Array.from({ length: 3 }, () => promettre(port, 30_000))
    await expect
      .poll(() => lents.map(({ said }) => said().slice(0, 12)))
      .toEqual(lents.map(() => 'HTTP/1.1 408'))
    expect(await envoyer(port, 'x'.repeat(90_000))).toBe('200 90000')
  })

  test('long est refusé quand la mémoire est prise par d’autres ; court, il passe', async () => {
    const { port, issues } = await servir({ bytes: 1, ms: 60_000 }, 100_000)
    const lent = promettre(port, 90_000)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(await envoyer(port, 'x'.repeat(20_000))).toBe('503 ')
    expect(await envoyer(port, 'x'.repeat(10_000))).toBe('200 10000')
    lent.leave()
    await expect.poll(() => issues).toContain(undefined)
    expect(await envoyer(port, 'x'.repeat(90_000))).toBe('200 90000')
  })
})
