import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { freePort, type RunningProgram, runService, runWeb } from '../support/application'
import { startServer } from '../support/cluster'
import { environmentOf, readCompose } from '../support/compose'

const compose = readCompose()
const TOKEN = 'un-jeton-de-seize-signes'
const VARIABLES = {
  POSTGRES_PASSWORD: 'administrateur',
  OWNER_PASSWORD: 'proprietaire',
  SERVICE_PASSWORD: 'service',
  SERVICE_TOKEN: TOKEN,
}

const cluster = await startServer()
const { adminUrl } = cluster
const dataDir = await mkdtemp(path.join(tmpdir(), 'dons-deploiement-'))
const running: RunningProgram[] = []
afterAll(async () => {
  for (const program of running.reverse()) await program.stop()
  await cluster.remove()
  await rm(dataDir, { recursive: true, force: true })
})

/** What compose gives a service, moved from its network to this machine. */
function here(name: 'migrate' | 'service' | 'web'): Record<string, string> {
  const environment = environmentOf(compose.services[name], VARIABLES)
  for (const key of ['DATABASE_URL', 'HOST', 'PORT', 'SERVICE_URL']) {
    if (key === 'DATABASE_URL' && environment[key] !== undefined)
      environment[key] = environment[key].replace('@db:5432', `@127.0.0.1:${cluster.port}`)
    else Reflect.deleteProperty(environment, key)
  }
  return environment
}

/** Runs the SQL that compose's database runs when its volume is empty. */
async function makeRoles(): Promise<void> {
  const script = compose.configs['roles']?.content ?? ''
  const statements = /<<'SQL'\n(.*)\nSQL/s.exec(script)?.[1] ?? ''
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  await admin.query('create database dons')
  for (const statement of statements.split(';').filter((text) => text.trim() !== ''))
    await admin.query(
      statement
        .replace(":'owner'", `'${VARIABLES.OWNER_PASSWORD}'`)
        .replace(":'service'", `'${VARIABLES.SERVICE_PASSWORD}'`),
    )
  await admin.end()
}

const migrate = () =>
  promisify(execFile)(process.execPath, [path.resolve('build/service/migrate.js')], {
    env: { NODE_ENV: 'production', ...here('migrate') },
  })

describe('Les programmes de docker-compose.yml, lancés tels quels', () => {
  test('migrent la base vide, et ne changent rien la deuxième fois', async () => {
    await makeRoles()
    expect((await migrate()).stdout).toContain('Migrations appliquées')
    expect((await migrate()).stdout).toContain('La base est déjà à jour.')
  })

  test('servent l’application, le service sous son rôle et derrière son jeton', async () => {
    const adminPort = await freePort()
    const service = await runService({
      ...here('service'),
      DATA_DIR: dataDir,
      ADMIN_PORT: String(adminPort),
      ADMIN_HOST: '127.0.0.1',
    })
    running.push(service)
    const web = await runWeb(service.url, here('web'))
    running.push(web)

    const status = async (url: string) => (await fetch(url, { redirect: 'manual' })).status
    expect(await status(`${service.url}/ready`)).toBe(200)
    expect(await status(`${service.url}/api/dashboard/annees`)).toBe(401)
    expect(await status(`${web.url}/ready`)).toBe(200)
    expect(await status(`${web.url}/dashboard`)).toBe(200)
    const metrics = await (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text()
    expect(metrics).toContain('route="/api/dashboard/annees",status="200"')

    const admin = new pg.Client({ connectionString: adminUrl })
    await admin.connect()
    const { rows } = await admin.query(
      "select distinct usename from pg_stat_activity where datname = 'dons'",
    )
    await admin.end()
    expect(rows).toEqual([{ usename: 'dons_service' }])
  })

  test('s’arrêtent proprement', async () => {
    for (const program of running.splice(0).reverse()) expect(await program.stop()).toBe(0)
  })
})
