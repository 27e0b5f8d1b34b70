import { afterEach, describe, expect, test } from 'vitest'
import { connect } from '../../service/platform/database/connect'
import { runService } from '../support/application'
import { debianBinaries, startServer } from '../support/cluster'
import { fichierDe } from '../support/operating'
import {
  installed,
  keep,
  poolers,
  releaseKept,
  startCluster,
  startPgBouncer,
  startService,
  useEverything,
} from '../support/topologies'

afterEach(releaseKept)

describe('La base peut être', () => {
  test.each(installed)('un PostgreSQL %d', async (version) => {
    const binaries = debianBinaries(version)
    const service = await startService(await startCluster({ binaries }))
    const { before, valide, stats } = await useEverything(service.url)
    expect(valide).toBe(true)
    expect((await stats()).total_donateurs).toBe(before - 1)
  })

  test('un serveur où un seul rôle, sans droits d’administrateur, fait tout', async () => {
    const server = keep(await startServer(), (made) => made.remove())
    const admin = connect(server.adminUrl)
    await admin.pool.query('create role seul login')
    await admin.pool.query('create database dons owner seul')
    await admin.close()
    const service = keep(
      await runService({
        DATABASE_URL: `postgresql://seul@127.0.0.1:${server.port}/dons`,
        DATA_DIR: server.dataDir,
      }),
      (made) => made.stop(),
    )
    const { before, valide, stats } = await useEverything(service.url)
    expect(valide).toBe(true)
    expect((await stats()).total_donateurs).toBe(before - 1)
  })

  test.each([...installed, 'embarqué'])(
    'un PostgreSQL %s dont qui fait les rôles, comme le disent les papiers, n’a pas tous les droits',
    async (version) => {
      const options = typeof version === 'number' ? { binaries: debianBinaries(version) } : {}
      const server = keep(await startServer(options), (made) => made.remove())
      const admin = connect(server.adminUrl)
      await admin.pool.query('create role chef login createdb createrole')
      await admin.close()
      const as = (role: string, database = 'dons') =>
        `postgresql://${role}@127.0.0.1:${server.port}/${database}`
      const chef = connect(as('chef', 'postgres'))
      // `create database` is a statement of its own.
      const lines = fichierDe('Elsewhere an administrator does', 'sql').trim().split('\n')
      for (const line of lines) await chef.pool.query(line)
      await chef.close()
      const service = keep(
        await runService({
          DATABASE_URL: as('dons_service'),
          DATABASE_OWNER_URL: as('dons_owner'),
          DATA_DIR: server.dataDir,
        }),
        (made) => made.stop(),
      )
      const { before, valide, stats } = await useEverything(service.url)
      expect(valide).toBe(true)
      expect((await stats()).total_donateurs).toBe(before - 1)
    },
  )
})

test.each(poolers)(
  '[0.1.0 C] %s, par transactions, ne sert pas une base dont les sessions changeraient les réponses',
  async () => {
    const cluster = await startCluster()
    const admin = connect(cluster.access.adminUrl, { max: 1 })
    await admin.pool.query(
      "alter role dons_service set default_transaction_isolation = 'serializable'",
    )
    await admin.close()
    const DATABASE_URL = await startPgBouncer(cluster)
    await expect(startService(cluster, { DATABASE_URL })).rejects.toThrow(
      "alter role dons_service set default_transaction_isolation to 'read committed';",
    )
  },
)
