import { afterEach, expect, test } from 'vitest'
import { runWeb } from '../support/application'
import { balance } from '../support/balancer'
import { debianBinaries, startServer } from '../support/cluster'
import { importDemo } from '../support/demo'
import {
  installed,
  keep,
  type Liste,
  poolers,
  read,
  releaseKept,
  startCluster,
  startPgBouncer,
  startService,
  useEverything,
} from '../support/topologies'

afterEach(releaseKept)

test.each(poolers)('%s, par transactions, peut se tenir entre le service et la base', async () => {
  const cluster = await startCluster()
  const service = await startService(cluster, { DATABASE_URL: await startPgBouncer(cluster) })
  const { before, valide, stats } = await useEverything(service.url)
  expect(valide).toBe(true)
  expect((await stats()).total_donateurs).toBe(before - 1)
})

test.each(installed)(
  'les analyses se lisent sur une réplique qui suit la base %d',
  async (version) => {
    const binaries = debianBinaries(version)
    const primary = await startCluster({ binaries })
    const replica = keep(
      await startServer({
        binaries,
        fill: async (folder, run) => {
          const from = ['-h', '127.0.0.1', '-p', String(primary.port), '-U', 'postgres']
          const file = binaries.postgres.replace(/postgres$/, 'pg_basebackup')
          await run(file, [...from, '-D', folder, '-R', '-X', 'fetch', '-c', 'fast'])
        },
      }),
      (made) => made.remove(),
    )
    const readUrl = new URL(primary.access.url)
    readUrl.port = String(replica.port)
    const service = await startService(primary, { DATABASE_READ_URL: readUrl.href })
    await importDemo(service.url)

    const { filters } = await read<Liste>(`${service.url}/api/donations/list`)
    const annee = filters.available_years[1]
    const stats = `${service.url}/api/dashboard/stats/${annee}`
    const total = () => read<{ total_donations: number }>(stats).then((all) => all.total_donations)
    await expect.poll(total, { timeout: 10_000 }).toBeGreaterThan(0)

    await replica.stop()
    expect((await fetch(stats)).status).toBe(503)
    expect((await fetch(`${service.url}/api/donations/list?year=${annee}`)).status).toBe(200)
    await replica.start()
    await expect
      .poll(() => fetch(stats).then(({ status }) => status), { timeout: 10_000 })
      .toBe(200)
  },
)

test('deux services et deux applications web, derrière un répartiteur, n’en font qu’une', async () => {
  const cluster = await startCluster()
  const services = [await startService(cluster), await startService(cluster)]
  const front = keep(await balance(services.map(({ url }) => url)), (made) => made.close())
  const { before, valide, stats } = await useEverything(front.url)
  expect(valide).toBe(true)
  const webs = [
    keep(await runWeb(front.url), (web) => web.stop()),
    keep(await runWeb(front.url), (web) => web.stop()),
  ]
  const site = keep(await balance(webs.map(({ url }) => url)), (made) => made.close())
  for (let turn = 0; turn < 6; turn += 1) {
    expect((await stats()).total_donateurs).toBe(before - 1)
    expect((await fetch(`${site.url}/dashboard`)).status).toBe(200)
  }
  for (const counts of [front.counts(), site.counts()])
    for (const count of counts) expect(count).toBeGreaterThan(2)

  await services[0]?.stop('SIGKILL')
  await webs[1]?.stop('SIGKILL')
  for (let turn = 0; turn < 4; turn += 1)
    expect((await fetch(`${site.url}/dashboard`)).status).toBe(200)
})
