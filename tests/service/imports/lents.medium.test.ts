import { once } from 'node:events'
import { request as send, type IncomingMessage } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { postFile } from '../../support/imports'
import { startService } from '../../support/service'

const { app } = await startService()
const url = `${await app.listen({ port: 0, host: '127.0.0.1' })}/api/upload/donations/preview`

/** A file of which a byte comes each half second, from an address as the web app names it. */
function dribble(adresse: string) {
  const request = send(url, {
    method: 'POST',
    headers: {
      'x-adresse': adresse,
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': 5_000_000,
    },
  })
  const answered = once(request, 'response') as Promise<[IncomingMessage]>
  request.on('error', () => undefined)
  request.write(
    '--b\r\ncontent-disposition: form-data; name="donations_file"; filename="d.csv"\r\ncontent-type: text/csv\r\n\r\n',
  )
  const timer = setInterval(() => request.write('i'), 500)
  return { answered, end: () => (clearInterval(timer), request.destroy()) }
}

const CSV = 'id;montant;date;contact\n1;5;2025-01-01;c\n'

test('C trois envois lents de trois adresses ne gardent pas les places : qui vient en a une, et un lent le lit', async () => {
  const slow = ['192.0.2.1', '192.0.2.2', '192.0.2.3'].map(dribble)
  await wait(1_000)
  const early = await postFile(app, 'donations', 'preview', CSV)
  expect(early.statusCode, early.body).toBe(429)
  await wait(5_500)
  const answer = await postFile(app, 'donations', 'preview', CSV)
  expect(answer.statusCode, answer.body).toBe(200)
  const [refused] = await Promise.race(slow.map(({ answered }) => answered))
  expect(refused.statusCode).toBe(408)
  let said = ''
  for await (const chunk of refused) said += String(chunk)
  expect(JSON.parse(said)).toMatchObject({
    code: 'trop_lent',
    detail: expect.stringContaining('il avance trop lentement'),
  })
  for (const { end, answered } of slow) {
    answered.catch(() => undefined)
    end()
  }
})
