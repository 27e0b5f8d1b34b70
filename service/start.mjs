// What `npm start` runs: plain Node, so that it works before anything is installed.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const project = fileURLToPath(new URL('..', import.meta.url))

/**
 * @param {string} sentence
 * @returns {never}
 */
function fail(sentence) {
  console.error(sentence)
  process.exit(1)
}

function checkNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major < 20 || (major === 20 && minor < 19))
    fail(`Node ${process.versions.node} est trop ancien : installez Node 20.19 ou plus récent.`)
}

/** Whether every package that the lock file asks for on this platform stands in node_modules, in its version. */
function isInstalled() {
  /** @param {string} file */
  const read = (file) => {
    /** @type {{ packages: Record<string, { version?: string, optional?: boolean }> }} */
    const { packages } = JSON.parse(readFileSync(path.join(project, file), 'utf8'))
    return packages
  }
  const installed = path.join('node_modules', '.package-lock.json')
  if (!existsSync(path.join(project, installed))) return false
  const present = read(installed)
  return Object.entries(read('package-lock.json')).every(
    ([place, wanted]) =>
      place === '' || wanted.optional || present[place]?.version === wanted.version,
  )
}

/** Installs the dependencies where they are missing or older than the lock file. */
export function install() {
  checkNode()
  if (isInstalled()) return
  console.error('Installation des dépendances (npm ci)…')
  const { status } = spawnSync('npm', ['ci', '--include=dev', '--no-audit', '--no-fund'], {
    cwd: project,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
  if (status !== 0)
    fail('Les dépendances n’ont pas pu être installées : vérifiez le réseau, puis relancez.')
}

/** Builds the service and the web app where their sources have changed since. */
export async function build() {
  const { buildWhenStale } = await import('./build.mjs')
  await buildWhenStale().catch((/** @type {unknown} */ error) => {
    const why = error instanceof Error ? error.message : String(error)
    fail(`La construction a échoué : ${why}`)
  })
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.chdir(project)
  install()
  await build()
  const built = '../build/service/launch.js'
  const { launch } = /** @type {typeof import('./programs/launch/launch.ts')} */ (
    await import(built)
  )
  await launch(process.argv.slice(2))
}
