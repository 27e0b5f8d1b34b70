import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll } from 'vitest'
import { stringify } from 'yaml'
import { freePort } from './application'
import { etape } from './operating'
import { type Visite, visiter } from './visite'

/** The image of tests, so that none of an installation on this machine is replaced. */
const IMAGE = 'analyse-gestion-des-dons-essai'

const MOST_OUTPUT = 64 * 1024 * 1024

const lines = (file: string, pattern: RegExp): string[] =>
  [...readFileSync(file, 'utf8').matchAll(pattern)].map(([, found = '']) => found)

/** What the image is built from, as `.dockerignore` lets it in, and what an operator has beside it. */
const FILES = [
  ...lines('.dockerignore', /^!(.+)$/gm),
  '.dockerignore',
  '.env.example',
  'docker-compose.yml',
]
const SECRETS = lines('.env.example', /^(\w+)=$/gm)
const SETTINGS = lines('.env.example', /^#?(\w+)=/gm)

/** What is merged over docker-compose.yml. */
interface Surcharge {
  services?: Record<string, object>
  volumes?: Record<string, object>
}

export interface Deploiement {
  folder: string
  url: string
  visite: Visite
  /** Runs lines of a shell where an operator would, to what they print; throws where one fails. */
  lancer: (lignes: string) => Promise<string>
  /** The same for lines that fail. */
  echouer: (lignes: string) => Promise<string>
  /** Writes settings into `.env`, in place of what it says of them. */
  regler: (settings: Record<string, string>) => Promise<void>
  /** What runs differs from docker-compose.yml by this, from the next `up` on. */
  surcharger: (surcharge: Surcharge) => Promise<void>
  /** What the engine says of a container, by a Go template of `docker inspect`. */
  inspecter: (service: string, template: string) => Promise<string>
  /** What a script of Node prints that runs beside a program, in its container. */
  dedans: (service: string, script: string) => Promise<string>
}

/** A folder as an operator has it, `.env` filled in; nothing runs yet. After the file's tests nothing is left. */
export async function deployer(surcharge: Surcharge = {}): Promise<Deploiement> {
  const folder = await mkdtemp(path.join(tmpdir(), 'dons-compose-'))
  for (const name of FILES) await cp(name, path.join(folder, name), { recursive: true })
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const place = (name: string) => path.join(folder, name)

  const sh = (lignes: string) =>
    new Promise<{ code: number; output: string }>((resolve) => {
      const files = ['docker-compose.yml', 'docker-compose.override.yml', 'essai.yml']
      const env: NodeJS.ProcessEnv = {
        ...process.env,
        COMPOSE_PROJECT_NAME: path.basename(folder).toLowerCase(),
        COMPOSE_FILE: files.filter((name) => existsSync(place(name))).join(':'),
        COMPOSE_PROGRESS: 'plain',
      }
      // What the shell says would count for more than `.env`.
      for (const name of SETTINGS) Reflect.deleteProperty(env, name)
      const options = { cwd: folder, env, maxBuffer: MOST_OUTPUT }
      const args = ['-euo', 'pipefail', '-c', `exec 2>&1\n${lignes}`]
      execFile('bash', args, options, (error, output) => {
        resolve({ code: error ? Number(error.code ?? 1) : 0, output })
      })
    })
  const told = (lignes: string, { code, output }: Awaited<ReturnType<typeof sh>>) =>
    new Error(`${lignes}\n→ ${code}: ${output.slice(-4_000)}`)

  const lancer: Deploiement['lancer'] = async (lignes) => {
    const ended = await sh(lignes)
    if (ended.code !== 0) throw told(lignes, ended)
    return ended.output
  }
  const regler: Deploiement['regler'] = async (settings) => {
    const names = Object.keys(settings)
    const before = (await readFile(place('.env'), 'utf8')).trimEnd().split('\n')
    const others = before.filter((line) => !names.includes(line.split('=', 1)[0] ?? ''))
    const given = Object.entries(settings).map(([name, value]) => `${name}=${value}`)
    await writeFile(place('.env'), [...others, ...given, ''].join('\n'))
  }
  const surcharger: Deploiement['surcharger'] = ({ services = {}, volumes = {} }) => {
    const own = ['migrate', 'service', 'web'].map((name) => [
      name,
      { image: IMAGE, ...services[name] },
    ])
    const merged = { services: { ...services, ...Object.fromEntries(own) }, volumes }
    return writeFile(place('essai.yml'), stringify(merged))
  }

  await lancer(etape('cp .env.example'))
  const secrets = SECRETS.map((name) => [name, randomBytes(24).toString('hex')])
  await regler({ ...Object.fromEntries(secrets), PORT: String(port) })
  await surcharger(surcharge)
  afterAll(async () => {
    await lancer('docker compose down --volumes --remove-orphans --timeout 5')
    await rm(folder, { recursive: true, force: true })
  })
  return {
    folder,
    url,
    visite: visiter(url),
    lancer,
    echouer: async (lignes) => {
      const ended = await sh(lignes)
      if (ended.code === 0) throw told(lignes, ended)
      return ended.output
    },
    regler,
    surcharger,
    inspecter: async (service, template) =>
      (
        await lancer(
          `docker inspect --format '${template}' $(docker compose ps --all --quiet ${service})`,
        )
      ).trim(),
    dedans: async (service, script) =>
      (await lancer(`docker compose exec -T ${service} node -e "${script}"`)).trim(),
  }
}
