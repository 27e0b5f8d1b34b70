import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readProxies } from '../../remix/gate/client'
import { readWebSettings } from '../../remix/gate/settings'
import { readConfig } from '../../service/config'
import { version } from '../../service/version'
import { environmentOf, readCompose } from '../support/compose'
import { etape, listEtapes } from '../support/operating'

const compose = readCompose()
const services = Object.entries(compose.services)
const ours = services.filter(([, service]) => service.build)
const dockerfile = readFileSync('service/Dockerfile', 'utf8')
const example = readFileSync('.env.example', 'utf8')

const VARIABLES = {
  POSTGRES_PASSWORD: 'administrateur',
  OWNER_PASSWORD: 'proprietaire',
  SERVICE_PASSWORD: 'service',
  SERVICE_TOKEN: 'un-jeton-de-seize-signes',
}

describe('docker-compose.yml', () => {
  test('nomme la base, la migration, le service et l’application web', () => {
    expect(services.map(([name]) => name)).toEqual(['db', 'migrate', 'service', 'web'])
  })

  test.each(services)('%s est enfermé : sans droits, sans écriture, borné', (_name, service) => {
    expect(service).toMatchObject({
      init: true,
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      stop_grace_period: '30s',
      logging: { driver: 'json-file', options: { 'max-size': '10m', 'max-file': '5' } },
    })
    expect(['node', 'postgres']).toContain(service.user)
    expect(service.privileged).toBeUndefined()
    expect(service.pids_limit).toBeGreaterThan(0)
    expect(service.mem_limit).toMatch(/^\d+[mg]$/)
    expect(service.restart).toMatch(/^(unless-stopped|on-failure:\d)$/)
  })

  test('seule l’application web est publiée, et pour cette machine seulement', () => {
    const published = services.filter(([, { ports }]) => ports)
    expect(published.map(([name]) => name)).toEqual(['web'])
    expect(compose.services.web.ports).toEqual(['127.0.0.1:${PORT:-3000}:3000'])
    expect(compose.networks['interne']).toEqual({ internal: true })
    for (const [name, { networks }] of services)
      expect(networks).toEqual(name === 'web' ? ['interne', 'facade'] : ['interne'])
  })

  test('B8 la base suit les corrections de sa version, ses pages sont vérifiées, ses données gardées', () => {
    const { db } = compose.services
    expect(db.image).toBe('postgres:18')
    expect(db.environment['POSTGRES_INITDB_ARGS']).toContain('--data-checksums')
    expect(db.volumes).toEqual(['base:/var/lib/postgresql'])
    expect(Object.keys(compose.volumes)).toContain('base')
  })

  test('B7 la base, les migrations, le service : chacun attend le précédent, et l’application web attend d’elle-même', () => {
    const { migrate, service, web } = compose.services
    expect(migrate.depends_on).toEqual({ db: { condition: 'service_healthy' } })
    expect(service.depends_on).toEqual({ migrate: { condition: 'service_completed_successfully' } })
    expect(web.depends_on).toEqual({ service: { condition: 'service_started' } })
  })

  test('B7 regarder si un programme va bien n’en démarre aucun, et laisse du temps à une machine occupée', () => {
    for (const { healthcheck } of [
      compose.services.db,
      compose.services.service,
      compose.services.web,
    ]) {
      expect(healthcheck).toMatchObject({ timeout: '30s', start_period: '300s' })
      expect(healthcheck?.test.join(' ')).not.toMatch(/\bnode\b/)
      expect(['pg_isready', 'bash']).toContain(healthcheck?.test[1])
    }
  })

  test('l’image porte la version du programme, et son nom reste à celle d’avant', () => {
    const [, tag] = compose.services.web.image.split(':')
    expect(tag).toBe(version)
  })

  test('A1 ce que la base lit dans un système de fichiers fermé est un fichier du projet', () => {
    for (const { file } of Object.values(compose.configs)) expect(existsSync(file), file).toBe(true)
  })
})

describe('Les secrets', () => {
  test('ne sont écrits nulle part, et leur absence arrête tout', () => {
    for (const [name, service] of services) {
      for (const [variable, value] of Object.entries(service.environment))
        if (/PASSWORD|TOKEN|_URL$/.test(variable) && variable !== 'SERVICE_URL')
          expect(value, `${name} ${variable}`).toMatch(/\$\{\w+:\?see \.env\.example\}/)
      for (const missing of Object.keys(VARIABLES)) {
        const given = { ...VARIABLES, [missing]: '' }
        const asked = JSON.stringify(service.environment).includes(`\${${missing}:?`)
        if (asked) expect(() => environmentOf(service, given)).toThrow(missing)
      }
    }
  })

  test('sont tous expliqués dans .env.example, vides', () => {
    for (const name of Object.keys(VARIABLES))
      expect(example).toMatch(new RegExp(`^${name}=$`, 'm'))
    const asked = [...readFileSync('docker-compose.yml', 'utf8').matchAll(/\$\{(\w+)/g)]
    for (const [, name] of asked) expect(example).toMatch(new RegExp(`^#?${name}=`, 'm'))
  })

  test('la base, le service et les migrations ont chacun le leur', () => {
    const role = (name: 'migrate' | 'service', url = 'DATABASE_URL') =>
      new URL(environmentOf(compose.services[name], VARIABLES)[url] ?? '')
    expect(role('migrate', 'DATABASE_OWNER_URL')).toMatchObject({
      username: 'dons_owner',
      password: 'proprietaire',
    })
    const service = { username: 'dons_service', password: 'service' }
    expect(role('migrate')).toMatchObject(service)
    expect(role('service')).toMatchObject(service)
    expect(compose.services.service.environment).not.toHaveProperty('DATABASE_OWNER_URL')
  })
})

describe('Les réglages donnés', () => {
  test('sont acceptés par les programmes', () => {
    const { migrate, service, web } = compose.services
    for (const one of [migrate, service])
      expect(readConfig(environmentOf(one, VARIABLES))).toBeDefined()
    expect(readConfig(environmentOf(service, VARIABLES))).toMatchObject({
      SERVICE_HOST: '0.0.0.0',
      // Under another name than the web app's it would not answer.
      SERVICE_URL: compose.services.web.environment['SERVICE_URL'],
      SERVICE_TOKEN: VARIABLES.SERVICE_TOKEN,
      ADMIN_PORT: 9464,
      DATA_DIR: '/data',
    })
    expect(readWebSettings(environmentOf(web, VARIABLES))).toMatchObject({
      SERVICE_URL: 'http://service:3001',
      SERVICE_TOKEN: VARIABLES.SERVICE_TOKEN,
      ALLOW_UNAUTHENTICATED: true,
    })
    const chosen = { ...VARIABLES, UPLOAD_MAX_BYTES: '1000', RATE_LIMIT: '7', LOG_LEVEL: 'warn' }
    expect(readConfig(environmentOf(service, chosen))).toMatchObject({
      UPLOAD_MAX_BYTES: 1_000,
      LOG_LEVEL: 'warn',
    })
    expect(readWebSettings(environmentOf(web, chosen))).toMatchObject({
      RATE_LIMIT: 7,
      LOG_LEVEL: 'warn',
    })
    const behindProxy = { ...VARIABLES, AUTH_MODE: 'proxy', TRUSTED_PROXIES: '172.30.0.2' }
    expect(readWebSettings(environmentOf(web, behindProxy)).AUTH_MODE).toBe('proxy')
  })
})

test('[0.1.0 C] l’exemple de réglages ne prend pas la passerelle de Docker pour un proxy', () => {
  const [, example = ''] =
    /^#TRUSTED_PROXIES=(.+)$/m.exec(readFileSync('.env.example', 'utf8')) ?? []
  const trust = readProxies(example.split(/[ ,]+/))
  const gateways = Array.from({ length: 16 }, (_, net) => `172.${16 + net}.0.1`)
  expect([...gateways, '192.168.0.1', '10.0.0.1'].filter(trust)).toEqual([])
})

describe('L’image', () => {
  test('C une seule est construite, de Node 24, sans de quoi construire, et n’est exportée qu’une fois', () => {
    expect(ours.map(([name]) => name)).toEqual(['migrate'])
    expect(ours[0]?.[1].build).toEqual({ context: '.', dockerfile: 'service/Dockerfile' })
    const { migrate, service, web } = compose.services
    expect([service.image, web.image]).toEqual([migrate.image, migrate.image])
    const stages = dockerfile.split(/^FROM /m).slice(1)
    const last = stages.at(-1) ?? ''
    for (const stage of stages) expect(stage).toMatch(/^(node:24-slim|manifest)\b/)
    expect(last).toMatch(/^USER node$/m)
    const packages = stages.find((stage) => stage.includes(' AS packages\n'))
    expect(packages).toContain('npm ci --omit=dev')
    expect(last).toContain('--from=packages /app/node_modules')
    // What is fetched once is there for the next build.
    const fetches = [...dockerfile.matchAll(/^RUN (.*)npm ci/gm)].map(([, mount]) => mount)
    expect(fetches).toEqual(fetches.map(() => '--mount=type=cache,target=/root/.npm '))
    expect(fetches).toHaveLength(2)
  })

  test('lance les programmes que la construction produit', () => {
    const build = readFileSync('service/build.mjs', 'utf8')
    const programs = [...build.matchAll(/'((?:service|remix)\/[\w/]+\.ts)'/g)].map(
      ([, file]) => file,
    )
    const started = [
      /build\/(service)\/(\w+)\.js/.exec(dockerfile),
      compose.services.migrate.command?.join(' ').match(/build\/(service)\/(\w+)\.js/),
    ]
    for (const found of started) {
      const source = programs.find((file) => file?.endsWith(`/${found?.[2]}.ts`)) ?? ''
      expect(existsSync(source), found?.[0]).toBe(true)
    }
    expect(compose.services.web.command?.join(' ')).toContain('--import ./build/web/gate.js')
    expect(programs).toContain('remix/gate.ts')
  })

  test('reçoit tout ce qu’elle copie, et rien de plus', () => {
    const [everything, ...allowed] = readFileSync('.dockerignore', 'utf8').trim().split('\n')
    expect(everything).toBe('*')
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(
      ([, files = '']) => files.split(' '),
    )
    for (const file of copied) {
      expect(existsSync(file), file).toBe(true)
      const reaches = allowed.some((line) => `!${file}/`.startsWith(`${line}/`))
      expect(reaches, file).toBe(true)
    }
    expect(copied.length).toBeGreaterThan(4)
  })
})

test('A1 chaque ligne à taper des papiers est exécutée par les tests de « docker compose »', () => {
  const files = readdirSync('tests/compose').map((name) => `tests/compose/${name}`)
  const tests = [...files, 'tests/support/deploiement.ts'].map((file) => readFileSync(file, 'utf8'))
  const asked = tests.flatMap((text) => [...text.matchAll(/\betape\('([^']+)'\)/g)])
  const run = new Set(asked.map(([, words = '']) => etape(words)))
  expect(listEtapes().filter((line) => !run.has(line))).toEqual([])
  expect(run.size).toBeGreaterThan(10)
})
