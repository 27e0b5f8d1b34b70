import http, { type RequestListener } from 'node:http'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'
import { finished } from 'node:stream/promises'
import Fastify from 'fastify'
import pino from 'pino'
import { afterAll, expect, test } from 'vitest'
import { closeGently } from '#edge/linger'
import { guard } from '../../../remix/gate/serve'
import { readWebSettings } from '../../../remix/gate/settings'
import { answerEverything as answerOfWeb } from '../../../remix/gate/unreadable'
import { answerBadRequest, answerEverything } from '../../../service/platform/http/unreadable'

const settings = readWebSettings({})
const tardif: RequestListener = (_asked, answer) => setTimeout(() => answer.end(), 100)
const web = http.createServer(guard(settings, pino({ level: 'silent' }), tardif))
answerOfWeb(web)

const service = Fastify({ clientErrorHandler: answerBadRequest })
answerEverything(service.server)
await service.ready()

const impatient = createServer({ allowHalfOpen: true })
closeGently(impatient, 1_000)
let lus = 0
impatient.on('connection', (socket) => {
  socket.once('close', () => (lus = socket.bytesRead))
  socket.write('Non.')
  socket.destroySoon()
})

const listening: Server[] = [web, service.server, impatient]
for (const server of listening)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
afterAll(() => listening.forEach((server) => server.close()))

/** A client that keeps sending when the server has ended its side. */
function appeler(server: Server): Socket {
  const { port } = server.address() as AddressInfo
  return connect({ port, host: '127.0.0.1', allowHalfOpen: true })
}

/** All that the server says; the connection stays open. */
function lire(socket: Socket): Promise<string> {
  let lu = ''
  socket.setEncoding('utf8').on('data', (morceau: string) => (lu += morceau))
  return new Promise((resolve, reject) => socket.on('end', () => resolve(lu)).on('error', reject))
}

const MORCEAU = 'a'.repeat(100_000)
/** More than what the buffers between two programs take. */
const SUITE = Buffer.alloc(20_000_000, 'a')
const DEBUT = `connection: close\r\ncontent-length: 20100000\r\n\r\n${MORCEAU}`
const FICHIER = 'POST /upload/donations/apercu HTTP/1.1\r\nhost: 127.0.0.1'
const MULTIPART = 'content-type: multipart/form-data; boundary=a'

test.each([
  ['web', web, `GET / HTTP/1.1\r\nhost: 127.0.0.1\r\nx: ${MORCEAU}`, 431],
  ['web', web, `${FICHIER}\r\n${DEBUT}`, 403],
  ['web', web, `${FICHIER}\r\nsec-fetch-site: same-origin\r\n${MULTIPART}\r\n${DEBUT}`, 200],
  ['service', service.server, `GET / HTTP/1.1\r\nhost: 127.0.0.1\r\nx: ${MORCEAU}`, 431],
  ['service', service.server, `POST /rien HTTP/1.1\r\nhost: 127.0.0.1\r\n${DEBUT}`, 404],
])(
  'qui envoie encore après la réponse (%s) l’a lue, et n’est pas coupé',
  async (_qui, server, debut, status) => {
    const socket = appeler(server)
    socket.write(debut)
    expect(await lire(socket)).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    socket.end(SUITE)
    await finished(socket)
  },
)

test('qui envoie sans fin est entendu un temps, puis coupé', async () => {
  const socket = appeler(impatient)
  const more = setInterval(() => socket.write('a'), 20)
  const cut = new Promise<void>((resolve) => socket.once('error', () => resolve()))
  expect(await lire(socket)).toBe('Non.')
  await cut
  clearInterval(more)
  expect(lus).toBeGreaterThan(0)
})
