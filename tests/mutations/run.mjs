// npm run test:mutations [-- --at COMMIT] [--engendrees N [--graine G] [--apres M]] [text…]: which faults that somebody could
// write do the tests see? Each is written into a copy of the project and its tests run there: those of mutations.mjs, or so
// many that are made of a seed, after its first M. A text chooses the faults whose file contains it.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { copyProject } from '../support/copie.mjs'
import { engendrer } from './engendrer.mjs'
import { MUTATIONS } from './mutations.mjs'

/** The next ones are asked where those before saw nothing. */
const SIZES = /** @type {const} */ (['small', 'medium'])
/** What runs longer than this, in ms, hangs: a loop that a fault made endless ends no other way. */
const PATIENCE = 600_000
const FIRST = new URL('first.mjs', import.meta.url).href
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    at: { type: 'string' },
    engendrees: { type: 'string' },
    graine: { type: 'string', default: '1' },
    apres: { type: 'string', default: '0' },
  },
})
const made = values.engendrees === undefined ? undefined : Number(values.engendrees)

/** Ends the tests that run, where they do. */
let end = () => {}
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => {
    end()
    process.exit(1)
  })

/**
 * What the tests of a size say of the copy as it stands: how many there were, and whether one failed, or they did not
 * end in time; nothing where the run did not come to its tests, which proves nothing.
 * @param {string} copy
 * @param {(typeof MUTATIONS)[number]} mutation
 * @param {'small' | 'medium'} size
 */
async function ask(copy, { project: name, tests }, size) {
  const args = ['run', '--config=tests/vitest.config.ts', `--project=${name}`, '--bail=1']
  const report = path.join(copy, 'report.json')
  rmSync(report, { force: true })
  const child = spawn(
    process.execPath,
    [
      path.join('node_modules', 'vitest', 'vitest.mjs'),
      ...args,
      ...['--passWithNoTests', '--reporter=json', `--outputFile.json=${report}`],
      ...tests.split(' '),
    ],
    {
      cwd: copy,
      // A group of its own: a worker that hangs hears nobody.
      detached: true,
      stdio: 'ignore',
      env: { ...process.env, TEST_SIZE: size, NODE_OPTIONS: `--import=${FIRST}` },
    },
  )
  end = () => void (child.pid !== undefined && process.kill(-child.pid, 'SIGKILL'))
  const guard = setTimeout(end, PATIENCE)
  const [, signal] = await once(child, 'close')
  clearTimeout(guard)
  if (signal === 'SIGKILL') return { count: 0, failed: false, hung: true }
  if (!existsSync(report)) return
  /** @type {{ success: boolean, numFailedTests: number, numTotalTests: number }} */
  const { success, numFailedTests, numTotalTests } = JSON.parse(readFileSync(report, 'utf8'))
  // What a machine makes need not be SQL: that no test could begin proves nothing of it.
  const failed = made === undefined ? !success : numFailedTests > 0
  return { count: numTotalTests, failed, hung: false }
}

/**
 * By which tests it is 'caught', that it 'survived', or why there is no telling.
 * @param {string} copy
 * @param {(typeof MUTATIONS)[number]} mutation
 */
async function judge(copy, mutation) {
  const { file, before, after } = mutation
  const place = path.join(copy, file)
  if (!existsSync(place)) return 'no such file'
  const text = readFileSync(place, 'utf8')
  if (text.split(before).length !== 2) return 'not there once'
  writeFileSync(
    place,
    text.replace(before, () => after),
  )
  let count = 0
  try {
    for (const size of SIZES) {
      const said = await ask(copy, mutation, size)
      if (!said) return 'no report'
      if (said.failed) return `caught by ${size} tests`
      if (said.hung) return `caught, or slow: ${size} tests did not end`
      count += said.count
    }
  } finally {
    writeFileSync(place, text)
  }
  return count === 0 ? 'no test' : 'survived'
}

/** @param {{ file: string }} mutation */
const isAsked = ({ file }) =>
  positionals.length === 0 || positionals.some((part) => file.includes(part))

const copy = copyProject(values.at)
const mutations = made === undefined ? MUTATIONS : engendrer(copy, values.graine)
const asked = mutations.filter(isAsked)
const chosen = made === undefined ? asked : asked.slice(Number(values.apres)).slice(0, made)
const table = []
for (const mutation of chosen) {
  const start = Date.now()
  const verdict = await judge(copy, mutation)
  const seconds = Math.round((Date.now() - start) / 1000)
  const { file, before, after } = mutation
  table.push(verdict)
  const written = made === undefined ? after.trim() || 'nothing' : `\n- ${before}\n+ ${after}`
  console.log(`${verdict} (${seconds} s): ${file}: ${written}`)
}
rmSync(copy, { recursive: true, force: true })
const isMissed = (/** @type {string} */ verdict) =>
  made === undefined ? !verdict.startsWith('caught') : verdict === 'survived'
const missed = table.filter(isMissed)
console.log(`${table.length - missed.length} of ${table.length} caught`)
process.exitCode = missed.length === 0 ? 0 : 1
