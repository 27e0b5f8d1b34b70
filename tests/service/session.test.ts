import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { connect } from '../../service/platform/database/connect'
import { checkPooledSession } from '../../service/platform/database/session'
import { runAudit } from '../support/audit'
import { don, insertDons } from '../support/dons'
import { exclude } from '../support/exclusion'
import { createDatabase, startService } from '../support/service'
import { tamper } from '../support/tamper'

afterEach(() => vi.unstubAllEnvs())

const set = (name: string, setting: string) =>
  `alter role dons_service in database ${name} set ${setting}`

describe('Les réglages du serveur, de la base ou du rôle', () => {
  test.each([
    "datestyle to 'SQL, DMY'",
    "datestyle to 'German'",
    "default_transaction_isolation to 'serializable'",
    'default_transaction_read_only to on',
    'transform_null_equals to on',
    'standard_conforming_strings to off',
    'extra_float_digits to -10',
    "timezone to 'Asia/Tokyo'",
    'search_path to depots, public',
  ])('[0.1.0 C] ne changent aucune réponse : %s', async (setting) => {
    const { app, database } = await startService()
    await insertDons(database.db, [don({ order_date: '2024-02-01', order_amount: 1234.56 })])
    const name = new URL(database.url).pathname.slice(1)
    await database.pool.query(set(name, setting))
    const { statusCode, body } = await app.inject('/api/donations/list?year=2024')
    expect(statusCode, body).toBe(200)
    expect(JSON.parse(body)).toMatchObject({
      donations: [{ order_date: '2024-02-01', order_amount: 1234.56 }],
    })
    const service = connect(database.serviceUrl, { max: 1 })
    const { rows } = await service.pool.query(
      `select current_setting('datestyle') as dates, current_setting('transaction_isolation') as isolation,
         current_setting('transaction_read_only') as lecture, current_setting('search_path') as chemin`,
    )
    await service.close()
    expect(rows).toEqual([
      { dates: 'ISO, MDY', isolation: 'read committed', lecture: 'off', chemin: 'public, pg_temp' },
    ])
  })

  test('[0.1.0 C] ne font pas lire un autre journal à l’audit', async () => {
    const database = await createDatabase()
    const DATA_DIR = await mkdtemp(path.join(tmpdir(), 'dons-session-'))
    await exclude(database.db, 'C1')
    const service = connect(database.serviceUrl, { max: 1 })
    await service.pool.query(
      'create table depots.evenements_exclusion as table evenements_exclusion',
    )
    await service.pool.query('create table depots.donateurs_exclus as table donateurs_exclus')
    await service.pool.query(
      'alter role dons_service in database ' +
        new URL(database.url).pathname.slice(1) +
        ' set search_path to depots, public',
    )
    await service.close()
    await tamper(database.db, sql`update evenements_exclusion set raison = 'autre'`)
    const { code, report } = await runAudit({ DATABASE_URL: database.serviceUrl, DATA_DIR })
    expect(report).toMatch(/son contenu ne correspond plus à son empreinte/)
    expect(code).toBe(1)
    await database.drop()
    await rm(DATA_DIR, { recursive: true })
  })
})

test('une durée que le rôle limite ne limite pas une commande, qui attend sans limite', async () => {
  const database = await createDatabase()
  const name = new URL(database.url).pathname.slice(1)
  await database.pool.query(set(name, "statement_timeout to '1s'"))
  for (const [statementTimeout, said] of [
    [0, '0'],
    [2_000, '2s'],
  ] as const) {
    const service = connect(database.serviceUrl, { max: 1, statementTimeout })
    const { rows } = await service.pool.query('show statement_timeout')
    expect(rows).toEqual([{ statement_timeout: said }])
    await service.close()
  }
  await database.drop()
})

describe('L’environnement', () => {
  test('[0.1.0 C] ne demande pas de TLS à une base de cette machine', async () => {
    const database = await createDatabase()
    vi.stubEnv('PGSSLMODE', 'require')
    const service = connect(database.serviceUrl, { max: 1 })
    expect(await service.ping()).toBe(true)
    expect((await service.pool.query('select 1 as un')).rows).toEqual([{ un: 1 }])
    await service.close()
    vi.unstubAllEnvs()
    await database.drop()
  })

  test('[0.1.0 C] ne change pas ce que le pilote demande au serveur', async () => {
    for (const name of ['PGOPTIONS', 'PGBINARY', 'PGCLIENT_ENCODING', 'PGREPLICATION'])
      vi.stubEnv(name, '1')
    vi.resetModules()
    await import('../../service/platform/database/session')
    for (const name of ['PGOPTIONS', 'PGBINARY', 'PGCLIENT_ENCODING', 'PGREPLICATION'])
      expect(process.env[name], name).toBeUndefined()
  })
})

test('une connexion directe n’a pas besoin que le serveur commence avec nos réglages', async () => {
  const database = await createDatabase()
  await database.pool.query(
    set(new URL(database.url).pathname.slice(1), "default_transaction_isolation to 'serializable'"),
  )
  const service = connect(database.serviceUrl, { max: 1 })
  await expect(checkPooledSession(service.pool)).resolves.toBeUndefined()
  await service.close()
  await database.drop()
})
