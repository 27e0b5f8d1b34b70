import { PROTECTIONS } from './headers'

/** Start of a request with an unknown method; anything else unparsable is not HTTP at all. */
const UNKNOWN_METHOD = /^[A-Z][A-Z-]{0,30} [^ \r\n]{1,2000} HTTP\/1\.[01]\r\n/
const LONGEST = 2_100

/** Node's parser error. */
export interface Unreadable extends Error {
  code?: string
  rawPacket?: unknown
}

/** Messages for requests that never reached our code, by status. */
export const UNREADABLE = {
  400: 'La demande n’est pas lisible. Rechargez la page et recommencez.',
  405: 'Cette méthode n’est pas acceptée ici.',
  408: 'La demande n’est pas arrivée à temps. Recommencez.',
  431: 'Les en-têtes de la demande sont trop longs.',
} as const
type Status = keyof typeof UNREADABLE

const REASONS: Record<Status, string> = {
  400: 'Bad Request',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
}

const startOf = (packet: unknown): string =>
  packet instanceof Uint8Array ? String.fromCharCode(...packet.subarray(0, LONGEST)) : ''

function statusOf({ code, rawPacket }: Unreadable): Status {
  if (code === 'HPE_HEADER_OVERFLOW') return 431
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408
  return code === 'HPE_INVALID_METHOD' && UNKNOWN_METHOD.test(startOf(rawPacket)) ? 405 : 400
}

interface Connection {
  destroyed: boolean
  writable: boolean
  write: (bytes: string) => unknown
  destroySoon: () => void
}

/** A refusal's body in the caller's format: media type and text. */
export type Tell = (status: Status) => { type: string; text: string }

/** Writes a refusal on the raw connection and closes it. */
export function hangUp(connection: Connection, status: Status, tell: Tell): void {
  const { type, text } = tell(status)
  const headers = {
    ...PROTECTIONS,
    'content-type': type,
    'content-length': new TextEncoder().encode(text).length,
    connection: 'close',
    ...(status === 405 && { allow: 'GET, HEAD, POST' }),
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  if (connection.writable)
    connection.write(`HTTP/1.1 ${status} ${REASONS[status]}\r\n${lines.join('')}\r\n${text}`)
  connection.destroySoon()
}

interface Seen {
  request: { complete: boolean; socket: Connection }
  response: { headersSent: boolean; writableFinished: boolean; shouldKeepAlive: boolean }
}

/**
 * Responds to what is not HTTP, never ends, or has oversized headers. `see` observes every parsed request: a second
 * response to it, or one within or after the connection's last, would be misread, so in these cases the connection is
 * only closed.
 */
export function answerUnreadable(tell: Tell) {
  const latest = new WeakMap<Connection, Seen>()
  return {
    see: (request: Seen['request'], response: Seen['response']): void => {
      latest.set(request.socket, { request, response })
    },
    refuse: (error: Unreadable, connection: Connection): void => {
      if (error.code === 'ECONNRESET' || connection.destroyed) return
      const { request, response } = latest.get(connection) ?? {}
      const isAnswered =
        response?.headersSent === true &&
        (request?.complete !== true || !response.writableFinished || !response.shouldKeepAlive)
      if (isAnswered) connection.destroySoon()
      else hangUp(connection, statusOf(error), tell)
    },
  }
}
