import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { answerUnreadable, hangUp, type Tell, UNREADABLE } from '#edge/unreadable'
import { refusalPage } from './refusal'

const asPage: Tell = (status) => ({
  type: 'text/html; charset=utf-8',
  text: refusalPage(UNREADABLE[status]),
})

/** Gives an answer of ours to what Node would refuse itself, in silence or with an empty page. */
export function answerEverything(server: Server): void {
  const { see, refuse } = answerUnreadable(asPage)
  server.prependListener('request', see)
  server.on('clientError', refuse)
  server.on('connect', (_request, socket: Socket) => {
    socket.on('error', () => undefined)
    hangUp(socket, 405, asPage)
  })
  // An expectation that nobody knows is none.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
}
