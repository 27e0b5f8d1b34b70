// npm run test:maison [-- text…]: how many files does something new take? Each addition is made on a copy of the project,
// whose types and tests are run. A text chooses the additions whose name contains it.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { copyProject } from '../support/copie.mjs'
import { AJOUTS, filesOf, insert } from './ajouts.mjs'

const asked = process.argv.slice(2)

/** @type {(copy: string, module: string, ...args: string[]) => boolean} */
const run = (copy, module, ...args) =>
  spawnSync(process.execPath, [path.join('node_modules', module), ...args], {
    cwd: copy,
    stdio: 'inherit',
  }).status === 0

const table = AJOUTS.filter(
  ({ quoi }) => asked.length === 0 || asked.some((part) => quoi.includes(part)),
).map((ajout) => {
  const copy = copyProject()
  for (const piece of ajout.pieces) {
    const place = path.join(copy, piece.file)
    mkdirSync(path.dirname(place), { recursive: true })
    writeFileSync(
      place,
      piece.before === undefined
        ? piece.text
        : insert(readFileSync(place, 'utf8'), piece.before, piece.text),
    )
  }
  const types = run(copy, 'typescript-native/bin/tsc', '--noEmit')
  const tests = run(
    copy,
    'vitest/vitest.mjs',
    ...['run', '--config=tests/vitest.config.ts', '--project=service', '--bail=1'],
    ...ajout.tests.split(' '),
  )
  rmSync(copy, { recursive: true, force: true })
  return { quoi: ajout.quoi, fichiers: filesOf(ajout), types, tests }
})
console.table(table)
process.exitCode = table.every(({ types, tests }) => types && tests) ? 0 : 1
