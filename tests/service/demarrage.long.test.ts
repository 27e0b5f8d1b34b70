import { chown, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../support/application'
import { listRestes } from '../support/processus'
import { type RunningStart, runStart } from '../support/start'

const NOBODY = 65_534
let dataDir = ''
let ports: Record<string, string> = {}

beforeAll(async () => {
  // Only its owner may traverse it: root must run the database there all the same.
  dataDir = await mkdtemp(path.join(tmpdir(), 'dons-start-'))
  ports = { PORT: String(await freePort()), SERVICE_PORT: String(await freePort()) }
})

const started: RunningStart[] = []

function start(...given: Parameters<typeof runStart>): RunningStart {
  const running = runStart(...given)
  started.push(running)
  return running
}

afterAll(async () => {
  for (const running of started) running.process.kill('SIGTERM')
  await Promise.all(started.map((running) => running.exited))
  await rm(dataDir, { recursive: true, force: true })
})

/** The one line that a refused start leaves. */
async function refusal(env: Record<string, string>): Promise<string> {
  const running = start({ DATA_DIR: dataDir, ...ports, ...env })
  expect(await running.exited).toBe(1)
  const lines = running.output().trim().split('\n')
  expect(lines).toHaveLength(1)
  return lines[0] ?? ''
}

const answers = (url: string) =>
  fetch(url).then(
    (answer) => answer.status,
    () => 'rien',
  )

describe('Un programme seul, comme dans un conteneur, refuse en une ligne', () => {
  const SERVICE = ['--enable-source-maps', 'build/service/main.js']
  const WEB = [
    '--import',
    './build/web/gate.js',
    'node_modules/@remix-run/serve/dist/cli.js',
    'build/server/index.js',
  ]
  const NO_DATABASE = 'postgresql://qui@127.0.0.1:1/dons'

  async function refused(program: string[], env: Record<string, string>): Promise<string> {
    const [script = '', ...args] = program
    const running = start({ ...ports, ...env }, { script, args })
    expect(await running.exited, running.output()).toBe(1)
    const lines = running.output().trim().split('\n')
    expect(lines, running.output()).toHaveLength(1)
    return lines[0] ?? ''
  }

  test('C un réglage faux', async () => {
    expect(await refused(SERVICE, { DATABASE_URL: 'mysql://x' })).toMatch(
      /^Réglage refusé\. DATABASE_URL : /,
    )
    expect(await refused(WEB, { HOST: '0.0.0.0' })).toMatch(/^Réglage refusé\. HOST : /)
  })

  test('C une adresse qui n’est pas de cette machine, un port déjà pris', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const address = server.address()
    const PORT = typeof address === 'object' ? String(address?.port) : ''
    expect(await refused(WEB, { PORT })).toMatch(/^Le port \d+ est déjà pris : .* PORT=…$/)
    const elsewhere = { HOST: '192.0.2.1', ALLOW_UNAUTHENTICATED: '1' }
    expect(await refused(WEB, elsewhere)).toMatch(
      /^Impossible d’écouter sur 192\.0\.2\.1:\d+ \(EADDRNOTAVAIL\) : vérifiez HOST\.$/,
    )
    const away = { DATABASE_URL: NO_DATABASE, SERVICE_PORT: PORT }
    const waiting = start({ ...ports, ...away }, { script: SERVICE[1] ?? '' })
    expect(await waiting.exited).toBe(1)
    expect(waiting.output()).toMatch(/^Le port \d+ est déjà pris : .* SERVICE_PORT=…$/m)
    expect(waiting.output()).not.toContain('"level":60')
    server.close()
  })
})

describe('npm start refuse en une ligne', () => {
  test('un réglage faux', async () => {
    expect(await refusal({ PORT: 'abc' })).toMatch(/^Réglage refusé\. PORT : /)
  })

  test('C un réglage faux de l’application web ou du service, avant qu’une base ne soit faite', async () => {
    const own = path.join(dataDir, 'jamais')
    expect(await refusal({ DATA_DIR: own, HOST: '0.0.0.0' })).toMatch(
      /^Réglage refusé\. HOST : 0\.0\.0\.0 est une adresse publique/,
    )
    expect(await refusal({ DATA_DIR: own, RATE_LIMIT: 'beaucoup' })).toMatch(
      /^Réglage refusé\. RATE_LIMIT : /,
    )
    expect(await refusal({ DATA_DIR: own, CAMPAGNE_PRODUIT: 'vfl' })).toMatch(
      /^Réglage refusé\. CAMPAGNE_PRODUIT : /,
    )
    await expect(stat(own)).rejects.toThrow('ENOENT')
  })

  test('[0.1.0 C] un port pour deux programmes', async () => {
    const { PORT = '' } = ports
    expect(await refusal({ SERVICE_PORT: PORT })).toMatch(/^Réglage refusé\. SERVICE_PORT : /)
    expect(await refusal({ ADMIN_PORT: PORT })).toMatch(/^Réglage refusé\. ADMIN_PORT : /)
  })

  test('[0.1.0 C] un dossier de données au nom de deux lignes', async () => {
    expect(await refusal({ DATA_DIR: `${dataDir}/a\nb` })).toBe(
      'Réglage refusé. DATA_DIR : un chemin sans saut de ligne est attendu',
    )
  })

  test('un port déjà pris', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => server.once('listening', resolve))
    const address = server.address()
    const port = typeof address === 'object' ? String(address?.port) : ''
    expect(await refusal({ PORT: port })).toBe(
      `Le port ${port} est déjà pris : arrêtez le programme qui l’occupe, ou choisissez-en un autre avec PORT=…`,
    )
    server.close()
  })

  test('une base de données qui ne répond pas', async () => {
    expect(await refusal({ DATABASE_URL: 'postgresql://qui@127.0.0.1:1/dons' })).toMatch(
      /^La base de données de DATABASE_URL \(127\.0\.0\.1:1\) ne répond pas/,
    )
  })

  test('un dossier de données qui n’en est pas un', async () => {
    const file = path.join(dataDir, 'fichier')
    await writeFile(file, '')
    expect(await refusal({ DATA_DIR: file })).toMatch(/^Le dossier des données .*fichier/)
  })
})

describe('npm start sans base de données', () => {
  test('démarre tout, une seule fois par dossier, et s’arrête proprement', async () => {
    const running = start({ DATA_DIR: dataDir, ...ports })
    expect(await running.settled, running.output()).toBe('ready')
    expect(await answers(`http://127.0.0.1:${ports['PORT']}/dashboard`)).toBe(200)
    expect(await answers(`http://127.0.0.1:${ports['SERVICE_PORT']}/health`)).toBe(200)

    const second = { PORT: String(await freePort()), SERVICE_PORT: String(await freePort()) }
    expect(await refusal(second)).toMatch(/^L’application tourne déjà sur .* \(processus \d+\)/)

    running.process.kill('SIGINT')
    expect(await running.exited).toBe(0)
    expect(listRestes(dataDir)).toEqual([])
    expect(await answers(`http://127.0.0.1:${ports['PORT']}/dashboard`)).toBe('rien')
  })

  test('reprend après la mort brutale de la commande, qui ne laisse que son verrou', async () => {
    const killed = start({ DATA_DIR: dataDir, ...ports })
    expect(await killed.settled, killed.output()).toBe('ready')
    killed.process.kill('SIGKILL')
    await killed.exited
    await expect.poll(() => listRestes(dataDir), { timeout: 40_000 }).toEqual(['application.pid'])

    const again = start({ DATA_DIR: dataDir, ...ports })
    expect(await again.settled, again.output()).toBe('ready')
    expect(await answers(`http://127.0.0.1:${ports['PORT']}/dashboard`)).toBe(200)
    again.process.kill('SIGTERM')
    expect(await again.exited).toBe(0)
    expect(listRestes(dataDir)).toEqual([])
  })

  test('marche aussi pour un utilisateur ordinaire', async () => {
    const own = await mkdtemp(path.join(tmpdir(), 'dons-ordinaire-'))
    const ordinary = process.getuid?.() === 0 ? { uid: NOBODY } : {}
    if (ordinary.uid !== undefined) await chown(own, ordinary.uid, ordinary.uid)
    const running = start({ DATA_DIR: own, ...ports }, ordinary)
    expect(await running.settled, running.output()).toBe('ready')
    expect((await stat(path.join(own, 'postgres'))).uid).not.toBe(0)
    expect((await stat(path.join(own, 'application.log'))).uid).not.toBe(0)
    running.process.kill('SIGTERM')
    expect(await running.exited).toBe(0)
    await rm(own, { recursive: true, force: true })
  })
})
