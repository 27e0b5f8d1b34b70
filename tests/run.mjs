// What `npm test` runs, on a fresh clone too. Plain Node, so that it works before anything is installed.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, install } from '../service/start.mjs'
import { judge } from './support/verdict.mjs'

const project = fileURLToPath(new URL('..', import.meta.url))
const results = path.join(project, 'tests', '.results')
process.chdir(project)

/** @typedef {{ name: string, args: string[], report?: string, env?: Record<string, string> }} Step */

/** @param {string} name */
const bin = (name) => path.join('node_modules', ...name.split('/'))
/** @type {(project: string, name?: string, ...files: string[]) => Step} */
const vitest = (project, name = project, ...files) => ({
  name,
  report: `${name}.json`,
  args: [
    bin('vitest/vitest.mjs'),
    'run',
    '--config=tests/vitest.config.ts',
    `--project=${project}`,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${path.join(results, `${name}.json`)}`,
    ...files,
  ],
})
/** @type {(...args: string[]) => Omit<Step, 'name'>} */
const playwright = (...args) => ({
  report: 'e2e.json',
  args: [bin('playwright/cli.js'), 'test', '--config=tests/playwright.config.ts', ...args],
})

/** @type {(size: 'small' | 'medium' | 'long', step: Step) => Step} */
const ofSize = (size, step) => ({ ...step, env: { ...step.env, TEST_SIZE: size } })

/**
 * Side by side, the longest first: each waits for another thing, a disk, a database or a core. The short ones follow each
 * other beside two long ones, so that no core is left to one of them at the end.
 * @type {Step[]}
 */
const TOGETHER = [
  ofSize('small', vitest('service')),
  ofSize('small', vitest('ecrans')),
  ofSize('small', {
    name: 'e2e',
    ...playwright('--project=avec JavaScript', '--project=sans JavaScript'),
  }),
  ofSize('small', vitest('unit')),
  { name: 'lint', args: [bin('oxlint/bin/oxlint'), '.'] },
  { name: 'types', args: [bin('typescript-native/bin/tsc'), '--noEmit'] },
  { name: 'format', args: [bin('oxfmt/bin/oxfmt'), '--check', '.'] },
]
/**
 * Likewise, what takes longer: `npm run test:medium`.
 * @type {Step[]}
 */
const MEDIUM = [
  ofSize('medium', vitest('service', 'service-medium')),
  ofSize('medium', {
    name: 'e2e-medium',
    ...playwright('--project=avec JavaScript', '.medium.'),
  }),
  ofSize('medium', vitest('ecrans', 'ecrans-medium')),
  ofSize('medium', vitest('unit', 'unit-medium')),
]
/**
 * One after the other: programs that are killed and timed.
 * @type {Step[]}
 */
const ALONE = [
  ...['unit', 'service', 'ecrans'].map((project) =>
    ofSize('long', { env: { TIRAGES: '1' }, ...vitest(project, `${project}-longs`) }),
  ),
  { env: { TIRAGES: '1' }, ...vitest('faults') },
  {
    env: { TIRAGES: '1' },
    ...vitest(
      'service',
      'tirages',
      'analyses',
      'filtres',
      'fiches',
      'frontiere',
      'histoires',
      'listes',
      'selections',
    ),
  },
  ofSize('long', {
    name: 'e2e-sans-scripts',
    ...playwright('--project=sans JavaScript', '--project=scripts interrompus'),
  }),
  ofSize('long', {
    name: 'e2e-longs',
    ...playwright('--project=avec JavaScript', '.long.spec'),
  }),
  {
    name: 'instances',
    env: { INSTANCES: '2' },
    ...playwright('--project=avec JavaScript', 'parcours'),
  },
]
const AT_ONCE = 3

/** The service tests that ask the servers which hold the data; the first ones in a few minutes. */
const QUICK = [
  'repartition',
  'analyses/recalcul',
  'analyses/un-moment',
  'imports/annulation',
  'imports/ecriture',
  'exclusions/exclusions',
  'listes/listes',
  'verification/regles',
]
const DISTRIBUTED = [
  'analyses',
  'controles',
  'donations',
  'exclusions',
  'exports',
  'fiches',
  'imports',
  'listes',
  'publications',
  'rafraichissement',
  'recherche',
  'repartition',
  'sauvegarde',
  'selections',
  'verification',
]

/**
 * The same program on a cluster of three, where Citus is installed.
 * @type {Step[]}
 */
const SERVERS = [
  { env: { TEST_CITUS: '1' }, ...vitest('service', 'serveurs', ...DISTRIBUTED) },
  { env: { TEST_CITUS: '1' }, ...vitest('service', 'serveurs-vite', ...QUICK) },
  vitest('faults', 'pannes-serveurs', 'serveurs'),
]
const CITUS = '/usr/share/postgresql/15/extension/citus.control'

/** docker-compose.yml run by a real engine, where one answers: `npm run test:compose`. */
const CONTAINERS = [vitest('compose')]
const hasEngine = () => spawnSync('docker', ['version'], { stdio: 'ignore' }).status === 0

/** What takes minutes: `npm run test:medium`, `npm run test:faults`, `npm run test:citus`. */
const ON_REQUEST = [
  ...MEDIUM.map(({ name }) => name),
  'unit-longs',
  'service-longs',
  'ecrans-longs',
  'faults',
  'tirages',
  'e2e-sans-scripts',
  'e2e-longs',
  'instances',
  'serveurs',
  'serveurs-vite',
  'pannes-serveurs',
  'compose',
]

/** @type {{ step: string, passed: number, failed: number, seconds: string }[]} */
const table = []
/** @type {string[]} */
const failures = []

/**
 * Runs a step to its end; its output then, in one piece.
 * @param {Step} step
 * @param {NodeJS.ProcessEnv} env
 */
async function run(step, env) {
  if (step.report) rmSync(path.join(results, step.report), { force: true })
  const start = Date.now()
  const child = spawn(process.execPath, step.args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...env, ...step.env },
  })
  /** @type {Buffer[]} */
  const output = []
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (/** @type {Buffer} */ chunk) => output.push(chunk))
  /** @type {number | null} */
  const status = await new Promise((resolve) => {
    child.once('error', () => resolve(1))
    child.once('close', resolve)
  })
  const seconds = ((Date.now() - start) / 1000).toFixed(1)
  console.log(`\n— ${step.name} (${seconds} s)\n${Buffer.concat(output).toString()}`)
  const verdict = judge(step.name, status, step.report && path.join(results, step.report))
  table.push({ step: step.name, ...verdict.counts, seconds })
  failures.push(...verdict.failures)
}

/**
 * @param {Step[]} steps
 * @param {number} atOnce
 * @param {NodeJS.ProcessEnv} env
 */
async function runAll(steps, atOnce, env) {
  const waiting = [...steps]
  const runNext = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) await run(step, env)
  }
  await Promise.all(Array.from({ length: atOnce }, runNext))
}

install()
const { findChromium } = await import('./support/chromium.mjs')
const chromium = await findChromium()
await build()
mkdirSync(results, { recursive: true })

const asked = process.argv.slice(2)
/** @param {Step} step */
const isWanted = ({ name }) =>
  asked.length > 0 ? asked.includes(name) : !ON_REQUEST.includes(name)
const env = { ...process.env, CHROMIUM_PATH: chromium, FORCE_COLOR: '0' }
await runAll([...TOGETHER, ...MEDIUM].filter(isWanted), AT_ONCE, env)
await runAll(ALONE.filter(isWanted), 1, env)
/** @type {Step[]} */
const leftOut = []
/** @type {(steps: Step[], isThere: () => boolean, what: string) => Promise<void>} */
const runWhere = async (steps, isThere, what) => {
  const wanted = steps.filter(isWanted)
  if (wanted.length === 0 || isThere()) return runAll(wanted, 1, env)
  leftOut.push(...wanted)
  for (const { name } of wanted) console.log(`\n— ${name}: not run: no ${what}`)
}
await runWhere(SERVERS, () => existsSync(CITUS), 'Citus')
await runWhere(CONTAINERS, hasEngine, 'Docker engine answers')

// Last, for whoever has only the end of a long output.
for (const failure of failures) console.log(`\n✗ ${failure.slice(0, 3_000)}`)
console.table(table)
/** @param {'passed' | 'failed'} key */
const sum = (key) => table.reduce((total, row) => total + row[key], 0)
console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
const ranSome = sum('passed') > 0 || leftOut.length > 0
process.exitCode = sum('failed') === 0 && ranSome ? 0 : 1
