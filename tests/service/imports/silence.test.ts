import { connect as open } from 'node:net'
import multipart from '@fastify/multipart'
import Fastify from 'fastify'
import { afterAll, afterEach, expect, test } from 'vitest'
import { createReceive } from '../../../service/imports/depot/receive'
import { createDatabase } from '../../support/service'

/** How long a busy machine may take. */
const LONG = { timeout: 20_000 }

const database = await createDatabase()
const receive = createReceive({ ...database, maxBytes: 1_000_000, idleMs: 500 })
const app = Fastify({ forceCloseConnections: true })
await app.register(multipart)
let arrived = 0
app.addHook('onRequest', async () => void arrived++)
app.post('/', (request) => receive('donateurs', request))
const url = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
afterAll(async () => {
  await app.close()
  await database.drop()
})

const HEAD =
  'POST / HTTP/1.1\r\nhost: a\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 100000\r\n\r\n'
const CHAMP = '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\nsuite'
const FICHIER =
  '--b\r\ncontent-disposition: form-data; name="contacts_file"; filename="a.csv"\r\ncontent-type: text/csv\r\n\r\nid;nom\n1;A\n'

const releases: (() => void)[] = []
afterEach(() => {
  for (const release of releases.splice(0)) release()
})

/** Begins to send so many requests, and then says nothing more. */
async function begin(count: number, begun: string): Promise<void> {
  const before = arrived
  for (let one = 0; one < count; one++) {
    const socket = open(Number(url.port), url.hostname, () => socket.write(HEAD + begun))
    socket.on('error', () => undefined)
    releases.push(() => socket.destroy())
  }
  await expect.poll(() => arrived, LONG).toBe(before + count)
}

/** The status that another file gets meanwhile. */
async function sendAnother(): Promise<number> {
  const body = new FormData()
  body.append('contacts_file', new Blob(['id;nom\n1;A\n'], { type: 'text/csv' }), 'a.csv')
  return (await fetch(url, { method: 'POST', body })).status
}

test.each([
  ['avant sa première partie', ''],
  ['au milieu d’un champ', CHAMP],
  ['au milieu de son fichier', FICHIER],
  ['après son fichier', `${FICHIER}\r\n${CHAMP}`],
])('un envoi qui se tait %s ne garde pas sa place', async (_where, begun) => {
  await begin(2, begun)
  await expect.poll(sendAnother, LONG).toBe(200)
})

test('un envoi refusé laisse sa place, même si le reste n’en finit pas d’arriver', async () => {
  await begin(3, FICHIER.replace('contacts_file', 'autre'))
  await expect.poll(sendAnother, LONG).toBe(200)
})
