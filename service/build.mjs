// Builds the service (esbuild) and the web app (Remix with Vite) into build/.
/** @import { BuildOptions, Plugin } from 'esbuild' */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const project = fileURLToPath(new URL('..', import.meta.url))
const target = path.join(project, 'build')
const stamp = path.join(target, 'sources.sha256')

/** @type {{ imports: Record<string, string> }} */
const { imports } = JSON.parse(readFileSync(path.join(project, 'package.json'), 'utf8'))

/** Where `#contract` and the like are: esbuild would take such names for packages. */
export const rooms = Object.fromEntries(
  Object.entries(imports).map(([name, place]) => [
    path.dirname(name),
    path.join(project, path.dirname(place)),
  ]),
)

/** Each becomes a program of its own: build/service/main.js, … */
const PROGRAMS = {
  service: [
    'service/main.ts',
    'service/publication/calcul/fil.ts',
    'service/programs/commands/migrate.ts',
    'service/programs/commands/backup.ts',
    'service/programs/commands/restore.ts',
    'service/programs/commands/rgpd.ts',
    'service/programs/commands/rapport.ts',
    'service/programs/commands/importer.ts',
    'service/programs/commands/exporter.ts',
    'service/programs/commands/repartir.ts',
    'service/programs/launch/launch.ts',
    'service/programs/demo/sample.ts',
    'service/platform/database/embedded.ts',
  ],
  web: ['remix/gate.ts'],
}

/**
 * @param {string} place
 * @returns {string[]}
 */
function listFiles(place) {
  if (!statSync(place).isDirectory()) return [place]
  return readdirSync(place)
    .sort()
    .flatMap((name) => listFiles(path.join(place, name)))
}

function hashSources() {
  const hash = createHash('sha256').update(process.versions.node)
  for (const place of ['package.json', 'package-lock.json', 'tsconfig.json', 'service', 'remix'])
    for (const file of listFiles(path.join(project, place)))
      hash.update(path.relative(project, file)).update(readFileSync(file))
  return hash.digest('hex')
}

/** @type {(sources: string[], folder: string) => BuildOptions} */
const bundle = (sources, folder) => ({
  entryPoints: sources.map((source) => path.join(project, source)),
  outdir: path.join(target, folder),
  entryNames: '[name]',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  packages: 'external',
  alias: rooms,
  sourcemap: true,
  logLevel: 'warning',
})

async function buildPrograms() {
  const { build, stop } = await import('esbuild')
  for (const [folder, sources] of Object.entries(PROGRAMS)) await build(bundle(sources, folder))
  await stop()
}

/**
 * Builds the service and the launcher into build/dev/, again when a source changes; `built` is called each time.
 * @param {() => void} built
 */
export async function watchPrograms(built) {
  const { context } = await import('esbuild')
  /** @type {Plugin} */
  const calling = {
    name: 'built',
    setup: (building) =>
      building.onEnd(({ errors }) => {
        if (errors.length === 0) built()
      }),
  }
  const sources = [
    'service/main.ts',
    'service/publication/calcul/fil.ts',
    'service/programs/launch/launch.ts',
  ]
  const building = await context({ ...bundle(sources, 'dev'), plugins: [calling] })
  await building.rebuild()
  await building.watch()
}

function buildRemix() {
  const cli = path.join(project, 'node_modules', '@remix-run', 'dev', 'dist', 'cli.js')
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [cli, 'vite:build', '--config', 'remix/vite.config.ts'],
    { cwd: project, encoding: 'utf8', env: { ...process.env, NODE_ENV: 'production' } },
  )
  if (status !== 0) throw new Error(`l’application web : ${stdout}${stderr}`)
}

/**
 * What the licences of the packages that run here ask for: their texts, each once, with whom it is of. The web app serves it
 * as /licences.txt.
 */
async function writeNotices() {
  /** @type {{ packages: Record<string, { version?: string, license?: string, dev?: boolean }> }} */
  const { packages } = JSON.parse(readFileSync(path.join(project, 'package-lock.json'), 'utf8'))
  /** @type {Map<string, string[]>} */
  const texts = new Map()
  for (const [place, { version, license, dev }] of Object.entries(packages)) {
    const folder = path.join(project, place)
    if (place === '' || dev || !existsSync(folder)) continue
    const files = readdirSync(folder).filter((name) => /^(?:licen[cs]e|copying|notice)/i.test(name))
    const text = files
      .map((name) => path.join(folder, name))
      .filter((file) => statSync(file).isFile())
      .map((file) => readFileSync(file, 'utf8').trim())
      .join('\n\n')
    const name = `${place.split('node_modules/').at(-1)} ${version} (${license})`
    texts.set(text, [...(texts.get(text) ?? []), name])
  }
  const notices = [...texts].map(([text, names]) => `${names.sort().join('\n')}\n\n${text}\n`)
  const rule = `\n${'-'.repeat(80)}\n\n`
  await writeFile(path.join(target, 'client', 'licences.txt'), notices.sort().join(rule))
}

/** The files of invented people that an empty base offers; the web app serves them below /demonstration. */
function writeSample() {
  const folder = path.join(target, 'client', 'demonstration')
  const { status, stderr } = spawnSync(
    process.execPath,
    [path.join(target, 'service', 'sample.js'), folder],
    { encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(`les fichiers de démonstration : ${stderr}`)
}

export async function buildAll() {
  const sources = hashSources()
  await rm(target, { recursive: true, force: true })
  await mkdir(target, { recursive: true })
  buildRemix()
  await writeNotices()
  await buildPrograms()
  writeSample()
  await writeFile(stamp, sources)
}

export async function buildWhenStale() {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hashSources()) return
  console.error('Construction de l’application…')
  await buildAll()
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildAll()
