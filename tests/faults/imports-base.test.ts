import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Database } from '../../service/platform/database/connect'
import { type RunningProgram, runService, runWeb } from '../support/application'
import { type Cluster, createCluster, donsUrl, startService } from '../support/cluster'
import { begin, dons, preview, sendHalf, settled, SOON, stage } from '../support/import-calls'
import { mountSmallDisk, unmountSmallDisk } from '../support/petit-disque'

let cluster: Cluster
let service: RunningProgram
let database: Database

beforeAll(async () => {
  cluster = await createCluster()
  service = await startService(cluster)
  database = connect(donsUrl(cluster))
}, 120_000)

afterAll(async () => {
  await service.stop('SIGKILL')
  await database.close()
  await cluster.remove()
})

const count = async (from: string): Promise<number> => {
  const { rows } = await database.pool.query<{ nombre: number }>(
    `select count(*) as nombre from ${from}`,
  )
  return rows[0]?.nombre ?? -1
}

const DEPOTS = `pg_tables where schemaname = 'depots'`

test('PostgreSQL tué net pendant un import : rien n’est importé, et l’import se relance', async () => {
  const id = await stage(service.url, dons(1, 500))
  const blocker = await database.pool.connect()
  blocker.on('error', () => undefined)
  await blocker.query('begin; lock table donations in access share mode')
  await begin(service.url, id)
  const isWaiting = () =>
    count(`pg_stat_activity where wait_event_type = 'Lock' and query like 'lock table%'`)
  await expect.poll(isWaiting, SOON).toBe(1)

  await cluster.kill()
  blocker.release(true)
  await cluster.start()
  await expect.poll(async () => (await fetch(`${service.url}/health`)).status, SOON).toBe(200)
  expect(await settled(service.url, id)).toMatchObject({ status: 'error', resultat: null })
  expect(await count('donations')).toBe(0)

  expect((await begin(service.url, id)).status).toBe(202)
  expect(await settled(service.url, id)).toMatchObject({ resultat: { inseres: 500 } })
  expect(await count('donations')).toBe(500)
})

test('PostgreSQL tué net pendant un envoi : la page le dit, et rien ne reste de lui', async () => {
  const sending = sendHalf(`${service.url}/api/upload/donations/preview`)
  await expect.poll(() => count(DEPOTS), SOON).toBe(2)
  await cluster.kill()
  await cluster.start()
  sending.request.destroy(new Error('the browser left'))
  await sending.ended
  await expect.poll(() => count(DEPOTS).catch(() => -1), SOON).toBe(0)
})

test('l’application web tuée net pendant qu’un fichier la traverse : rien ne reste de lui', async () => {
  const web = await runWeb(service.url)
  const sending = sendHalf(`${web.url}/upload/donations/apercu`)
  await expect.poll(() => count(DEPOTS), SOON).toBe(2)
  await web.stop('SIGKILL')
  await sending.ended
  await expect.poll(() => count(DEPOTS), SOON).toBe(0)
  expect((await fetch(`${service.url}/health`)).status).toBe(200)
})

test('le disque plein : une phrase claire, rien d’importé, la place rendue', async () => {
  const folder = await mountSmallDisk()
  if (folder === undefined) return
  const full = /plus de place sur le disque/
  const admin = (statement: string) => database.pool.query(statement)
  try {
    const before = await count('donations')
    await admin(`create tablespace petit location '${folder}'`)
    await admin('grant create on tablespace petit to public')
    await admin('alter role dons_service set default_tablespace = petit')
    const limited = await runService({
      DATABASE_URL: cluster.access.url,
      DATA_DIR: cluster.dataDir,
      LOG_LEVEL: 'silent',
    })
    try {
      const refused = await preview(limited.url, dons(1, 600_000))
      expect(refused.status).toBe(503)
      expect(((await refused.json()) as { detail: string }).detail).toMatch(full)
      await expect.poll(() => count(DEPOTS), SOON).toBe(0)

      const id = await stage(limited.url, dons(1, 300_000))
      await begin(limited.url, id)
      const failed = await settled(limited.url, id)
      expect(failed).toMatchObject({ status: 'error', errors: [expect.stringMatching(full)] })
      await expect.poll(() => count(DEPOTS), SOON).toBe(0)
      expect(await count('donations')).toBe(before)
      // « C »: nobody is told to start again what is not there.
      expect(await settled(limited.url, id)).toMatchObject({
        reprenable: false,
        message: expect.stringMatching(/rien n’a été importé\. Choisissez le fichier à nouveau\.$/),
      })
    } finally {
      await limited.stop('SIGKILL')
    }
    await admin('alter role dons_service reset default_tablespace')
    await admin('drop tablespace petit')
  } finally {
    await unmountSmallDisk(folder)
  }
})
