import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demande, echanger } from '../../support/brut'

const SECRET = 'secret-7f3a9c41'

const project = await mkdtemp(path.join(tmpdir(), 'dons-sources-'))
const ailleurs = path.join(tmpdir(), `dons-ailleurs-${process.pid}.txt`)
let url = ''
let child: ChildProcess

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  return port
}

beforeAll(async () => {
  for (const part of ['package.json', 'tsconfig.json', 'remix', 'service'])
    await cp(part, path.join(project, part), { recursive: true })
  await symlink(path.resolve('node_modules'), path.join(project, 'node_modules'))
  await mkdir(path.join(project, '.data/base'), { recursive: true })
  const files = [
    '.data/postgres.secret',
    '.data/base/PG_VERSION',
    '.data/application.log',
    '.env',
    '.env.local',
    'service/config.json',
  ]
  for (const file of files)
    await writeFile(path.join(project, file), `export default '${SECRET}'\n`)
  await writeFile(ailleurs, SECRET)
  await symlink('../.data/postgres.secret', path.join(project, 'remix/lien.svg'))
  const port = await freePort()
  url = `http://127.0.0.1:${port}`
  child = fork(path.join(project, 'remix/dev.mjs'), [], {
    cwd: project,
    env: {
      ...process.env,
      NODE_ENV: 'development',
      HOST: '127.0.0.1',
      PORT: String(port),
      DATA_DIR: '.data',
      SERVICE_URL: 'http://127.0.0.1:9',
      LOG_LEVEL: 'silent',
    },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  await once(child, 'message')
}, 180_000)
afterAll(async () => {
  child.kill()
  await once(child, 'exit')
  await rm(project, { recursive: true, force: true, maxRetries: 5 })
  await rm(ailleurs, { force: true })
})

/** What has made Vite read a file that it would not serve. */
const QUESTIONS = [
  '',
  '?',
  '??',
  '?raw',
  '?raw??',
  '?import&raw',
  '?import&raw??',
  '?url',
  '?import&url',
  '?inline',
  '?import&inline',
  '?import',
  '?init',
  '?.svg',
  '?.svg?.wasm?init',
  '?import&?inline=1.wasm?init',
  '?raw&.svg',
  '?t=1',
  '?worker',
  '?sharedworker&inline',
  '?html-proxy',
  '?v=1&raw',
  '#/../raw',
  '?import&%72aw',
  '?raw#',
  '?inline&import&html-inline-proxy',
]

/** Every way in which somebody wrote the path of a file, to be let in where Vite looks for it by another name. */
function ecritures(file: string, queries = QUESTIONS): string[] {
  const absolute = path.join(project, file)
  const encoded = (text: string) =>
    text.replace(/[./]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  const ways = [
    `/${file}`,
    `//${file}`,
    `/./${file}`,
    `/remix/../${file}`,
    `/remix/%2e%2e/${file}`,
    `/${encoded(file)}`,
    `/${encodeURIComponent(file)}`,
    `/${encodeURIComponent(encodeURIComponent(file))}`,
    `/%2e/${file}`,
    `/remix\\..\\${file}`,
    `/@fs${absolute}`,
    `/@fs/${absolute}`,
    `//@fs${absolute}`,
    `/@fs/${encoded(absolute)}`,
    `/@fs${project}/remix/../${file}`,
    `/@fs${project}/node_modules/../${file}`,
    `/@fs/file://${absolute}`,
    `/@fs${absolute}/`,
    `/@fs${absolute}%00`,
    `/@fs${absolute}%3Fraw`,
    `/@fs${absolute}%23`,
    `/%40fs${absolute}`,
    `/@id/${absolute}`,
    `/@id/file://${absolute}`,
    `/@id/${file}`,
    `/@id/__x00__${absolute}`,
    `/@id/__x00__/@fs${absolute}`,
    `/node_modules/../${file}`,
    `/remix/${'../'.repeat(12)}${absolute.slice(1)}`,
    `/file://${absolute}`,
    `/%2f${absolute}`,
    `/${absolute}`,
    `/@vite/../${file}`,
    `/@id/@fs${absolute}`,
    `/.//${file}`,
    `/remix/routes/..%2f..%2f${file}`,
    `/remix/..;/${file}`,
  ]
  return ways.flatMap((way) => queries.map((query) => `${way}${query}`))
}

/** What is answered to an address that no client would write for us. */
async function demander(cible: string, headers: Record<string, string> = {}) {
  return echanger(url, demande('GET', cible, { host: new URL(url).host, ...headers }))
}

/** Says something on the channel that tells pages of changes; answers all that is said there within a moment. */
function parler(message: object): Promise<string> {
  const { port } = new URL(url)
  const headers = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': Buffer.alloc(16).toString('base64'),
    'sec-websocket-protocol': 'vite-hmr',
  }
  return new Promise((resolve, reject) => {
    const asked = request({ port, host: '127.0.0.1', headers })
    asked.on('error', reject).on('upgrade', (_response, socket, head) => {
      let said = head.toString()
      socket.on('data', (part: Buffer) => (said += part.toString()))
      const text = Buffer.from(JSON.stringify(message))
      const length = Buffer.alloc(4)
      length.writeUInt8(0x81, 0)
      length.writeUInt8(0x80 | 126, 1)
      length.writeUInt16BE(text.length, 2)
      // A mask of zeros leaves the text as it is.
      socket.write(Buffer.concat([length, Buffer.alloc(4), text]))
      setTimeout(() => {
        socket.destroy()
        resolve(said)
      }, 500)
    })
    asked.end()
  })
}

describe('[B4] npm run dev', () => {
  test('ne sert aucun fichier du dossier des données ni aucun secret, de quelque façon qu’on l’écrive', async () => {
    const files = (
      await readdir(path.join(project, '.data'), { recursive: true, withFileTypes: true })
    )
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(project, path.join(entry.parentPath, entry.name)))
    expect(files.length).toBeGreaterThan(2)
    const others = [...files, '.env.local', 'service/config.json', 'remix/lien.svg']
    const cibles = ['.data/postgres.secret', '.env']
      .flatMap((file) => ecritures(file))
      .concat(others.flatMap((file) => ecritures(file, [''])))
    cibles.push(
      `/@fs${ailleurs}`,
      `/@fs${ailleurs}?raw`,
      '/@fs/etc/passwd',
      '/@fs/etc/passwd?import&raw',
      '/@fs/proc/self/environ?raw',
    )
    const served: string[] = []
    const next = async (): Promise<void> => {
      const cible = cibles.pop()
      if (cible === undefined) return
      const answer = await demander(cible)
      if (answer && (answer.body.includes(SECRET) || /root:|PATH=/.test(answer.body)))
        served.push(cible)
      await next()
    }
    await Promise.all(Array.from({ length: 8 }, next))
    expect(served).toEqual([])
  })

  test('sert ce dont les pages sont faites', async () => {
    for (const cible of [
      '/@vite/client',
      '/remix/root.tsx',
      '/remix/styles/app.css',
      '/service/contract/constants.ts',
      '/remix/entry.client.tsx',
    ]) {
      const answer = await fetch(`${url}${cible}`)
      expect(answer.status, cible).toBe(200)
    }
    const page = await fetch(`${url}/dashboard`)
    const html = await page.text()
    expect(page.headers.get('content-type')).toMatch(/^text\/html/)
    // Every script and style of the page, and what those import.
    const asked = [...html.matchAll(/(?:src|href)="(\/[^"]+\.(?:tsx?|css|js)[^"]*)"/g)].map(
      ([, href = '']) => href.replaceAll('&amp;', '&'),
    )
    expect(asked.length).toBeGreaterThan(2)
    for (const cible of asked) expect((await fetch(`${url}${cible}`)).status, cible).toBe(200)
  })

  test('ne répond ni à une autre page, ni sous un autre nom, et ne donne à personne le droit de lire', async () => {
    const host = new URL(url).host
    for (const origin of [
      'http://localhost:9999',
      'http://127.0.0.1:8080',
      'http://exemple.fr',
      'null',
    ]) {
      const answer = await demander('/@vite/client', { host, origin })
      expect(answer?.headers['access-control-allow-origin'], origin).toBeUndefined()
      const posted = await echanger(
        url,
        demande('POST', '/dashboard', { host, origin, 'content-length': '0' }),
      )
      expect(posted?.status, origin).toBe(403)
    }
    for (const name of ['exemple.fr', `127.0.0.1.exemple.fr:${new URL(url).port}`])
      expect((await demander('/remix/root.tsx', { host: name }))?.status, name).toBe(421)
    expect((await demander('/__open-in-editor?file=.data/postgres.secret'))?.status).toBe(404)
  })

  test('ne lit aucun fichier pour qui parle à son canal de rechargement', async () => {
    const absolute = path.join(project, '.data/postgres.secret')
    const said: string[] = []
    for (const id of [
      `${absolute}?raw`,
      `/@fs${absolute}?raw`,
      `file://${absolute}?raw`,
      '/.data/postgres.secret?raw',
      absolute,
    ]) {
      const invoked = { name: 'fetchModule', id: 'send:1', data: [id, undefined, {}] }
      said.push(await parler({ type: 'custom', event: 'vite:invoke', data: invoked }))
    }
    expect(said.join('')).toContain('connected')
    expect(said.join('')).not.toContain(SECRET)
  })
})
