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

/** @typedef {{ name: string, args: string[], report?: string, env?: Record<string, string>, browser?: true }} Step */

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
  browser: true,
  report: 'e2e.json',
  args: [bin('playwright/cli.js'), 'test', '--config=tests/playwright.config.ts', ...args],
})

/** @type {(size: 'small' | 'medium' | 'long', step: Step) => Step} */
const ofSize = (size, step) => ({ ...step, env: { ...step.env, TEST_SIZE: size } })

/**
 * One after the other: each keeps both cores busy, and beside each other they take up to half as much again of the
 * processor. A browser waits more: the unit tests go beside it.
 * @type {Step[][]}
 */
const ROUNDS = [
  // They ask the sources alone: while the programs are built.
  [
    { name: 'lint', args: [bin('oxlint/bin/oxlint'), '.'] },
    { name: 'types', args: [bin('typescript-native/bin/tsc'), '--noEmit'] },
    { name: 'format', args: [bin('oxfmt/bin/oxfmt'), '--check', '.'] },
  ],
  [ofSize('small', vitest('service'))],
  [ofSize('small', vitest('ecrans'))],
  [
    ofSize('small', {
      name: 'e2e',
      ...playwright('--project=avec JavaScript', '--project=sans JavaScript'),
    }),
    ofSize('small', vitest('unit')),
  ],
  // `npm run test:medium`.
  [ofSize('medium', vitest('service', 'service-medium'))],
  [ofSize('medium', vitest('ecrans', 'ecrans-medium'))],
  [
    ofSize('medium', {
      name: 'e2e-medium',
      ...playwright('--project=avec JavaScript', '.medium.'),
    }),
    ofSize('medium', vitest('unit', 'unit-medium')),
  ],
  // `npm run test:faults`: programs that are killed and timed.
  ...[
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
  ].map((step) => [step]),
]
const USUAL = ['service', 'ecrans', 'e2e', 'unit', 'lint', 'types', 'format']

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
  const browser = step.browser && { CHROMIUM_PATH: await chromium }
  const start = Date.now()
  const child = spawn(process.execPath, step.args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...env, ...step.env, ...browser },
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
 * @param {NodeJS.ProcessEnv} env
 */
async function runRound(steps, env) {
  const waiting = [...steps]
  const runNext = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) await run(step, env)
  }
  await Promise.all([runNext(), runNext()])
}

install()
mkdirSync(results, { recursive: true })

const asked = process.argv.slice(2)
/** @param {Step} step */
const isWanted = ({ name }) => (asked.length > 0 ? asked : USUAL).includes(name)
const env = { ...process.env, FORCE_COLOR: '0' }
const [checks = [], ...rounds] = ROUNDS.map((steps) => steps.filter(isWanted))
// Where it must be installed that goes on beside the first steps.
const chromium = rounds.flat().some(({ browser }) => browser)
  ? import('./support/chromium.mjs').then(({ findChromium }) => findChromium())
  : undefined
// A browser that cannot be had is told when its turn comes.
chromium?.catch(() => undefined)
await Promise.all([runRound(checks, env), build()])
for (const steps of rounds) await runRound(steps, env)
/** @type {Step[]} */
const leftOut = []
/** @type {(steps: Step[], isThere: () => boolean, what: string) => Promise<void>} */
const runWhere = async (steps, isThere, what) => {
  const wanted = steps.filter(isWanted)
  if (wanted.length === 0 || isThere()) {
    for (const step of wanted) await run(step, env)
    return
  }
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
