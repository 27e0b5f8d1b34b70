import { describe, expect, test } from 'vitest'
import { freePort } from '../support/application'
import { readCompose } from '../support/compose'
import { deployer } from '../support/deploiement'
import { attendreTotal, importerDeuxFichiers, TOTAL } from '../support/jeu'
import { statusOf } from '../support/lancement'
import { etape } from '../support/operating'

const rotation = {
  logging: { driver: 'json-file', options: { 'max-size': '20k', 'max-file': '2' } },
}
const essai = await deployer({ services: { web: rotation } })

test('A1 tout part, de deux fichiers', async () => {
  await essai.lancer('docker compose up --build --wait')
  await importerDeuxFichiers(essai.visite)
})

const status = (page: string) => statusOf(essai.url + page)
const restarts = (name: string) => essai.inspecter(name, '{{.RestartCount}}')

/** Whether the look of docker-compose.yml at a program finds it well, now. */
async function isWell(name: 'service' | 'web'): Promise<boolean> {
  const [, ...command] = readCompose().services[name].healthcheck?.test ?? []
  const [program, option, script = ''] = command
  const said = script.replaceAll('$$', '$').replaceAll("'", String.raw`'\''`)
  const told = await essai.lancer(
    `docker compose exec -T ${name} ${program} ${option} '${said}' && echo bien || echo mal`,
  )
  return told.includes('bien')
}

/** What somebody reads while the database is away. */
async function isSaid(): Promise<void> {
  await expect.poll(() => status('/dashboard')).toBe(503)
  const { html } = await essai.visite.ouvrir('/dashboard')
  expect(html).toMatch(/lang="fr"[\s\S]*ne répond pas/)
  expect(await status('/live')).toBe(200)
}

const isBack = () => attendreTotal(essai.visite, TOTAL)

describe('La base de données', () => {
  test('A1 arrêtée : c’est dit, la santé le voit, et tout revient sans rien relancer', async () => {
    expect([await isWell('service'), await isWell('web')]).toEqual([true, true])
    await essai.lancer('docker compose stop db')
    await isSaid()
    await expect.poll(() => isWell('service')).toBe(false)
    expect(await isWell('web')).toBe(true)
    await essai.lancer('docker compose start db')
    await isBack()
    expect([await restarts('service'), await restarts('web')]).toEqual(['0', '0'])
  })

  test('A1 tuée : elle redémarre d’elle-même, avec ses données', async () => {
    await essai.lancer("docker compose exec -T db bash -c 'kill -9 -1' || true")
    await expect.poll(() => restarts('db')).toBe('1')
    await isBack()
    expect(await restarts('service')).toBe('0')
  })

  test('A1 figée : c’est dit, et tout revient', async () => {
    await essai.lancer('docker compose pause db')
    await isSaid()
    await essai.lancer('docker compose unpause db')
    await isBack()
  })
})

describe('Les programmes', () => {
  test.each(['service', 'web'])('A1 %s, tué, redémarre de lui-même', async (name) => {
    await essai.lancer(`docker compose exec -T ${name} bash -c 'kill -9 -1' || true`)
    await expect.poll(() => restarts(name)).toBe('1')
    await isBack()
  })

  test('B7 l’application web démarre sans le service, le dit, et l’attend', async () => {
    await essai.lancer('docker compose stop service && docker compose restart web')
    await expect.poll(() => status('/live')).toBe(200)
    expect(await status('/dashboard')).toBe(503)
    expect(await status('/ready')).toBe(503)
    await essai.lancer('docker compose start service')
    await isBack()
  })

  test('A1 un service qui démarre sans base l’attend', async () => {
    await essai.lancer('docker compose stop db && docker compose restart service')
    await isSaid()
    await essai.lancer('docker compose start db')
    await isBack()
  })
})

test('C un réglage refusé arrête « up », et le journal du programme dit lequel', async () => {
  await essai.regler({ UPLOAD_MAX_BYTES: 'abc' })
  expect(await essai.echouer(etape('docker compose up --wait'))).toMatch(/service-1 .*unhealthy/)
  expect(await essai.lancer('docker compose logs service')).toContain(
    'Réglage refusé. UPLOAD_MAX_BYTES : un nombre d’octets est attendu',
  )
  await essai.regler({ UPLOAD_MAX_BYTES: '' })
  await essai.lancer(etape('docker compose up --wait'))
  await isBack()
})

test('D les journaux tournent : les plus vieilles lignes s’en vont, la dernière reste', async () => {
  const refuse = (page: string) => essai.visite.demander(page, { method: 'PUT' })
  for (let turn = 0; turn < 300; turn++) await refuse(`/tour/${turn}`)
  await refuse('/dernier')
  const log = await essai.lancer('docker compose logs --no-log-prefix web')
  expect(log.length).toBeLessThan(45_000)
  expect(log.length).toBeGreaterThan(10_000)
  expect(log).toContain('"chemin":"/dernier"')
  expect(log).not.toContain('"chemin":"/tour/1"')
})

test('C deux applications web sans proxy veulent deux ports', async () => {
  const line = 'docker compose up --wait --scale web=2'
  expect(await essai.echouer(line)).toContain('port is already allocated')
  const first = await freePort()
  await essai.regler({ PORT: `${first}-${first + 1}` })
  await essai.lancer(line)
  for (const port of [first, first + 1])
    expect(await statusOf(`http://127.0.0.1:${port}/dashboard`)).toBe(200)
})
