import { type Server, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { PROTECTIONS } from '#contract/headers.ts'
import { refusalOf } from './problems'

/** How a request with a method that nobody ever heard of begins; what else cannot be read is no HTTP at all. */
const UNKNOWN_METHOD = /^[A-Z][A-Z-]{0,30} [^ \r\n]{1,2000} HTTP\/1\.[01]\r\n/

interface Unreadable extends NodeJS.ErrnoException {
  rawPacket?: unknown
}

function statusOf({ code, rawPacket }: Unreadable): number {
  if (code === 'HPE_HEADER_OVERFLOW') return 431
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408
  if (code !== 'HPE_INVALID_METHOD' || !Buffer.isBuffer(rawPacket)) return 400
  return UNKNOWN_METHOD.test(rawPacket.toString('latin1', 0, 2_100)) ? 405 : 400
}

/** Says no on the bare connection, and hangs up. */
function hangUp(socket: Socket, status: number): void {
  const body = JSON.stringify(refusalOf(status))
  const headers = {
    ...PROTECTIONS,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    connection: 'close',
    ...(status === 405 && { allow: 'GET, HEAD, POST' }),
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  if (socket.writable)
    socket.write(
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`,
    )
  socket.destroySoon()
}

/** Answers what is no HTTP request, or one with headers beyond all measure. */
export function answerBadRequest(error: Unreadable, socket: Socket): void {
  if (error.code !== 'ECONNRESET' && !socket.destroyed) hangUp(socket, statusOf(error))
}

/** Gives an answer of ours to what Node would refuse itself, in silence. */
export function answerEverything(server: Server): void {
  server.on('connect', (_request, socket: Socket) => {
    socket.on('error', () => undefined)
    hangUp(socket, 405)
  })
  // An expectation that nobody knows is none.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
}
