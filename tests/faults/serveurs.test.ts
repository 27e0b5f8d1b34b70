import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connect, type Database } from '../../service/platform/database/connect'
import { distribute } from '../../service/platform/database/distribute'
import { migrateAsOwner } from '../../service/platform/database/prepare'
import { type RunningProgram, runService } from '../support/application'
import { runAudit } from '../support/audit'
import { addServer, type Citus, openOnAll, startCitus } from '../support/citus'
import { begin, dons, preview, settled, SOON, stage } from '../support/import-calls'

const exec = promisify(execFile)

const DONS = 3_000
const UNAVAILABLE = /[Rr]éessayez/

describe('Un serveur de données', () => {
  let citus: Citus
  let service: RunningProgram
  let database: Database
  let settings: Record<string, string>

  beforeAll(async () => {
    citus = await startCitus()
    const { ownerUrl, url } = await openOnAll(citus, 'dons')
    settings = {
      DATABASE_URL: url,
      DATABASE_OWNER_URL: ownerUrl,
      DATA_DIR: citus.coordinator.dataDir,
      LOG_LEVEL: 'error',
    }
    const owner = connect(ownerUrl, { max: 1 })
    await migrateAsOwner(owner.db)
    await owner.close()
    service = await runService(settings)
  })

  afterAll(async () => {
    await service.stop('SIGKILL')
    await database.close()
    for (const server of citus.servers) await server.remove()
  })

  /** What a command of npm says, with these settings instead of or beside those of the service. */
  const command = async (name: string, args: string[] = [], others: NodeJS.Dict<string> = {}) => {
    const { stdout, stderr } = await exec(process.execPath, ['service/run.mjs', name, ...args], {
      env: { ...process.env, ...settings, ...others },
    })
    return stdout + stderr
  }
  const call = async (path: string, init?: RequestInit) => {
    const answer = await fetch(`${service.url}/api/${path}`, {
      signal: AbortSignal.timeout(60_000),
      ...init,
    })
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
  }
  const post = (path: string, body: object) =>
    call(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const refresh = () => post('analytics/refresh-views', {})
  const importAll = async (text: string) => {
    const id = await stage(service.url, text)
    await begin(service.url, id)
    return settled(service.url, id)
  }

  /** What is stored, read by a client of its own; undefined while a server is away. */
  const stored = async (): Promise<number | undefined> => {
    const { rows } = await database.pool
      .query<{ somme: number }>('select sum(order_amount) as somme from donations')
      .catch(() => ({ rows: [] }))
    return rows[0]?.somme
  }
  /** What the screens show. */
  const shown = async () => (await call('dashboard/stats/2025')).body['montant_total']
  const back = () => expect.poll(stored, SOON).toBeGreaterThan(0)

  test('une base qui servait est répartie : les chiffres restent, et se calculent là-bas', async () => {
    expect(await importAll(dons(1, DONS, '9'))).toMatchObject({ status: 'completed' })
    await refresh()
    expect(await shown()).toBe(DONS * 9)
    await service.stop()
    expect(await command('repartir')).toBe('Les données sont réparties sur 2 serveurs.\n')
    database = connect(settings['DATABASE_OWNER_URL'] ?? '')
    const { rows } = await database.pool.query('select sum(nombre)::int as dons from dons_par_mois')
    expect(rows).toEqual([{ dons: DONS }])
    service = await runService(settings)
    expect(await shown()).toBe(DONS * 9)
    expect(await stored()).toBe(DONS * 9)
    const liste = await call('donateurs/liste?ensemble=actifs&annee=2025')
    expect(liste.body).toMatchObject({ total_donateurs: 9 })
  })

  test('absent : les chiffres restent, le reste se dit en français, et tout revient de lui-même', async () => {
    expect(await importAll(dons(1, DONS))).toMatchObject({ status: 'completed' })
    await refresh()
    const figures = await shown()
    expect(figures).toBe(DONS * 10)
    const before = await stored()
    await citus.workers[0]?.kill()
    expect(await shown()).toEqual(figures)
    const liste = await call('donations/list?year=2025')
    expect(liste).toMatchObject({
      status: 503,
      body: { detail: expect.stringMatching(UNAVAILABLE) },
    })
    const sent = await preview(service.url, dons(1, 500, '20'))
    expect(sent.status).toBe(503)
    const refreshed = await refresh()
    expect(refreshed.status).toBeGreaterThanOrEqual(500)
    expect(JSON.stringify(refreshed.body)).toMatch(/chiffres précédents|[Rr]éessayez/)
    expect(await shown()).toEqual(figures)

    await citus.workers[0]?.start()
    await back()
    expect(await stored()).toBe(before)
    await expect.poll(async () => (await call('donations/list?year=2025')).status, SOON).toBe(200)
    expect(await importAll(dons(1, 500, '20'))).toMatchObject({
      status: 'completed',
      resultat: { modifies: 500 },
    })
    expect((await refresh()).status).toBe(200)
    expect(await shown()).toBe(DONS * 10 + 500 * 10)
  })

  test.each([50, 150, 300, 500, 800, 1_200])(
    'tué %i ms après le début d’un import : tout ou rien',
    async (ms) => {
      const before = await stored()
      const montant = String(20 + ms)
      const id = await stage(service.url, dons(1, DONS, montant))
      await begin(service.url, id)
      await new Promise((resolve) => setTimeout(resolve, ms))
      await citus.workers[1]?.kill()
      await new Promise((resolve) => setTimeout(resolve, 500))
      await citus.workers[1]?.start()
      const after = await settled(service.url, id)
      await back()
      const written = DONS * Number(montant)
      expect(await stored()).toBe(after.status === 'completed' ? written : before)
      if (after.status === 'completed') return
      expect(after.message).toContain('rien n’a été importé')
      // A connection that was idle meanwhile may tell only when it is used that the server was away.
      const again = async () => {
        expect((await begin(service.url, id)).status).toBe(202)
        return (await settled(service.url, id)).status
      }
      await expect.poll(again, SOON).toBe('completed')
      expect(await stored()).toBe(written)
    },
  )

  test('tué pendant qu’on y lit et qu’un rafraîchissement y calcule : chacun le dit, rien à moitié', async () => {
    await expect.poll(async () => (await refresh()).status, SOON).toBe(200)
    const figures = await shown()
    await citus.workers[0]?.freeze()
    const reading = Promise.all([
      call('donations/list?year=2025'),
      call('donateurs/fiche/c1'),
      refresh(),
    ])
    const isWhole = fetch(`${service.url}/api/donations/list.csv?year=2025`)
      .then(async (answer) => answer.ok && (await answer.text()) !== '')
      .catch(() => false)
    const waiting = async () => {
      const { rows } = await database.pool.query<{ waiting: number }>(
        `select count(*)::int as waiting from pg_stat_activity
         where usename = 'dons_service' and state = 'active' and query_start < clock_timestamp() - interval '1 s'`,
      )
      return rows[0]?.waiting
    }
    try {
      await expect.poll(waiting, SOON).toBeGreaterThanOrEqual(3)
    } finally {
      await citus.workers[0]?.kill()
    }
    for (const { status, body } of await reading) {
      expect(status, JSON.stringify(body)).toBeGreaterThanOrEqual(500)
      expect(body['detail']).toMatch(/chiffres précédents|[Rr]éessayez/)
    }
    expect(await isWhole).toBe(false)
    expect(await shown()).toEqual(figures)
    await citus.workers[0]?.start()
    await back()
    await expect.poll(async () => (await call('donations/list?year=2025')).status, SOON).toBe(200)
    await expect.poll(async () => (await refresh()).status, SOON).toBe(200)
    expect(await shown()).toBe(await stored())
  })

  test('tué pendant un rafraîchissement : les chiffres précédents restent, le suivant est juste', async () => {
    await importAll(dons(1, DONS, '30'))
    await expect.poll(async () => (await refresh()).status, SOON).toBe(200)
    expect(await shown()).toBe(DONS * 30)
    await importAll(dons(1, DONS, '31'))
    const refreshing = refresh()
    await new Promise((resolve) => setTimeout(resolve, 300))
    await citus.workers[0]?.kill()
    const { status } = await refreshing
    if (status !== 200) expect(await shown()).toBe(DONS * 30)
    await citus.workers[0]?.start()
    await back()
    await expect.poll(async () => (await refresh()).status, SOON).toBe(200)
    expect(await shown()).toBe(DONS * 31)
  })

  test('absent au démarrage du service : il le dit, et sert dès qu’il est là', async () => {
    await service.stop()
    await citus.workers[1]?.kill()
    service = await runService(settings)
    expect(await shown()).toBe(DONS * 31)
    const liste = await call('donations/list?year=2025')
    expect(liste).toMatchObject({
      status: 503,
      body: { detail: expect.stringMatching(UNAVAILABLE) },
    })
    await citus.workers[1]?.start()
    await expect.poll(async () => (await call('donations/list?year=2025')).status, SOON).toBe(200)
    expect((await refresh()).status).toBe(200)
  })

  test('à côté d’écritures sans fin, nul ne lit une somme qui n’a jamais été', async () => {
    const DE_C1 = 334
    const sums = new Set<unknown>()
    const known = new Set<unknown>([DE_C1 * 31])
    let writing = true
    const write = async () => {
      for (let montant = 40; montant < 48; montant++) {
        known.add(DE_C1 * montant)
        expect(await importAll(dons(1, DONS, String(montant)))).toMatchObject({
          status: 'completed',
        })
      }
      writing = false
    }
    const read = async () => {
      while (writing) {
        const { status, body } = await call('donateurs/fiche/c1')
        expect(status, JSON.stringify(body)).toBe(200)
        sums.add((body['carriere'] as { cumul: number }).cumul)
      }
    }
    await Promise.all([write(), read(), read(), read()])
    expect([...sums].filter((sum) => !known.has(sum))).toEqual([])
    expect(sums.size).toBeGreaterThan(1)
  })

  test('ajouté, il prend sa part pendant qu’on lit', async () => {
    const added = await addServer(citus, 'dons')
    let moving = true
    const before = await call('donations/list?year=2025')
    const read = async () => {
      let answers = 0
      for (; moving; answers++) expect(await call('donations/list?year=2025')).toEqual(before)
      return answers
    }
    const reading = read()
    await distribute(database.db).finally(() => (moving = false))
    expect(await reading).toBeGreaterThan(0)
    const { rows } = await database.pool.query<{ parts: number }>(
      'select count(*) as parts from citus_shards where nodeport = $1',
      [added.port],
    )
    expect(rows[0]?.parts).toBeGreaterThan(0)
    expect(await importAll(dons(1, DONS + 100, '50'))).toMatchObject({
      resultat: { inseres: 100, modifies: DONS },
    })
    expect((await refresh()).status).toBe(200)
    expect(await shown()).toBe((DONS + 100) * 50)
  })

  test('les commandes y travaillent à côté du service : effacer, sauvegarder, vérifier', async () => {
    const cards = 'contact_id;nom\nc1;Péan\nc2;Ünal\n'
    const importCards = async () => {
      const id = await stage(service.url, cards, 'donateurs')
      await begin(service.url, id, 'donateurs')
      return settled(service.url, id)
    }
    const names = async () => {
      const { rows } = await database.pool.query<{ lastname: string | null }>(
        'select lastname from donateurs order by contact_id',
      )
      return rows.map(({ lastname }) => lastname)
    }
    expect(await importCards()).toMatchObject({ resultat: { inseres: 2 } })
    const erased = await command('rgpd', ['--contact', 'c1', '--anonymiser'])
    expect(erased).toContain('La fiche est vidée.')
    expect(await names()).toEqual([null, 'Ünal'])
    expect(await importCards()).toMatchObject({ status: 'completed' })
    expect(await names()).toEqual([null, 'Ünal'])

    const excluded = await post('exclusions/exclure', { contact_id: 'c2' })
    expect(excluded.status).toBe(200)
    expect(await command('backup', [`--dossier=${citus.coordinator.dataDir}/copies`])).toContain(
      'Sauvegarde terminée',
    )
    const { code, report } = await runAudit(settings)
    expect(report).toContain('1\u00A0événement')
    expect(code, report).toBe(0)
  })

  test('répartie sans l’adresse du service : il calcule à son démarrage', async () => {
    const { ownerUrl, url } = await openOnAll(citus, 'seule')
    const own = { ...settings, DATABASE_URL: url, DATABASE_OWNER_URL: ownerUrl }
    await service.stop()
    await command('migrate', [], own)
    service = await runService(own)
    expect(await importAll(dons(1, DONS, '7'))).toMatchObject({ status: 'completed' })
    await refresh()
    await service.stop()
    const said = await command('repartir', [], { ...own, DATABASE_URL: undefined })
    expect(said).toContain('Les données sont réparties sur 2 serveurs.')
    expect(said).toContain('Les chiffres ne sont pas encore calculés')
    service = await runService(own)
    await expect.poll(shown, SOON).toBe(DONS * 7)
  })
})
