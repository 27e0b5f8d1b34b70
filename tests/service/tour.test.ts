import { afterAll, expect, test } from 'vitest'
import { buildApp } from '../../service/app'
import { openLog } from '../../service/log'
import { createMetrics } from '../../service/metrics'
import { demande, echanger } from '../support/brut'
import { startService } from '../support/service'

const { config, database } = await startService()
const metrics = createMetrics({ principal: database.pool })
const app = await buildApp({ config, log: openLog('silent'), ...database, metrics })
const url = await app.listen({ port: 0, host: '127.0.0.1' })
afterAll(() => app.close())

/** How many requests were answered so far. */
async function answered(): Promise<number> {
  const { values } = await metrics.requests.get()
  return values
    .filter(({ metricName }) => metricName?.endsWith('_count'))
    .reduce((total, { value }) => total + value, 0)
}

const ahead = (count: number, last: string) =>
  `${demande('GET', '/api/parametres', { host: '127.0.0.1', connection: 'keep-alive' }).repeat(count)}${last}`

test('des demandes envoyées d’avance ont leurs réponses, dans l’ordre', async () => {
  const before = await answered()
  const answer = await echanger(url, ahead(10, demande('GET', '/api/rien')))
  expect(answer?.body.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(9)
  expect(answer?.body).toContain('HTTP/1.1 404')
  expect(await answered()).toBe(before + 11)
})

test('[0.1.0 C] mille demandes dans un paquet n’occupent personne : elles sont coupées', async () => {
  const before = await answered()
  await echanger(url, ahead(1_000, ''))
  expect((await fetch(`${url}/live`)).status).toBe(200)
  expect((await answered()) - before).toBeLessThan(25)
})

test.each(['zz\r\n', 'BONJOUR\r\n\r\n'])(
  '[0.1.0 C] ce qui suit une demande déjà refusée n’a pas de seconde réponse : %j',
  async (rest) => {
    const head = { host: '127.0.0.1', connection: 'keep-alive', 'transfer-encoding': 'chunked' }
    for (const bytes of [demande('PUT', '/%', head) + rest, demande('GET', '/%') + rest]) {
      const answer = await echanger(url, bytes)
      expect(answer?.status).toBe(400)
      expect(answer?.body).not.toContain('HTTP/1.1')
    }
  },
)
