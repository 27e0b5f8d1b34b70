import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { closeGently } from '#edge/linger'
import { answerUnreadable, hangUp, type Tell, UNREADABLE } from '#edge/unreadable'
import { refusalPage } from './refusal'

const asPage: Tell = (status) => ({
  type: 'text/html; charset=utf-8',
  text: refusalPage(UNREADABLE[status]),
})

/** Replies with our page to requests that Node would drop silently or with an empty response. */
export function answerEverything(server: Server): void {
  closeGently(server)
  const { see, refuse } = answerUnreadable(asPage)
  server.prependListener('request', see)
  server.on('clientError', refuse)
  server.on('connect', (_request, socket: Socket) => {
    socket.on('error', () => undefined)
    hangUp(socket, 405, asPage)
  })
  // Ignores an unknown `Expect`.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
}
