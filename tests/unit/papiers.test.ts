import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { readWebSettings } from '../../remix/gate/settings'
import { readConfig } from '../../service/config'
import { ENSEMBLES } from '../../service/contract/listes'
import { PLACES } from '../../service/imports/staging/places'
import { roomsFor } from '../../service/imports/staging/room'
import { AJOUTS, filesOf as filesOfAjout, insert } from '../maison/ajouts.mjs'
import { MUTATIONS } from '../mutations/mutations.mjs'

const read = (file: string) => readFileSync(file, 'utf8').replace(/\s+/g, ' ')

const OPERATING = 'service/OPERATING.md'
const AUDITORS = 'service/exclusions/README.md'

/** Every paper of the project, by its place. */
const PAPERS = readdirSync('.', { withFileTypes: true }).flatMap(({ name }) => {
  if (['.git', 'node_modules', 'build', '.data'].includes(name)) return []
  if (name.endsWith('.md')) return [name]
  return ['.github', 'migrations', 'remix', 'service', 'tests'].includes(name)
    ? readdirSync(name, { encoding: 'utf8', recursive: true })
        .filter((place) => place.endsWith('.md'))
        .map((place) => path.posix.join(name, place))
    : []
})

/** The test files of a project, as a command line that chooses some of them sees them. */
const filesOf = (project: string): string[] =>
  readdirSync(`tests/${project}`, { encoding: 'utf8', recursive: true }).map(
    (name) => `tests/${project}/${name}`,
  )

/** A number that a source file has, as the papers write it. */
function numberIn(file: string, pattern: RegExp): string | undefined {
  const [, digits] = pattern.exec(readFileSync(file, 'utf8')) ?? []
  return digits?.replaceAll('_', ' ')
}

/** A number of milliseconds that a source file has, in seconds. */
const secondsIn = (file: string, pattern: RegExp): number =>
  Number(numberIn(file, pattern)?.replaceAll(' ', '')) / 1000

const ROOMS = roomsFor(1)
const SCREENS = Number(numberIn('service/platform/database/connect.ts', /max = (\d+),/))
const IMPORTS =
  PLACES * 4 + Number(numberIn('service/imports/connections.ts', /PLACES \* 4 \+ (\d+)/))

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
    numbers: [secondsIn('service/platform/jobs/lease.ts', /RENEW_MS = ([\d_]+)/)],
  },
  {
    paper: 'service/README.md',
    sentence: 'has seen unrenewed for # s, by a clock',
    numbers: [secondsIn('service/platform/jobs/expire.ts', /EXPIRES_MS = ([\d_]+)/)],
  },
  {
    paper: 'service/README.md',
    sentence: '(refreshes, every # s) and the sweeper (files and imports, every # s)',
    numbers: [
      secondsIn('service/platform/jobs/keep.ts', /periodMs = ([\d_]+)/),
      secondsIn('service/imports/jobs/sweeper.ts', /PERIOD_MS = ([\d_]+)/),
    ],
  },
  {
    paper: OPERATING,
    sentence: 'After # deaths in two minutes',
    numbers: [
      /PAUSES = \[([^\]]+)\]/.exec(read('service/programs/launch/supervise.ts'))?.[1]?.split(',')
        .length,
    ].map((pauses = 0) => pauses + 1),
  },
  {
    paper: OPERATING,
    sentence: 'does not stop within # s is killed',
    numbers: [secondsIn('service/programs/launch/programs.ts', /'SIGTERM', ([\d_]+)/)],
  },
  {
    paper: OPERATING,
    sentence: 'running requests finish (# s at most), exit code 0. An import has # s to end',
    numbers: [
      secondsIn('service/main.ts', /GRACE = ([\d_]+)/),
      secondsIn('service/imports/routes.ts', /GRACE_MS = ([\d_]+)/),
    ],
  },
  {
    paper: OPERATING,
    sentence: 'its jobs are given up after # s',
    numbers: [secondsIn('service/platform/jobs/expire.ts', /EXPIRES_MS = ([\d_]+)/)],
  },
  {
    paper: OPERATING,
    sentence: '| # for each service, # of them from one person; # KiB a minute at least',
    numbers: [
      PLACES,
      numberIn('service/imports/staging/places.ts', /PLACES_OF_ONE = (\d+)/),
      numberIn('service/edge/pace.ts', /bytes: (\d+) \* 1024/),
    ],
  },
  {
    paper: OPERATING,
    sentence: '# a person and # in all',
    numbers: [ROOMS.own.files, ROOMS.all.files],
  },
  {
    paper: OPERATING,
    sentence: '# made at once for each service; # GiB',
    numbers: [
      numberIn('service/platform/http/files/files.ts', /places: (\d+)/),
      numberIn('service/platform/http/files/room.ts', /MOST = (\d+) \*/),
    ],
  },
  {
    paper: OPERATING,
    sentence:
      '# a service: # for screens, # for imports, one beside each to ask how it is; # more with',
    numbers: [SCREENS + IMPORTS + 2, SCREENS, IMPORTS, SCREENS + 1],
  },
  {
    paper: OPERATING,
    sentence: '# hours, or # minutes where many wait',
    numbers: [
      numberIn('service/imports/jobs/sweeper.ts', /interval '(\d+) hours'/),
      numberIn('service/imports/staging/room.ts', /interval '(\d+) minutes'/),
    ],
  },
  {
    paper: OPERATING,
    sentence: '# days, those of the latest # files longer',
    numbers: [
      numberIn('service/imports/jobs/sweeper.ts', /interval '(\d+) days'/),
      numberIn('service/imports/jobs/sweeper.ts', /desc offset (\d+)/),
    ],
  },
  {
    paper: OPERATING,
    sentence: '| # months',
    numbers: [numberIn('service/donateurs/exports/journal.ts', /interval '(\d+) months'/)],
  },
  {
    paper: AUDITORS,
    sentence:
      'Then # more (or # gifts) follow every # seconds, until all were, and again. A base so large that this takes more than # steps',
    numbers: [
      numberIn('service/publication/controles/faits.ts', /DONORS = ([\d_]+)/),
      numberIn('service/publication/controles/faits.ts', /GIFTS = ([\d_]+)/),
      secondsIn('service/publication/controles/verifier.ts', /STEP_MS = ([\d_]+)/),
      numberIn('service/publication/controles/faits.ts', /STEPS = ([\d_]+)/),
    ],
  },
  {
    paper: 'tests/bench/README.md',
    sentence: 'From # changed gifts on',
    numbers: [numberIn('service/imports/writing/journal.ts', /MANY = ([\d_]+)/)],
  },
]

test.each(COUNTS)('[C] $paper : « $sentence » compte juste', ({ paper, sentence, numbers }) => {
  let at = 0
  const expected = sentence.replace(/#/g, () => String(numbers[at++]))
  expect(numbers).toHaveLength(at)
  expect(read(paper)).toContain(expected)
})

test('[C] le premier papier se lit en quelques minutes', () => {
  expect(readFileSync('README.md', 'utf8').split('\n').length - 1).toBeLessThanOrEqual(110)
})

/** The rows of the tables of a paper whose heading begins with these cells, cell by cell, without their backquotes. */
function rowsUnder(paper: string, ...heading: string[]): string[][] {
  const rows = readFileSync(paper, 'utf8')
    .split('\n')
    .map((line) =>
      line.startsWith('|')
        ? line
            .split('|')
            .slice(1, -1)
            .map((cell) => cell.trim().replaceAll('`', ''))
        : [],
    )
  const first = rows.findIndex((cells) => heading.every((cell, at) => cells[at] === cell))
  const after = rows.slice(first + 2)
  return first < 0
    ? []
    : after.slice(
        0,
        after.findIndex((cells) => cells.length === 0),
      )
}

/** The names of the settings that a program reads: the keys of its schema. */
function settingsOf(file: string, schema: string): string[] {
  const [, keys = ''] =
    new RegExp(`const ${schema} = z\\s+\\.object\\(\\{([^]*?)\\n {2}\\}\\)`).exec(
      readFileSync(file, 'utf8'),
    ) ?? []
  return [...keys.matchAll(/^ {4}([A-Z_]+)[:,]/gm)].map(([, name = '']) => name)
}

describe('Les réglages', () => {
  const web = settingsOf('remix/gate/settings.ts', 'Settings')
  const service = settingsOf('service/config.ts', 'Settings')
  const rows = rowsUnder(OPERATING, 'name', 'default', 'read by')

  test('[C] la table en a chacun une fois, et aucun autre', () => {
    // What `npm start` needs besides is the web app's.
    const all = new Set([...web, ...service, ...settingsOf('service/config.ts', 'LaunchSettings')])
    expect(all.size).toBeGreaterThan(20)
    expect(rows.map(([name = '']) => name).sort()).toEqual([...all].sort())
  })

  test('[C] la table dit quels programmes les lisent', () => {
    const readers = rows.map(([name, , by]) => [name, by])
    expect(readers).toEqual(
      rows.map(([name = '']) => [
        name,
        [
          ...(web.includes(name) ? ['web'] : []),
          ...(service.includes(name) ? ['service'] : []),
        ].join(', '),
      ]),
    )
  })

  test('[C] la table dit ce qu’ils valent par défaut', () => {
    const defaults: Record<string, string | number | boolean | string[] | undefined> = {
      ...readWebSettings({}),
      ...readConfig({ DATABASE_URL: 'postgresql://127.0.0.1/dons' }),
      DATABASE_URL: undefined,
      SERVICE_URL: readWebSettings({}).SERVICE_URL,
    }
    const textOf = (value: (typeof defaults)[string]) => {
      if (value === undefined || (Array.isArray(value) && value.length === 0)) return 'none'
      return typeof value === 'boolean' ? String(Number(value)) : String(value)
    }
    expect(rows.map(([name, value]) => [name, value])).toEqual(
      rows.map(([name = '']) => [name, textOf(defaults[name])]),
    )
  })

  test('[C] ceux des tests sont dans la leur', () => {
    const own = /process\.env(?:\.|\[')((?!E2E_|VITEST_|PATH\b|FORCE_COLOR\b)[A-Z_]+)/g
    const used = ['support', 'service', 'unit', 'ecrans', 'e2e', 'faults']
      .flatMap(filesOf)
      .filter((file) => /\.(ts|mjs)$/.test(file))
      .concat('tests/vitest.config.ts', 'tests/playwright.config.ts')
      .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(own)].map(([, name]) => name))
    expect(rowsUnder('tests/README.md', 'variable').map(([name]) => name)).toEqual(
      expect.arrayContaining([...new Set(used)]),
    )
  })
})

test('ce que prend une chose nouvelle est dans la table, et trouve encore sa place', () => {
  expect(rowsUnder('tests/README.md', 'something new')).toEqual(
    AJOUTS.map((ajout) => [ajout.quoi, String(filesOfAjout(ajout))]),
  )
  for (const { file, before, text } of AJOUTS.flatMap(({ pieces }) => pieces))
    if (before === undefined) expect(existsSync(file), file).toBe(false)
    else expect(insert(readFileSync(file, 'utf8'), before, text), file).toContain(text + before)
})

test('[C] chaque mesure pour Prometheus est dans la table, et aucune autre', () => {
  const names = [...readFileSync('service/metrics.ts', 'utf8').matchAll(/name: '(dons_\w+)'/g)]
  const rows = rowsUnder(OPERATING, 'name', 'labels')
  expect(rows.map(([name = '']) => name).sort()).toEqual(names.map(([, name = '']) => name).sort())
})

test('[C] chaque programme de commands/ est dans la table des commandes', () => {
  const programs = readdirSync('service/programs/commands').map((file) => file.replace(/\.ts$/, ''))
  const rows = rowsUnder(OPERATING, 'command', 'runs as')
  expect(rows.map(([name = '']) => name).sort()).toEqual([...programs, 'audit'].sort())
})

/** A heading as its anchor. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(' ', '-')

test('[C] chaque lien d’un papier mène à un fichier, et à un titre de ce fichier', () => {
  const broken = PAPERS.flatMap((paper) =>
    [...readFileSync(paper, 'utf8').matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, link = '']) => link)
      .filter((link) => !/^https?:/.test(link))
      .filter((link) => {
        const [place = '', anchor] = link.split('#')
        const file = place === '' ? paper : path.posix.join(path.posix.dirname(paper), place)
        if (!existsSync(file)) return true
        if (anchor === undefined) return false
        const headings = readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)
        return ![...headings].some(([, heading = '']) => anchorOf(heading) === anchor)
      })
      .map((link) => `${paper}: ${link}`),
  )
  expect(broken).toEqual([])
})

test('[C] chaque fichier que les papiers nomment existe', () => {
  const roots = [
    '',
    'service',
    'remix',
    'migrations',
    'tests',
    'service/imports',
    'service/donateurs/listes',
  ]
  const missing = PAPERS.filter((paper) => paper !== '.github/CHANGELOG.md').flatMap((paper) =>
    [
      ...readFileSync(paper, 'utf8').matchAll(
        /`([\w./-]+\/(?:[\w.-]+\.(?:ts|tsx|mjs|sql|md)|[\w-]+\/))`/g,
      ),
    ]
      .map(([, place = '']) => place)
      .filter((place) => !/NNNN|(^|\/)build\//.test(place))
      .filter(
        (place) =>
          ![path.posix.dirname(paper), ...roots].some((root) =>
            existsSync(path.posix.join(root, place)),
          ),
      )
      .map((place) => `${paper}: ${place}`),
  )
  expect(missing).toEqual([])
})

test('[C] chaque commande que les papiers nomment existe', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    scripts: Record<string, string>
  }
  const missing = PAPERS.flatMap((paper) =>
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
