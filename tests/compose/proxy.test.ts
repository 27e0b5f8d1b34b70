import { mkdir, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../support/application'
import { deployer } from '../support/deploiement'
import { analyser, chiffresDe, fichier } from '../support/deposer'
import { findAll, getByRole, wordsOf } from '../support/html'
import { exclureLePremier, importerDeuxFichiers } from '../support/jeu'
import { statusOf } from '../support/lancement'
import { etape, fichierDe } from '../support/operating'
import { visiter } from '../support/visite'

const NGINX = 'nginx:1.28'
/** What stands for it where no registry answers: Debian's, at the same places. */
const STAND_IN = `FROM node:24-slim
RUN apt-get update && apt-get install -y --no-install-recommends nginx-light
CMD ["nginx", "-g", "daemon off;"]`

const essai = await deployer()
const port = await freePort()
const address = `https://127.0.0.1:${port}`
const NOM = `dons.example.org:${port}`
const MOT = `Basic ${Buffer.from('anne:un mot de passe').toString('base64')}`
const anne = visiter(address, { authorization: MOT })

/** Writes a file as OPERATING shows it; people come by a port that is not 443. */
const ecrire = (name: string, text: string) =>
  writeFile(path.join(essai.folder, name), text.replace("'443:8443'", `'127.0.0.1:${port}:8443'`))

beforeAll(async () => {
  await mkdir(path.join(essai.folder, 'proxy'))
  await ecrire('docker-compose.override.yml', fichierDe('### Behind a proxy', 'yaml'))
  await ecrire('proxy/nginx.conf', fichierDe('### Behind a proxy', 'nginx'))
  const settings = fichierDe('### Behind a proxy', 'ini').trim().split('\n')
  await essai.regler({
    ...Object.fromEntries(settings.map((line) => line.split('=', 2) as [string, string])),
    UPLOAD_MAX_BYTES: '4000000',
  })
  await essai.lancer(`
    printf '%s:%s\\n' anne "$(openssl passwd -apr1 'un mot de passe')" > proxy/personnes
    openssl req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=dons.example.org \
      -keyout proxy/cle.pem -out proxy/certificat.pem`)
  const found = await essai.lancer(
    `docker image inspect --format . ${NGINX} || docker pull -q ${NGINX} || echo absente`,
  )
  if (found.includes('absente')) {
    const image = 'nginx-essai'
    await essai.lancer(`docker build -q -t ${image} - << 'DOCKERFILE'\n${STAND_IN}\nDOCKERFILE`)
    await essai.surcharger({ services: { proxy: { image } } })
  }
  await essai.lancer('docker compose build')
  // The certificate is the test's own.
  process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0'
})
afterAll(() => {
  delete process.env['NODE_TLS_REJECT_UNAUTHORIZED']
})

/** The lines that programs wrote of requests, as `web-1` or `service-2`. */
async function quiARepondu(): Promise<Set<string>> {
  const log = await essai.lancer('docker compose logs web service')
  const lines = log.split('\n').filter((line) => line.includes('"statut":200'))
  return new Set(lines.map((line) => line.split(' ', 1)[0] ?? ''))
}

/** The status of an answer to headers that no browser sends. */
const demander = (headers: Record<string, string>) =>
  new Promise<number>((resolve, reject) => {
    const options = { headers: { authorization: MOT, ...headers }, rejectUnauthorized: false }
    request(`${address}/dashboard`, options, (answer) => {
      answer.resume()
      resolve(answer.statusCode ?? 0)
    })
      .on('error', reject)
      .end()
  })

describe('Derrière le proxy de OPERATING', () => {
  test('B9 deux applications web et deux services répondent, sous une adresse', async () => {
    await essai.lancer(etape('--scale web=2'))
    expect(
      (await essai.lancer('docker compose ps --quiet web service')).trim().split('\n'),
    ).toHaveLength(4)
    await expect.poll(() => demander({})).toBe(200)
    await importerDeuxFichiers(anne)
    for (let turn = 0; turn < 40; turn++) await demander({})
    expect([...(await quiARepondu())].sort()).toEqual(['service-1', 'service-2', 'web-1', 'web-2'])
  })

  test('B9 sans mot de passe on n’entre pas, et à côté du proxy non plus', async () => {
    expect(await demander({ authorization: '' })).toBe(401)
    expect(await statusOf(essai.url)).toBe(0)
    const beside = `require('node:http').get({ host: 'web', port: 3000, path: '/dashboard', headers: { host: 'dons.example.org', 'x-forwarded-user': 'anne' } }, ({ statusCode }) => { console.log(statusCode); process.exit() })`
    expect(await essai.dedans('service', beside)).toBe('403')
    expect(await essai.dedans('web', beside)).toBe('403')
  })

  test('B9 aucun conteneur ne reçoit l’adresse du proxy', async () => {
    const networks = '{{range .NetworkSettings.Networks}}{{.IPAddress}} {{end}}'
    const [first, second] = (await essai.inspecter('web', networks)).split('\n')
    for (const given of [first, second])
      expect(given).toMatch(/172\.30\.0\.(\d|\d\d|1[01]\d|12[0-7]) /)
    expect(await essai.inspecter('proxy', networks)).toBe('172.30.0.200')
  })

  test('B9 qui décide est nommé par le proxy, quoi que son navigateur prétende', async () => {
    const forged = { 'x-forwarded-user': 'direction', 'x-identite': 'direction' }
    const contact = await exclureLePremier(
      visiter(address, { ...forged, authorization: MOT, 'x-forwarded-for': '127.0.0.1' }),
    )
    const history = await anne.ouvrir('/donations/historique')
    const rows = findAll(history.document, 'tbody tr').map(wordsOf)
    expect(rows.filter((row) => row.includes(contact)).join()).toContain('anne')
    expect(history.html).not.toContain('direction')
  })

  test('B9 le nom du site vaut avec son port, un nom forgé est refusé', async () => {
    expect(await demander({ host: NOM })).toBe(200)
    expect(await demander({ host: NOM, 'x-forwarded-host': 'voleur.example' })).toBe(200)
    expect(await demander({ host: 'voleur.example' })).toBe(421)
    const form = { method: 'POST', body: new URLSearchParams() }
    const sent = async (origin: string) =>
      (await anne.demander('/donations/exclusion', { ...form, headers: { origin } })).status
    expect(await sent(address)).not.toBe(403)
    expect(await sent(`https://127.0.0.1`)).toBe(403)
    expect(await sent('https://voleur.example')).toBe(403)
  })

  test('D un fichier plus grand que ce que nginx laisse passer de lui-même arrive, un trop grand est refusé en français', async () => {
    const rows = (bytes: number) => 'C9;Jeanne;Martin;Nantes;44000\n'.repeat(bytes / 30)
    const envoyer = async (bytes: number) =>
      analyser(
        anne,
        await anne.ouvrir('/upload'),
        'donateurs',
        fichier('Contacts.csv', `contact_id;firstname;lastname;city;zip\n${rows(bytes)}`),
      )
    expect(chiffresDe(await envoyer(3_000_000))).toMatchObject({ 'Total lignes': '100 000' })
    const refused = await envoyer(5_000_000)
    expect(wordsOf(getByRole(refused.document, 'alert'))).toContain(
      'Le fichier dépasse la taille maximale de 4 000 000 octets.',
    )
  })

  test('C une application web qui s’en va ne manque à personne', async () => {
    await essai.lancer('docker compose up --wait --scale web=1 --scale service=1')
    await expect.poll(() => demander({})).toBe(200)
    for (let turn = 0; turn < 10; turn++) expect(await demander({})).toBe(200)
  })
})
