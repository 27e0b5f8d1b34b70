import { afterAll, describe, expect, test } from 'vitest'
import { buildApp } from '../../service/app'
import { openLog } from '../../service/log'
import { createMetrics } from '../../service/metrics'
import { openGate } from '../../service/platform/http/gate'
import { serveMetrics } from '../../service/platform/http/serve-metrics'
import { freePort } from '../support/application'
import { importFile } from '../support/imports'
import { startService } from '../support/service'

const { config, database } = await startService()
const metrics = createMetrics({ principal: database.pool })
const app = await buildApp({ config, log: openLog('silent'), ...database, metrics })
const port = await freePort()
const release = await serveMetrics(metrics.registry, openGate(config), {
  host: '127.0.0.1',
  port,
})
afterAll(async () => {
  await release()
  await app.close()
})

/** The samples of one measure, by their labels as Prometheus writes them. */
async function read(name: string): Promise<Record<string, number>> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const lines = text.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)
  return Object.fromEntries(
    [...lines].filter(([, found]) => found === name).map(([, , of = '', n]) => [of, Number(n)]),
  )
}

describe('Les mesures', () => {
  test('sont servies à part, au format de Prometheus', async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/metrics`)
    expect(answer.headers.get('content-type')).toContain('text/plain')
    expect((await app.inject('/metrics')).statusCode).toBe(404)
  })

  test('comptent les demandes par route et les connexions par état', async () => {
    await app.inject('/api/parametres')
    expect(await read('dons_http_request_duration_seconds_count')).toMatchObject({
      'method="GET",route="/api/parametres",status="200"': 1,
    })
    expect(Object.keys(await read('dons_database_connections'))).toContain(
      'pool="principal",state="busy"',
    )
  })

  test('disent d’un import sa durée et ce que ses lignes sont devenues', async () => {
    const file =
      'id;montant;date;contact\n1;10;2024-01-01;A\n2;20;2024-01-02;B\n1;15;2024-01-03;A\n3;?;;C\n'
    expect((await importFile(app, 'donations', file)).status).toBe('completed')
    await importFile(app, 'donations', file)
    // An import is told as completed a moment before it is counted.
    await expect
      .poll(() => read('dons_import_duration_seconds_count'))
      .toEqual({ 'type="donations",status="completed"': 2 })
    expect(await read('dons_import_rows_total')).toEqual({
      'type="donations",result="inseres"': 2,
      'type="donations",result="modifies"': 0,
      'type="donations",result="inchanges"': 2,
      'type="donations",result="doublons"': 2,
      'type="donations",result="rejetes"': 2,
    })
  })

  test('disent d’un rafraîchissement sa durée, celle de chaque vue, et les dons comptés', async () => {
    const refresh = () => app.inject({ method: 'POST', url: '/api/analytics/refresh-views' })
    expect((await refresh()).statusCode).toBe(200)
    // As an import is.
    await expect.poll(() => read('dons_refresh_gifts')).toEqual({ '': 2 })
    expect(await read('dons_refresh_duration_seconds_count')).toEqual({ 'status="completed"': 1 })
    expect(await read('dons_refresh_view_duration_seconds_count')).toMatchObject({
      'view="donateurs_annees"': 1,
      'view="carrieres"': 1,
    })

    await database.pool.query(
      `insert into donations (id, order_amount, order_date, contact_id) values ('L', 1, '40000-01-01', 'c')`,
    )
    expect((await refresh()).statusCode).toBe(503)
    expect(await read('dons_refresh_duration_seconds_count')).toEqual({
      'status="completed"': 1,
      'status="error"': 1,
    })
    await database.pool.query(`delete from donations where id = 'L'`)
  })
})
