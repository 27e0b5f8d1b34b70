import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { ENSEMBLES } from '../../service/contract/listes'
import { MUTATIONS } from '../mutations/mutations.mjs'

const read = (file: string) => readFileSync(file, 'utf8').replace(/\s+/g, ' ')

/** The test files of a project, as a command line that chooses some of them sees them. */
const filesOf = (project: string): string[] =>
  readdirSync(`tests/${project}`, { encoding: 'utf8', recursive: true }).map(
    (name) => `tests/${project}/${name}`,
  )

/** What the papers count: the sentence, with `#` for each number, and the numbers that are true. */
const COUNTS = [
  {
    paper: 'tests/README.md',
    sentence: '`mutations/mutations.mjs` lists # faults in # files',
    numbers: [MUTATIONS.length, new Set(MUTATIONS.map(({ file }) => file)).size],
  },
  {
    paper: '.github/CHANGELOG.md',
    sentence: 'with # sets and their filters',
    numbers: [Object.keys(ENSEMBLES).length],
  },
  {
    paper: 'README.md',
    sentence: 'Node 20 from # on',
    numbers: [/"node": ">=([\d.]+)"/.exec(read('package.json'))?.[1]],
  },
  {
    paper: 'service/README.md',
    sentence: 'renews the lease every # s',
    numbers: [Number(/RENEW_MS = (\d+)_000/.exec(read('service/jobs/lease.ts'))?.[1])],
  },
]

test.each(COUNTS)('[C] $paper : « $sentence » compte juste', ({ paper, sentence, numbers }) => {
  let at = 0
  const expected = sentence.replace(/#/g, () => String(numbers[at++]))
  expect(numbers).toHaveLength(at)
  expect(read(paper)).toContain(expected)
})

test('[C] chaque commande que les papiers nomment existe', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    scripts: Record<string, string>
  }
  const papers = ['README.md', 'tests/README.md', 'service/README.md', 'migrations/README.md']
  const missing = papers.flatMap((paper) =>
    [...read(paper).matchAll(/npm run (?:--silent )?([\w:-]+)/g)]
      .filter(([, name = '']) => !(name in scripts))
      .map(([command]) => `${paper}: ${command}`),
  )
  expect(missing).toEqual([])
})

describe.each(MUTATIONS)('$file', ({ file, before, project, tests }) => {
  test(`[C] la faute qui remplace « ${before.trim().slice(0, 60)} » a sa place et ses tests`, () => {
    expect(readFileSync(file, 'utf8').split(before)).toHaveLength(2)
    const names = filesOf(project)
    for (const part of tests.split(' '))
      expect(
        names.filter((name) => name.includes(part)),
        part,
      ).not.toEqual([])
  })
})
