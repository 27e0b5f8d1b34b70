import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import http from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { runService } from '../support/application'
import { createCluster, settingsOf } from '../support/cluster'

const MO = 1024 * 1024
const HEADER = 'id;montant;date;contact'
const gift = (id: number) => `${id};10;2025-01-01;C${id % 9}\n`

const cluster = await createCluster()
const service = await runService({
  ...settingsOf(cluster),
  LOG_LEVEL: 'silent',
})
afterAll(async () => {
  await service.stop('SIGKILL')
  await cluster.remove()
})

function* repeat(piece: string, bytes: number) {
  const chunk = Buffer.alloc(MO, piece)
  for (let sent = 0; sent < bytes; sent += MO) yield chunk
}

function* gifts(from: number, to: number) {
  for (let id = from; id <= to; id += 10_000)
    yield Array.from({ length: Math.min(10_000, to - id + 1) }, (_, at) => gift(id + at)).join('')
}

/** Posts a file, as large as its pieces are together, for a preview. */
async function preview(pieces: Iterable<string | Buffer>) {
  const request = http.request(`${service.url}/api/upload/donations/preview`, {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
  })
  const answered = once(request, 'response') as Promise<[http.IncomingMessage]>
  request.write(
    '--b\r\ncontent-disposition: form-data; name="donations_file"; filename="d.csv"\r\ncontent-type: text/csv\r\n\r\n',
  )
  for (const piece of pieces) if (!request.write(piece)) await once(request, 'drain')
  request.end('\r\n--b--\r\n')
  const [response] = await answered
  return { status: response.statusCode, body: JSON.parse(await text(response)) as unknown }
}

/** The most memory that the service ever held, in megabytes. */
function peakMemory(): number {
  const status = readFileSync(`/proc/${service.process.pid}/status`, 'utf8')
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024)
}

const read = (total_rows: number, valid_donations: number) => ({
  status: 200,
  body: { total_rows, valid_donations },
})

const FILES: [string, () => Iterable<string | Buffer>, object][] = [
  [
    'une ligne d’un gigaoctet',
    function* () {
      yield `${HEADER}\n${gift(1)}2;`
      yield* repeat('x', 1024 * MO)
      yield `\n${gift(3)}`
    },
    read(3, 2),
  ],
  [
    'des octets nuls par centaines de mégaoctets',
    function* () {
      yield `${HEADER}\n${gift(1)}`
      yield* repeat('\0', 200 * MO)
      yield `\n${gift(2)}`
    },
    read(3, 2),
  ],
  [
    'un guillemet jamais fermé devant un million de lignes',
    function* () {
      yield `${HEADER}\n${gift(1)}2;"10;2025-01-01;C2\n`
      yield* gifts(3, 1_000_002)
    },
    read(1_000_002, 1_000_001),
  ],
  [
    'un guillemet par ligne, jamais fermé',
    function* () {
      yield `${HEADER}\n`
      for (const lines of gifts(1, 200_000)) yield lines.replaceAll(';10;', ';"10;')
    },
    read(200_000, 0),
  ],
  [
    'un million de colonnes',
    () => [`${HEADER};${'c;'.repeat(1_000_000)}\n${gift(1)}`],
    { status: 422, body: { detail: expect.stringMatching(/colonne|en-tête/) } },
  ],
  [
    '__proto__ et constructor en tête de colonne',
    () => [`${HEADER};__proto__;constructor\n1;10;2025-01-01;C1;{};x\n`],
    read(1, 1),
  ],
]

test.runIf(existsSync('/proc/self/status')).each(FILES)(
  '%s : le service lit ou refuse, en moins de 300 Mo',
  async (_name, pieces, answer) => {
    expect(await preview(pieces())).toMatchObject(answer)
    expect(peakMemory()).toBeLessThan(300)
    expect((await fetch(`${service.url}/health`)).status).toBe(200)
  },
  120_000,
)
