import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { connect as connectDatabase } from '../../../service/platform/database/connect'
import { runService, runWeb } from '../../support/application'
import { createCluster, settingsOf } from '../../support/cluster'

/** More than systems take for a reader that does not read. */
const DONATEURS = 40_000
/** Six times as many as files are made at once. */
const LECTEURS = 12

const cluster = await createCluster()
const settings = settingsOf(cluster)
const service = await runService(settings)
const web = await runWeb(service.url)
const { pool, close } = connectDatabase(cluster.access.adminUrl)
afterAll(async () => {
  await web.stop()
  await service.stop()
  await close()
  await cluster.remove()
})

const LISTE = '/api/donateurs/liste.csv?ensemble=actifs&annee=2024'

beforeAll(async () => {
  await pool.query(`
    insert into donations (id, order_amount, order_date, contact_id)
    select n, 50, '2024-06-15', concat('CONTACT-', n, '-', repeat('x', 40)) from generate_series(1, ${DONATEURS}) as n`)
  await pool.query(`call apres_ecriture('donations')`)
  const answer = await fetch(`${service.url}/api/analytics/refresh-views`, { method: 'POST' })
  expect(answer.status).toBe(200)
})

const sockets = new Set<Socket>()
afterEach(() => {
  for (const socket of sockets) socket.destroy()
  sockets.clear()
})

/** Somebody who asks for a file and reads no more than its beginning. */
async function lireDebut(url: string, path: string, headers = ''): Promise<string> {
  const { hostname, port, host } = new URL(url)
  const socket = connect(Number(port), hostname)
  sockets.add(socket)
  socket.on('error', () => undefined)
  socket.write(`GET ${path} HTTP/1.1\r\nhost: ${host}\r\n${headers}\r\n`)
  const [debut] = (await once(socket, 'data')) as [Buffer]
  socket.pause()
  return debut.toString()
}

/** As many such readers, two at a time as one person may ask. */
async function lireDebuts(url: string, path: string): Promise<void> {
  for (let at = 0; at < LECTEURS; at += 2)
    for (const debut of await Promise.all([lireDebut(url, path), lireDebut(url, path)]))
      expect(debut).toMatch(/^HTTP\/1.1 200/)
}

const countLines = (texte: string) => texte.split('\r\n').length - 1

describe('[B1] Des lecteurs qui ne lisent pas', () => {
  test('ne retiennent personne : ni les fichiers, ni les chiffres, ni une connexion', async () => {
    await lireDebuts(service.url, LISTE)

    const began = performance.now()
    const liste = await fetch(`${service.url}${LISTE}`)
    expect(liste.status).toBe(200)
    expect(countLines(await liste.text())).toBe(DONATEURS + 1)
    const selection = await fetch(
      `${service.url}/api/donateurs/selection.csv?ensemble=actifs&annee=2024`,
      { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' },
    )
    expect(selection.status).toBe(200)
    expect(countLines(await selection.text())).toBe(DONATEURS + 1)
    const page = await fetch(`${service.url}/api/donateurs/liste?ensemble=actifs&annee=2024`)
    expect(page.status).toBe(200)
    expect(performance.now() - began).toBeLessThan(30_000)

    const { rows } = await pool.query<{ tenues: number }>(`
      select count(*) as tenues from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`)
    expect(rows).toEqual([{ tenues: 0 }])
  })

  test('ne retiennent pas non plus ceux qui passent par l’application web', async () => {
    const path = '/donateurs/liste.csv?ensemble=actifs&annee=2024'
    await lireDebuts(web.url, path)
    const liste = await fetch(`${web.url}${path}`)
    expect(liste.status).toBe(200)
    expect(liste.headers.get('content-type')).toMatch(/^text\/csv/)
    expect(countLines(await liste.text())).toBe(DONATEURS + 1)
  })
})

describe('[B1] Un fichier', () => {
  test('dit sa longueur, du service comme de l’application web', async () => {
    for (const address of [
      `${service.url}${LISTE}`,
      `${web.url}/donateurs/liste.csv?ensemble=actifs&annee=2024`,
    ]) {
      const answer = await fetch(address, { headers: { 'accept-encoding': 'identity' } })
      const bytes = await answer.arrayBuffer()
      expect(answer.headers.get('content-length'), address).toBe(String(bytes.byteLength))
      expect(bytes.byteLength).toBeGreaterThan(1_000_000)
    }
  })

  test.each(['identity', 'gzip'])(
    'dont le service meurt au milieu se voit comme un échec (%s)',
    async (encoding) => {
      const mourant = await runService(settings)
      const devant = await runWeb(mourant.url)
      try {
        const answer = await fetch(`${devant.url}/donateurs/liste.csv?ensemble=actifs&annee=2024`, {
          headers: { 'accept-encoding': encoding },
        })
        expect(answer.status).toBe(200)
        const body = answer.body?.getReader()
        await body?.read()
        await mourant.stop('SIGKILL')
        const rest = async () => {
          while (!(await body?.read())?.done);
        }
        await expect(rest()).rejects.toThrow()
      } finally {
        await devant.stop()
      }
    },
  )

  test('dont la demande ne va pas est refusé avant de commencer', async () => {
    const answer = await fetch(
      `${service.url}/api/donateurs/a-verifier.csv?import=00000000-0000-4000-8000-000000000000`,
    )
    expect(answer.status).toBe(404)
    expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
  })
})
