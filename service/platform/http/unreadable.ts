import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { closeGently } from '#edge/linger'
import { answerUnreadable, hangUp, type Tell } from '#edge/unreadable'
import { refusalOf } from './problems'

const asJson: Tell = (status) => ({
  type: 'application/json; charset=utf-8',
  text: JSON.stringify(refusalOf(status)),
})

const { see, refuse } = answerUnreadable(asJson)

/** Replies to what never becomes a request. */
export const answerBadRequest = refuse

/** Replies to requests that Node would drop without a response. */
export function answerEverything(server: Server): void {
  closeGently(server)
  server.prependListener('request', see)
  server.on('connect', (_request, socket: Socket) => {
    socket.on('error', () => undefined)
    hangUp(socket, 405, asJson)
  })
  // An unknown Expect header is ignored.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
}
