import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { sendStream } from '../../../remix/gate/remix-serve'
import { watchReaders } from '../../../service/edge/pace'

const ends: (() => void)[] = []
afterEach(() => ends.splice(0).forEach((end) => end()))

async function servir(answer: RequestListener, least = { bytes: 240 * 1024, ms: 400 }) {
  const server = createServer(answer)
  server.prependListener('request', watchReaders(least))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  ends.push(() => {
    server.closeAllConnections()
    server.close()
  })
  return { server, port: (server.address() as AddressInfo).port }
}

/** What a reader gets: all that came, and whether the connection broke. */
function lire(port: number, version = '1.1', { lit = true } = {}) {
  const socket = connect(port, '127.0.0.1')
  ends.push(() => socket.destroy())
  const recu: Buffer[] = []
  let casse = false
  socket.on('error', () => (casse = true))
  socket.write(`GET / HTTP/${version}\r\nhost: 127.0.0.1\r\nconnection: close\r\n\r\n`)
  if (lit) socket.on('data', (part: Buffer) => recu.push(part))
  else socket.pause()
  const fin = new Promise((resolve) => socket.once('close', resolve))
  return { fin, octets: () => Buffer.concat(recu), casse: () => casse }
}

const LONG = Buffer.alloc(64 * 1024 * 1024, 'x')

describe('[B1] Un lecteur', () => {
  test('qui ne lit pas est coupé', async () => {
    let closed = false
    const { server, port } = await servir((_request, response) => {
      response.on('close', () => (closed = true))
      response.end(LONG)
    })
    lire(port, '1.1', { lit: false })
    await expect.poll(() => closed, { timeout: 30_000 }).toBe(true)
    const count = () => new Promise<number>((done) => server.getConnections((_, n) => done(n)))
    await expect.poll(count, { timeout: 10_000 }).toBe(0)
  })

  test('qui lit reçoit tout, même quand c’est nous qui sommes lents', async () => {
    const { port } = await servir((_request, response) => {
      response.write('début')
      setTimeout(() => response.end('fin'), 1_200)
    })
    const { fin, octets, casse } = lire(port, '1.0')
    await fin
    expect(octets().toString()).toMatch(/débutfin$/)
    expect(casse()).toBe(false)
  })

  test.each(['1.0', '1.1'])(
    'd’une réponse qui s’interrompt voit une connexion cassée (HTTP/%s)',
    async (version) => {
      const { port } = await servir((_request, response) => {
        response.write('début')
        setTimeout(() => response.destroy(), 50)
      })
      const { fin, casse } = lire(port, version)
      await fin
      expect(casse()).toBe(true)
    },
  )
})

describe('[B1] L’application web', () => {
  test('ne garde pas ce que son lecteur ne prend pas encore', async () => {
    let given = 0
    const { port } = await servir((_request, response) => {
      const stream = new ReadableStream<Uint8Array>({
        pull: (controller) => {
          given++
          if (given > 2_000) controller.close()
          else controller.enqueue(LONG.subarray(0, 64 * 1024))
        },
      })
      void sendStream(stream, response).catch(() => undefined)
    }, undefined)
    lire(port, '1.1', { lit: false })
    await expect.poll(() => given, { timeout: 10_000 }).toBeGreaterThan(1)
    await new Promise((resolve) => setTimeout(resolve, 300))
    // 2 000 parts are 125 MB; a system buffers some.
    expect(given).toBeLessThan(400)
  })

  test('passe tout à qui lit, et casse ce qui s’interrompt', async () => {
    const part = (controller: ReadableStreamDefaultController<Uint8Array>) =>
      controller.enqueue(LONG.subarray(0, 1024 * 1024))
    let left = 20
    const whole = await servir((_request, response) => {
      const stream = new ReadableStream<Uint8Array>({
        pull: (controller) => (left-- > 0 ? part(controller) : controller.close()),
      })
      void sendStream(stream, response)
    })
    const all = lire(whole.port, '1.0')
    await all.fin
    expect(all.octets().length).toBeGreaterThan(20 * 1024 * 1024)

    const broken = await servir((_request, response) => {
      let asked = 0
      const stream = new ReadableStream<Uint8Array>({
        pull: (controller) => {
          if (++asked < 4) part(controller)
          else setTimeout(() => controller.error(new Error('panne')), 50)
        },
      })
      void sendStream(stream, response).catch(() => undefined)
    })
    // Much of it may still be unread when it breaks, and a system then tells the end of it in its own way: what no reader
    // can overlook is that the last part, which has no bytes, is missing.
    const some = lire(broken.port)
    await some.fin
    expect(some.octets().length).toBeGreaterThan(0)
    expect(some.octets().subarray(-5).toString()).not.toBe('0\r\n\r\n')
  })
})
