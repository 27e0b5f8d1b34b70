import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { PANNES } from '../faults/pannes'

const tests = path.resolve(import.meta.dirname, '..')

test.each(PANNES)('$panne : montrée par des tests qui existent', ({ tests: shown }) => {
  const missing = Object.entries(shown).flatMap(([file, titles]) => {
    const source = readFileSync(path.join(tests, file), 'utf8')
    return titles.filter((title) => !source.includes(title)).map((title) => `${file}: ${title}`)
  })
  expect(missing).toEqual([])
  expect(Object.keys(shown)).not.toEqual([])
})
