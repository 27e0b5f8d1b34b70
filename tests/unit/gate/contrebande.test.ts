import http from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import Fastify from 'fastify'
import pino from 'pino'
import { afterAll, describe, expect, test } from 'vitest'
import { readAbsoluteAddress } from '#edge/hosts'
import { guard } from '../../../remix/gate/serve'
import { readWebSettings } from '../../../remix/gate/settings'
import { answerEverything } from '../../../remix/gate/unreadable'
import { guardRoutes, openGate } from '../../../service/platform/http/gate'

const seen: string[] = []

const web = http.createServer(
  { requireHostHeader: false },
  guard(readWebSettings({}), pino({ level: 'silent' }), (request, response) => {
    seen.push(request.url ?? '')
    response.end('lu')
  }),
)
answerEverything(web)
await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))

const service = Fastify({
  rewriteUrl: (request) => {
    readAbsoluteAddress(request)
    return request.url ?? '/'
  },
})
guardRoutes(
  service,
  openGate({ SERVICE_HOST: '127.0.0.1', ADMIN_HOST: '127.0.0.1', ALLOWED_HOSTS: [] }),
)
service.all('/*', ({ url }) => {
  seen.push(url)
  return 'lu'
})
await service.listen({ port: 0, host: '127.0.0.1' })
afterAll(async () => {
  web.close()
  await service.close()
})

const SERVERS = { web, service: service.server }

/** Sends bytes as they are; the statuses of all answers. */
function send(server: http.Server, text: string): Promise<string[]> {
  return new Promise((resolve) => {
    let said = ''
    const end = () =>
      resolve([...said.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status = '']) => status))
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1', () =>
      socket.write(text),
    )
    socket
      .on('data', (chunk) => (said += String(chunk)))
      .on('error', end)
      .on('close', end)
    socket.setTimeout(300, () => socket.destroy())
  })
}

const HOST = 'Host: 127.0.0.1\r\n'
const HIDDEN = `GET /cache HTTP/1.1\r\n${HOST}\r\n`
const MULTIPART = 'Sec-Fetch-Site: same-origin\r\nContent-Type: multipart/form-data; boundary=b\r\n'
const post = (headers: string, body: string) =>
  `POST /upload/fichier HTTP/1.1\r\n${HOST}${MULTIPART}${headers}\r\n\r\n${body}`

describe.each(['web', 'service'] as const)('D une demande cachée dans une autre, %s', (name) => {
  test.each([
    ['CL.TE', post('Content-Length: 6\r\nTransfer-Encoding: chunked', `0\r\n\r\n${HIDDEN}`)],
    [
      'TE.CL',
      post('Transfer-Encoding: chunked\r\nContent-Length: 4', `40\r\n${HIDDEN}\r\n0\r\n\r\n`),
    ],
    ['deux longueurs', post('Content-Length: 0\r\nContent-Length: 50', HIDDEN)],
    ['une liste de longueurs', post('Content-Length: 0, 50', HIDDEN)],
    ['une longueur signée', post('Content-Length: +0', HIDDEN)],
    [
      'un en-tête replié',
      post('Transfer-Encoding:\r\n chunked\r\nContent-Length: 4', `0\r\n\r\n${HIDDEN}`),
    ],
    ['un blanc devant le deux-points', post('Transfer-Encoding : chunked', `0\r\n\r\n${HIDDEN}`)],
    ['un codage inconnu', post('Transfer-Encoding: xchunked\r\nContent-Length: 0', HIDDEN)],
    ['chunked avant un autre', post('Transfer-Encoding: chunked, identity', `0\r\n\r\n${HIDDEN}`)],
    [
      'une extension à saut de ligne',
      post('Transfer-Encoding: chunked', `2;\nxx\r\n0\r\n\r\n${HIDDEN}`),
    ],
    ['une taille signée', post('Transfer-Encoding: chunked', `+2\r\nxx\r\n0\r\n\r\n${HIDDEN}`)],
    ['une taille en 0x', post('Transfer-Encoding: chunked', `0x2\r\nxx\r\n0\r\n\r\n${HIDDEN}`)],
    ['des sauts de ligne seuls', `GET /a HTTP/1.1\n${HOST.replace('\r', '')}\n${HIDDEN}`],
    [
      'un corps que personne ne lit',
      `GET /a HTTP/1.1\r\n${HOST}Content-Length: ${HIDDEN.length}\r\n\r\n${HIDDEN}`,
    ],
    ['deux hôtes', `GET /cache HTTP/1.1\r\n${HOST}Host: ailleurs.example\r\n\r\n`],
    [
      'deux hôtes et une adresse entière',
      `GET http://127.0.0.1/cache HTTP/1.1\r\n${HOST}Host: b\r\n\r\n`,
    ],
  ])('%s', async (_what, text) => {
    seen.length = 0
    const statuses = await send(SERVERS[name], text)
    expect(seen.filter((url) => url.includes('cache'))).toEqual([])
    expect(statuses.length).toBeGreaterThan(0)
    expect(statuses.filter((status) => status.startsWith('5'))).toEqual([])
  })
})
