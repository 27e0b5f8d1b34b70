// What `npm test` runs: everything, on a fresh clone too. Plain Node, so that it works before anything is installed.
import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, install } from '../service/start.mjs'
import { judge } from './support/verdict.mjs'

const project = fileURLToPath(new URL('..', import.meta.url))
const results = path.join(project, 'tests', '.results')
process.chdir(project)

const bin = (name) => path.join('node_modules', ...name.split('/'))
const vitest = (name) => ({
  name,
  report: `${name}.json`,
  args: [
    bin('vitest/vitest.mjs'),
    'run',
    '--config=tests/vitest.config.ts',
    `--project=${name}`,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${path.join(results, `${name}.json`)}`,
  ],
})

const STEPS = [
  { name: 'types', args: [bin('typescript/bin/tsc'), '--noEmit'] },
  { name: 'lint', args: [bin('eslint/bin/eslint.js'), '--config=tests/eslint.config.js', '.'] },
  { name: 'format', args: [bin('prettier/bin/prettier.cjs'), '--check', '--log-level=warn', '.'] },
  vitest('unit'),
  vitest('service'),
  vitest('faults'),
  {
    name: 'e2e',
    report: 'e2e.json',
    args: [bin('playwright/cli.js'), 'test', '--config=tests/playwright.config.ts'],
  },
  {
    name: 'instances',
    report: 'e2e.json',
    env: { INSTANCES: '2' },
    args: [
      bin('playwright/cli.js'),
      'test',
      '--config=tests/playwright.config.ts',
      '--project=avec JavaScript',
      'parcours',
    ],
  },
]

install()
const { findChromium } = await import('./support/chromium.mjs')
const chromium = await findChromium()
await build()
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })

/** What takes minutes and runs by itself: `npm run test:faults`. */
const ON_REQUEST = ['faults', 'instances']
const EVERY_TIME = STEPS.map(({ name }) => name).filter((name) => !ON_REQUEST.includes(name))
const asked = process.argv.slice(2)
const wanted = asked.length > 0 ? asked : EVERY_TIME
const table = []
const failures = []
for (const step of STEPS.filter(({ name }) => wanted.includes(name))) {
  console.log(`\n— ${step.name}`)
  const start = Date.now()
  const { status } = spawnSync(process.execPath, step.args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...step.env, CHROMIUM_PATH: chromium, FORCE_COLOR: '0' },
  })
  const seconds = ((Date.now() - start) / 1000).toFixed(1)
  const verdict = judge(step.name, status, step.report && path.join(results, step.report))
  table.push({ step: step.name, ...verdict.counts, seconds })
  failures.push(...verdict.failures)
}

// Last, for whoever has only the end of a long output.
for (const failure of failures) console.log(`\n✗ ${failure.slice(0, 3_000)}`)
console.table(table)
const sum = (key) => table.reduce((total, row) => total + row[key], 0)
console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
process.exitCode = sum('failed') === 0 && sum('passed') > 0 ? 0 : 1
