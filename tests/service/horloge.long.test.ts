import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { ApercuDonations } from '#contract/apercus'
import type { Arretes } from '#contract/arretes'
import type { DonationsPage } from '#contract/donations'
import type { Liste } from '#contract/listes'
import type { Publications } from '#contract/publications'
import type { Fraicheur, RefreshStatus } from '#contract/rafraichissement'
import { forgetOldFiles } from '../../service/imports/jobs/sweeper'
import { connect, type Database } from '../../service/platform/database/connect'
import { attendreAVerifier } from '../support/a-verifier-web'
import { type RunningProgram, runService } from '../support/application'
import { runAudit } from '../support/audit'
import { startHorloge } from '../support/horloge'
import { begin, readStatus, settled, stage } from '../support/import-calls'
import { recalculerAppels } from '../support/recalcul'

const HOUR = 3_600
const DAY = 24 * HOUR

/** Gifts of these donors, 10 € each. */
const file = (...contacts: string[]) =>
  [
    'id;montant;date;contact',
    ...contacts.map((contact) => `${contact}-1;10;2024-03-01;${contact}`),
  ].join('\n')

describe('L’horloge de la base', () => {
  let clock: Awaited<ReturnType<typeof startHorloge>>
  let service: RunningProgram
  let database: Database

  beforeAll(async () => {
    clock = await startHorloge()
    service = await runService({
      DATABASE_URL: clock.url,
      DATA_DIR: clock.dataDir,
      LOG_LEVEL: 'error',
      ...clock.service.env,
    })
    database = connect(clock.url, { max: 3 })
  }, 120_000)
  afterAll(async () => {
    await service.stop('SIGKILL')
    await database.close()
    await clock.stop()
  })

  const call = async <Answer>(path: string, body?: object): Promise<Answer> => {
    const headers = { 'content-type': 'application/json' }
    const init = body && { method: 'POST', headers, body: JSON.stringify(body) }
    const answer = await fetch(`${service.url}${path}`, init)
    expect(answer.ok, `${path}: ${await answer.clone().text()}`).toBe(true)
    return (await answer.json()) as Answer
  }
  const importer = async (...contacts: string[]) => {
    const id = await stage(service.url, file(...contacts))
    await begin(service.url, id)
    expect(await settled(service.url, id)).toMatchObject({ status: 'completed' })
    return id
  }
  /** Sets the clock, also for who is connected. */
  const set = async (seconds: number) => {
    await clock.set(seconds)
    const { rows } = await database.pool.query<{ avance: number }>(
      'select extract(epoch from clock_timestamp())::float8 as avance',
    )
    expect(Math.abs((rows[0]?.avance ?? 0) - Date.now() / 1000 - seconds)).toBeLessThan(600)
  }
  const refresh = () => call<RefreshStatus>('/api/analytics/refresh-views', {})
  const knowsAll = () =>
    vi.waitUntil(
      async () => {
        const { imports_plus_recents, refresh_id } = await call<Fraicheur>(
          '/api/analytics/fraicheur',
        )
        return imports_plus_recents === 0 && refresh_id === null
      },
      { timeout: 60_000, interval: 100 },
    )
  const audit = () => runAudit({ DATABASE_URL: clock.url, DATA_DIR: clock.dataDir })

  /** Every figure is what the rows give, and nothing is said to be newer than the figures. */
  const isRight = async () => {
    const places = { databaseUrl: clock.url, serviceUrl: service.url }
    for (const [path, expected] of await recalculerAppels(places, [2024]))
      expect(await call(path), path).toEqual(expected)
    expect(await call<Fraicheur>('/api/analytics/fraicheur')).toMatchObject({
      imports_plus_recents: 0,
      exclusions_plus_recentes: 0,
    })
  }

  test.each([
    ['recule d’un jour', -DAY],
    ['avance de huit jours', 7 * DAY],
    ['revient', 0],
  ])('[D] %s : imports, décisions, arrêtés et chiffres restent justes', async (_, seconds) => {
    const name = `H${seconds}`
    await importer(name, `${name}-bis`, `${name}-ter`)
    await refresh()
    await set(seconds)
    await importer(`${name}-apres`)
    await call('/api/exclusions/exclure', { contact_id: name, raison: 'Don de test' })
    const refreshed = await refresh()
    expect(refreshed.status).toBe('completed')
    await isRight()

    const { publications } = await call<Publications>('/api/publications')
    const numeros = publications.map(({ numero }) => numero)
    expect(numeros).toEqual(numeros.toSorted((one, other) => other - one))
    const publication = numeros[0] ?? 0
    await vi.waitUntil(
      async () => !(await call<Fraicheur>('/api/analytics/fraicheur')).suspects_attendus,
      { timeout: 60_000, interval: 100 },
    )
    await call('/api/publications/arreter', { publication, nom: name, par: 'Nous' })
    const { arretes } = await call<Arretes>('/api/arretes')
    expect(arretes[0]).toMatchObject({ nom: name, publication })
    const { code, report } = await audit()
    expect(code, report).toBe(0)
  })

  /** Holds this table, until what it returns is called. */
  const hold = async (table: string) => {
    const client = await database.pool.connect()
    onTestFinished(() => client.release(true))
    await client.query(`begin; lock table ${table}`)
    return async () => {
      await client.query('commit')
    }
  }
  const isHeldUp = async () => {
    const { rows } = await database.pool.query(
      "select from pg_stat_activity where wait_event_type = 'Lock'",
    )
    return rows.length > 0
  }
  const STEPS = [HOUR, -HOUR, DAY, 0]
  const places = [
    ['de la base', (seconds: number) => set(seconds)],
    ['du service', (seconds: number) => clock.service.set(seconds)],
    ['des deux', (seconds: number) => Promise.all([set(seconds), clock.service.set(seconds)])],
  ] as const

  test.each(places)(
    'D l’horloge %s qui saute n’arrête ni un import ni un calcul en cours',
    async (name, jump) => {
      const id = await stage(service.url, file(`SAUT ${name}`))
      const letImport = await hold('passage')
      await begin(service.url, id)
      await vi.waitUntil(async () => (await readStatus(service.url, id)).progress.percentage > 0)
      for (const seconds of STEPS) {
        await jump(seconds)
        await wait(6_000)
        expect(await readStatus(service.url, id), `${seconds} s`).toMatchObject({ errors: [] })
      }
      await letImport()
      expect(await settled(service.url, id)).toMatchObject({ status: 'completed' })

      const letCompute = await hold('donateurs_ecarts')
      const refreshed = refresh()
      await vi.waitUntil(isHeldUp, { interval: 20 })
      for (const seconds of STEPS) {
        await jump(seconds)
        await wait(6_000)
      }
      await letCompute()
      expect(await refreshed).toMatchObject({ status: 'completed' })
      await isRight()
    },
  )

  test('[D] ce qui dure n’a jamais une durée négative, ni un avancement', async () => {
    await set(0)
    const before = await importer('DUREE')
    await database.pool.query('update imports set commence_le = termine_le + $1::interval', [
      '1 hour',
    ])
    expect((await readStatus(service.url, before)).processing_time).toBe(0)
    await refresh()
  })

  test('[D] un aperçu d’avant un import est refait, quoi que dise l’horloge', async () => {
    await set(DAY)
    await importer('APERCU-1')
    const id = await stage(service.url, file('APERCU-2', 'APERCU-3'))
    const inserts = async () => (await call<ApercuDonations>(`/api/upload/apercu/${id}`)).nouveaux
    expect(await inserts()).toBe(2)
    await set(0)
    await importer('APERCU-2')
    expect(await inserts()).toBe(1)
  })

  test('[D] une raison de vérifier qui n’en est plus une s’en va, aussi quand l’horloge recule', async () => {
    await set(DAY)
    const gifts = (day: (at: number) => number) =>
      [
        'id;montant;date;contact',
        ...Array.from({ length: 12 }, (_, at) => `V-${at};2345;2024-05-${day(at)};V`),
      ].join('\n')
    const isListed = async () => {
      await knowsAll()
      const { donateurs } = await attendreAVerifier(service.url)
      return donateurs.some(({ contact_id }) => contact_id === 'V')
    }
    const change = async (text: string) => {
      const id = await stage(service.url, text)
      await begin(service.url, id)
      expect(await settled(service.url, id)).toMatchObject({ status: 'completed' })
    }
    await change(gifts(() => 10))
    expect(await isListed(), 'douze dons d’un montant tapé au hasard en un jour').toBe(true)
    await set(0)
    await change(gifts((at) => 10 + at))
    expect(await isListed(), 'un don par jour').toBe(false)
  })

  test('[D] ce qu’un import a fait vérifier se dit trouvé, aussi quand l’horloge a reculé depuis', async () => {
    await set(DAY)
    const id = await importer('AVANT-RECUL')
    await set(0)
    await importer('APRES-RECUL')
    await knowsAll()
    await attendreAVerifier(service.url, `&import=${id}`)
  })

  test('[D] un fichier déposé quand l’horloge avançait de dix ans ne prend pas de place pour dix ans', async () => {
    await set(3_650 * DAY)
    const id = await stage(service.url, file('DIX'))
    await set(0)
    await forgetOldFiles(database.db)
    const { rows } = await sql`select from fichiers where fichier_id = ${id} and en_depot`.execute(
      database.db,
    )
    expect(rows).toEqual([])
  })

  test('[D] une liste lue hier, de donateurs ou de dons, n’est pas celle d’aujourd’hui, où un don daté de demain compte', async () => {
    await set(0)
    const months = ['2023-12', '2024-01', '2024-02', '2024-03', '2024-04', '2024-05']
    const tomorrow = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris' }).format(
      Date.now() + DAY * 1_000,
    )
    const lines = [
      'id;montant;date;contact',
      ...months.map((month) => `REG-${month};10;${month}-01;REG`),
      `DEMAIN;10;${tomorrow};DEMAIN`,
    ]
    const id = await stage(service.url, lines.join('\n'))
    await begin(service.url, id)
    expect(await settled(service.url, id)).toMatchObject({ status: 'completed' })
    await refresh()
    const countActive = async () =>
      (await call<Liste>('/api/donateurs/liste?ensemble=reguliers_actifs')).total_donateurs
    const countGifts = async () =>
      (await call<DonationsPage>('/api/donations/list?year=2024&regulier=oui')).pagination
        .total_items
    const before = await countActive()
    expect(await countGifts()).toBe(5)
    await set(DAY)
    expect(await countActive()).toBe(before - 1)
    expect(await countGifts()).toBe(0)
    await set(0)
  })
})
