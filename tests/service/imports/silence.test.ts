import { connect as open } from 'node:net'
import { tmpdir } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import multipart from '@fastify/multipart'
import Fastify from 'fastify'
import { afterAll, afterEach, expect, test } from 'vitest'
import { stageOutil } from '../../../service/imports/fichiers/deposer'
import { createReception } from '../../../service/imports/staging/receive'
import { answerProblems } from '../../../service/platform/http/problems'
import { createDatabase } from '../../support/service'

/** How long a busy machine may take. */
const LONG = { timeout: 120_000 }

const database = await createDatabase()
const { receive } = createReception({
  ...database,
  maxBytes: 1_000_000,
  pace: { bytes: 5_000, ms: 500 },
  stageOutil: (order, chunks, room) =>
    stageOutil(database, order, chunks, room, {
      noms: new Set(),
      dossier: tmpdir(),
    }),
})
const app = Fastify({ forceCloseConnections: true })
await app.register(multipart)
let arrived = 0
app.addHook('onRequest', (_request, _reply, done) => {
  arrived++
  done()
})
answerProblems(app)
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

/** Sends so many bytes of a file, again and again, or so many times; `answer` is what came back so far. */
function trickle(bytes: number, everyMs: number, times = Infinity): { answer: () => string } {
  let answer = ''
  let timer: NodeJS.Timeout | undefined
  const socket = open(Number(url.port), url.hostname, () => {
    socket.write(HEAD + FICHIER)
    let sent = 0
    timer = setInterval(() => {
      if (sent++ < times) socket.write('x'.repeat(bytes))
    }, everyMs)
  })
  socket.on('error', () => undefined).on('data', (chunk: Buffer) => (answer += chunk.toString()))
  releases.push(() => {
    clearInterval(timer)
    socket.destroy()
  })
  return { answer: () => answer }
}

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
async function sendAnother(headers: Record<string, string> = {}): Promise<number> {
  const body = new FormData()
  body.append('contacts_file', new Blob(['id;nom\n1;A\n'], { type: 'text/csv' }), 'a.csv')
  return (await fetch(url, { method: 'POST', body, headers })).status
}

/** Lines of a file, one after the other with a pause between them. */
async function* sendSlowly(lines: number, everyMs: number): AsyncGenerator<Buffer> {
  yield Buffer.from(FICHIER)
  for (let line = 2; line < lines; line++) {
    await wait(everyMs)
    yield Buffer.from(`${line};${'A'.repeat(2_000)}\n`)
  }
  yield Buffer.from('\r\n--b--\r\n')
}

test.each([
  ['avant sa première partie', ''],
  ['au milieu d’un champ', CHAMP],
  ['au milieu de son fichier', FICHIER],
  ['après son fichier', `${FICHIER}\r\n${CHAMP}`],
])('un envoi qui se tait %s ne garde pas sa place', async (_where, begun) => {
  await begin(2, begun)
  await expect.poll(() => sendAnother(), LONG).toBe(200)
})

test('un envoi refusé laisse sa place, même si le reste n’en finit pas d’arriver', async () => {
  await begin(3, FICHIER.replace('contacts_file', 'autre'))
  await expect.poll(() => sendAnother(), LONG).toBe(200)
})

test('[0.1.0 B7] un envoi au compte-gouttes ne garde pas sa place, et apprend pourquoi', async () => {
  trickle(1, 20)
  trickle(1, 20)
  await expect.poll(() => sendAnother(), LONG).toBe(200)
  // What arrives on a connection that is closed already ends it with what it has not read: this one then waits.
  const { answer } = trickle(1, 20, 10)
  await expect.poll(answer, LONG).toMatch(/^HTTP\/1\.1 408 /)
  expect(answer()).toContain('avance trop lentement. Vérifiez la connexion, puis recommencez.')
})

test('[0.1.0 B7] un envoi lent, mais qui avance, arrive à son terme', async () => {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    body: sendSlowly(40, 50),
    duplex: 'half',
  } as unknown as RequestInit)
  expect(answer.status, await answer.text()).toBe(200)
})

test('[0.1.0 B7] une personne ne prend pas toutes les places', async () => {
  const before = arrived
  trickle(500, 20)
  trickle(500, 20)
  await expect.poll(() => arrived, LONG).toBe(before + 2)
  await expect.poll(() => sendAnother(), LONG).toBe(429)
  expect(await sendAnother({ 'x-adresse': '192.0.2.7' })).toBe(200)
  expect(await sendAnother({ 'x-adresse': '192.0.2.7', 'x-identite': 'Zo%C3%A9' })).toBe(200)
})
