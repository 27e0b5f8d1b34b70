import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { buildApp } from '../../service/app'
import { readConfig } from '../../service/config'
import { openLog } from '../../service/log'
import { connect } from '../../service/platform/database/connect'
import { prepareDatabase } from '../../service/platform/database/prepare'
import { openGate } from '../../service/platform/http/gate'
import { serveWaiting } from '../../service/platform/http/waiting'
import { freePort } from '../support/application'
import { startService } from '../support/service'

const TOKEN = 'un-jeton-de-seize-signes'
const { app, config, database } = await startService({ SERVICE_TOKEN: TOKEN })

const ask = async (url: string, authorization?: string) =>
  (await app.inject({ url, headers: authorization ? { authorization } : {} })).statusCode

describe('Le jeton du service', () => {
  test('ouvre tout, et sans lui rien ne s’ouvre', async () => {
    expect(await ask('/api/parametres', `Bearer ${TOKEN}`)).toBe(200)
    expect(await ask('/api/parametres')).toBe(401)
    expect(await ask('/api/parametres', `Bearer ${TOKEN}x`)).toBe(401)
    expect(await ask('/api/parametres', TOKEN)).toBe(401)
    expect(await ask('/docs/json')).toBe(401)
    expect(await ask('/api/inconnue')).toBe(401)
  })

  test('n’est pas demandé aux sondes', async () => {
    for (const probe of ['/health', '/live', '/ready']) expect(await ask(probe)).toBe(200)
  })
})

test('chaque route du service demande le jeton, sauf les trois sondes', async () => {
  const authorization = `Bearer ${TOKEN}`
  const { paths } = (await app.inject({ url: '/docs/json', headers: { authorization } })).json<{
    paths: Record<string, Record<string, unknown>>
  }>()
  const open: string[] = []
  for (const [path, methods] of Object.entries(paths))
    for (const method of Object.keys(methods)) {
      const url = path.replace(/\{\w+\}/g, '1')
      const { statusCode } = await app.inject({ method: method as 'GET', url })
      if (statusCode !== 401) open.push(path)
    }
  expect(open).toEqual(['/health', '/live', '/ready'])
})

test('en attendant sa base, le service vit, mais ne va pas bien', async () => {
  const port = await freePort()
  const release = await serveWaiting(openGate(config), { host: '127.0.0.1', port })
  const status = async (url: string) => (await fetch(`http://127.0.0.1:${port}${url}`)).status
  expect(await status('/live')).toBe(200)
  expect(await status('/ready')).toBe(503)
  const health = await fetch(`http://127.0.0.1:${port}/health`)
  expect(health.status).toBe(503)
  expect(await health.json()).toEqual({ status: 'unhealthy' })
  const refused = await fetch(`http://127.0.0.1:${port}/api/dashboard/annees`)
  expect(refused.status).toBe(503)
  expect(await refused.json()).toEqual({
    detail: 'L’application attend sa base de données. Réessayez dans quelques instants.',
    code: 'indisponible',
  })
  await release()
})

test('une base qui peut perdre ce qu’elle a confirmé est refusée', async () => {
  const name = database.url.split('/').at(-1)
  await database.pool.query(`alter database ${name} set synchronous_commit = off`)
  const careless = connect(database.url)
  await expect(prepareDatabase(careless.db)).rejects.toThrow(/(fsync|synchronous_commit)=off/)
  await careless.close()
  await database.pool.query(`alter database ${name} reset synchronous_commit`)
})

describe('Le journal du service', () => {
  test('dit ce qui est arrivé, sans les données qui l’ont causé', async () => {
    const output = new PassThrough()
    const log = openLog('info', output)
    const refused = await database.pool
      .query(`select cast($1::text as integer)`, ['Dupont;claire@example.org'])
      .catch((error: unknown) => error)
    const unreadable = await database.pool
      .query(`insert into parametres (campagne_vfl_motif) values ($1)`, ['Dupont'])
      .catch((error: unknown) => error)
    for (const err of [refused, unreadable]) {
      const written = once(output, 'data') as Promise<[Buffer]>
      log.error({ err: new Error('échec', { cause: err }) }, 'erreur')
      const line = String(await written)
      expect(line).not.toContain('Dupont')
      expect(line).toMatch(/"code":"(22P02|23505)"/)
    }
  })

  test('garde une ligne par demande, avec son numéro et sans ce qu’elle cherchait', async () => {
    const output = new PassThrough()
    const logged = await buildApp({
      config: readConfig({ DATABASE_URL: database.url, SERVICE_TOKEN: TOKEN }),
      log: openLog('info', output),
      ...database,
    })
    const line = once(output, 'data')
    await logged.inject({
      url: '/api/parametres?contact_id=Dupont',
      headers: {
        authorization: `Bearer ${TOKEN}`,
        'x-request-id': 'numero-de-la-demande',
        'x-identite': 'Zo%C3%A9',
      },
    })
    const text = String((await line)[0])
    expect(text).not.toContain('Dupont')
    expect(JSON.parse(text)).toMatchObject({
      requete: 'numero-de-la-demande',
      chemin: '/api/parametres',
      methode: 'GET',
      statut: 200,
      identite: 'Zoé',
    })
    await logged.close()
  })
})
