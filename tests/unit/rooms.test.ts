import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { ADDRESSES } from '../../remix/routes'

/** The floors that hold rooms of a kind; every other folder of the service is a room of its own. */
const FLOORS = ['platform', 'donateurs', 'publication', 'programs']

/** What every feature of the service may know of it. */
const FLOOR = [
  'contract',
  'edge',
  'figures',
  'files',
  'process',
  'database',
  'http',
  'jobs',
  'problem',
  'config',
  'version',
  'metrics',
]

const FEATURES = [
  'imports',
  'calcul',
  'rafraichissement',
  'exclusions',
  'donations',
  'listes',
  'analyses',
  'campagnes',
  'recherche',
  'doublons',
  'oppositions',
  'remerciements',
  'rgpd',
  'series',
  'fiches',
  'exports',
  'verification',
  'controles',
  'publications',
]

/** The features that know another, and why they must. */
const BETWEEN_FEATURES: Readonly<Record<string, string>> = {
  'verification → exclusions': 'a decision waits for those on exclusions and asks who is excluded',
  'exclusions → calcul': 'who is merged counts at once as what the gifts of both come to',
  'doublons → verification': 'what is typed for want of an address makes no two people one',
  'analyses → verification': 'a figure says what it is without the donors to review',
  'listes → verification': 'a selection leaves out the donors to review',
  'fiches → oppositions': 'a card says that its person must not be written to',
  'listes → oppositions': 'a selection leaves out who must not be written to',
  'rgpd → oppositions': 'who asks to be forgotten is written to no more',
  'fiches → remerciements': 'a card says when its person was thanked',
  'listes → remerciements': 'a list says who was thanked, and has those who were not',
  'controles → calcul': 'a control counts donors anew',
  'controles → verification': 'a gap with the accounts may be what the donors to review gave',
  'controles → publications': 'an arrêté is checked by the rule that sealed it',
  'rafraichissement → calcul': 'a refresh begins with the facts',
  'rafraichissement → controles': 'the line of freshness says how many controls agree',
  'rafraichissement → verification':
    'the line of freshness says whether donors to review were looked for',
  'publications → analyses': 'an arrêté asks the questions of the dashboard of what was published',
  'publications → verification': 'the month says how many donors are to review',
  'publications → exclusions': 'an arrêté is verified as the log is',
  'publications → exclusions/audit': 'its seal is verified by the auditor’s functions',
  'exclusions → exclusions/audit': 'the screens verify with the auditor’s functions',
}

/** The rooms and single files of the service that are no feature, with what of the service each may know. */
const ROOMS: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  figures: [],
  edge: [],
  files: ['figures', 'contract'],
  process: ['edge'],
  database: FLOOR.filter((room) => room !== 'jobs'),
  http: FLOOR.filter((room) => room !== 'jobs'),
  jobs: ['database'],
  // Imports nothing of ours: what verifies shares no code with what writes.
  'exclusions/audit': [],
  backup: ['process', 'database', 'exclusions/audit'],
  rapport: ['process'],
  appel: ['contract', 'process'],
  importer: ['contract', 'figures', 'files', 'process', 'appel'],
  exporter: ['contract', 'figures', 'process', 'appel'],
  demo: ['contract', 'edge', 'config', 'appel'],
  launch: ['process', 'database', 'edge', 'config', 'demo'],
  commands: [...FLOOR, ...FEATURES, 'log', 'backup', 'rapport', 'appel', 'importer', 'exporter'],
  app: [...FLOOR, ...FEATURES],
  main: [...FLOOR, ...FEATURES, 'log', 'app'],
  config: ['edge', 'process'],
  log: ['process'],
  problem: ['contract'],
  metrics: [],
  version: [],
  build: [],
  start: ['build', 'launch'],
  run: ['start'],
  dev: ['start', 'build', 'launch'],
  audit: ['exclusions/audit', 'start', 'database'],
}

/** What is not of the service: the packages of the rooms that the web app or a browser has too, and the web app itself. */
const BEYOND: readonly { files: RegExp; may: RegExp }[] = [
  { files: /^service\/contract\//, may: /^zod$/ },
  { files: /^service\/(figures|edge|files)\//, may: /^$/ },
  { files: /^service\/exclusions\/audit\//, may: /^(node:.+|pg)$/ },
  // What starts both programs reads the settings of both before anything else.
  {
    files: /^service\//,
    may: /^(?!(remix\/(?!gate\/settings$)|tests\/|migrations\/))/,
  },
  { files: /^service\/(?!programs\/launch\/)/, may: /^(?!remix\/)/ },
  {
    files: /^remix\/ui\//,
    may: /^(react|@remix-run\/react$|remix\/(ui|styles)|service\/(contract|figures|files)\/)/,
  },
  {
    files: /^remix\//,
    may: /^(?!(service\/(?!(contract|figures|edge|files|process)\/)|tests\/|migrations\/|(pg|kysely|fastify)(\/|$)))/,
  },
]

/**
 * What is inside a room, the lowest first: each knows those before it alone. `.` stands for the loose files that are not
 * named.
 */
const INSIDE: Readonly<Record<string, readonly string[]>> = {
  'service/imports': [
    'failure',
    'parsing',
    'classeur',
    'modeles',
    'staging',
    'writing',
    'entries',
    'changes',
    'preview',
    'fichiers',
    'partages',
    'undo',
    'jobs',
    'dossier',
    'connections',
    'routes',
  ],
  'service/platform/database': ['schema', '.', 'migration', 'prepare', 'distribute'],
}

/** The room of a file of the service, or of what an import names there. */
function roomOf(place: string): string | undefined {
  if (!place.startsWith('service/')) return undefined
  const parts = place
    .replace(/\.(tsx?|mjs)$/, '')
    .split('/')
    .slice(1)
  const [first = '', ...rest] = FLOORS.includes(parts[0] ?? '') ? parts.slice(1) : parts
  return rest.length > 0 && first === 'exclusions' && rest[0] === 'audit' ? `${first}/audit` : first
}

/** The house that a file is in, of those with an order, and how high; -1 where that is not said. */
function floorOf(place: string): { house: string; height: number } | undefined {
  const house = Object.keys(INSIDE).find((folder) => place.startsWith(`${folder}/`))
  if (house === undefined) return undefined
  const order = INSIDE[house] ?? []
  const [first = '', ...rest] = place
    .slice(house.length + 1)
    .replace(/\.tsx?$/, '')
    .split('/')
  const isLoose = rest.length === 0 && !order.includes(first)
  return { house, height: order.indexOf(isLoose ? '.' : first) }
}

/** Whether an import goes up inside a house. */
function goesUp([file, name]: Arrow): boolean {
  const [from, to] = [floorOf(file), floorOf(name)]
  return from !== undefined && from.house === to?.house && from.height < to.height
}

function mayKnow(room: string, other: string): boolean {
  if (room === other || `${room} → ${other}` in BETWEEN_FEATURES) return true
  return (FEATURES.includes(room) ? FLOOR : (ROOMS[room] ?? [])).includes(other)
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const place = `${folder}/${entry.name}`
    if (entry.isDirectory()) return listFiles(place)
    return /\.(tsx?|mjs)$/.test(entry.name) ? [place] : []
  })
}

/** What a file imports, as a type too: packages by name, our own files by their place in the project. */
function listImports(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  const found = text.matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*)'([^'\s]+)'/g)
  return [...found].map(([, name = '']) => {
    if (name.startsWith('.')) return path.posix.join(path.posix.dirname(file), name)
    return name.replace(/^#(contract|edge|figures|files|process)\//, 'service/$1/')
  })
}

/** A file and what it imports. */
type Arrow = readonly [file: string, name: string]

const written = ([file, name]: Arrow) => `${file} → ${name}`

const isInComment = (file: string, name: string) =>
  file.endsWith('.mjs') &&
  new RegExp(`@import .* from '\\./${path.basename(name).replace('.', '\\.')}'`).test(
    readFileSync(file, 'utf8'),
  )

/** The files that can be reached from themselves, each named once with the way back. */
function findCircles(arrows: readonly Arrow[]): string[] {
  const known = new Map(files.map((file) => [file.replace(/\.(tsx?|mjs)$/, ''), file]))
  const next = new Map(files.map((file): [string, string[]] => [file, []]))
  for (const [file, name] of arrows) {
    const other = known.get(name.replace(/\.mjs$/, ''))
    if (other !== undefined) next.get(file)?.push(other)
  }
  const done = new Set<string>()
  const circles: string[] = []
  const follow = (file: string, way: readonly string[]) => {
    const met = way.indexOf(file)
    if (met >= 0) circles.push([...way.slice(met), file].join(' → '))
    if (met >= 0 || done.has(file)) return
    for (const other of next.get(file) ?? []) follow(other, [...way, file])
    done.add(file)
  }
  for (const file of files) follow(file, [])
  return circles
}

/** A file this short that one neighbour alone imports is a part of it, unless it is a noun of its own. */
const SHORT = 40

/** The short files of one neighbour that stand by themselves. An `index` lists what stands by itself, and a screen's route is made of its parts. */
const NOUNS: readonly string[] = [
  'service/exclusions/audit/reprise-dons.mjs',
  'service/exclusions/phrases.ts',
  'service/programs/backup/version-0-1-0.ts',
  'service/programs/launch/demo.ts',
  'service/verification/regles/clavier.ts',
]

/** Files of a few lines whose one importer is in the same folder. */
function findParts(): string[] {
  const importers = new Map<string, Set<string>>()
  for (const [file, name] of arrows) {
    const other = name.replace(/\.mjs$/, '')
    importers.set(other, (importers.get(other) ?? new Set()).add(file))
  }
  return files.filter((file) => {
    const [only = '', ...others] = importers.get(file.replace(/\.(tsx?|mjs)$/, '')) ?? []
    if (others.length > 0 || path.dirname(only) !== path.dirname(file)) return false
    if (['index.ts', 'route.tsx'].includes(path.basename(only))) return false
    return readFileSync(file, 'utf8').split('\n').length <= SHORT + 1
  })
}

const files = ['service', 'remix'].flatMap(listFiles)
const arrows = files.flatMap((file) => listImports(file).map((name): Arrow => [file, name]))

describe('Qui importe qui', () => {
  test('[C] chaque fichier du service est dans une pièce connue, les programmes en .mjs aussi', () => {
    const rooms = new Set(files.flatMap((file) => roomOf(file) ?? []))
    expect([...rooms].sort()).toEqual([...FEATURES, ...Object.keys(ROOMS)].sort())
  })

  test('[C] une pièce du service ne connaît que celles que sa règle nomme', () => {
    const faults = arrows.filter(([file, name]) => {
      const [room, other] = [roomOf(file), roomOf(name)]
      return room !== undefined && other !== undefined && !mayKnow(room, other)
    })
    expect(faults.map(written)).toEqual([])
  })

  test('dans les imports et la base une pièce ne connaît que celles d’avant elle', () => {
    const homeless = files.filter((file) => floorOf(file)?.height === -1)
    expect(homeless).toEqual([])
    expect(arrows.filter(goesUp).map(written)).toEqual([])
    expect(goesUp(['service/imports/staging/fit.ts', 'service/imports/writing/order'])).toBe(true)
    expect(goesUp(['service/imports/writing/order.ts', 'service/imports/staging/fit'])).toBe(false)
  })

  test('chaque fichier n’importe des paquets et de l’application web que ce que sa pièce permet', () => {
    const faults = arrows.filter(([file, name]) => {
      if (roomOf(file) !== undefined && roomOf(name) !== undefined) return false
      return !BEYOND.find((rule) => rule.files.test(file))?.may.test(name)
    })
    expect(faults.map(written)).toEqual([])
  })

  test('[C] une fonction du service n’en connaît une autre que là où c’est dit, et rien n’est dit pour rien', () => {
    const found = arrows.flatMap(([file, name]) => {
      const [room = '', other = ''] = [roomOf(file), roomOf(name)]
      const known = [...FEATURES, 'exclusions/audit']
      const both = FEATURES.includes(room) && known.includes(other) && room !== other
      return both ? [`${room} → ${other}`] : []
    })
    expect([...new Set(found)].sort()).toEqual(Object.keys(BETWEEN_FEATURES).sort())
  })

  test('aucun fichier ne revient à lui-même par ce qu’il importe, types compris', () => {
    // What plain JavaScript knows of another file in comments alone, it does not need.
    const needed = arrows.filter(([file, name]) => !isInComment(file, name))
    expect(findCircles(needed)).toEqual([])
    const circle: Arrow[] = [
      ['service/app.ts', 'service/config'],
      ['service/config.ts', 'service/app'],
    ]
    expect(findCircles(circle)).toEqual(['service/app.ts → service/config.ts → service/app.ts'])
  })

  test('un petit fichier que seul son voisin importe est un mot du métier, ou une partie de ce voisin', () => {
    expect(findParts().sort()).toEqual(NOUNS)
  })

  test('un écran est dans le dossier de son adresse, ce qui en dépend aussi', () => {
    const screens = ADDRESSES.flatMap(({ path: address = '', file }) =>
      file.startsWith('screens/') ? [{ folder: path.dirname(file).slice(8), address, file }] : [],
    )
    expect(screens.length).toBeGreaterThan(60)
    const strayed = screens.filter(({ folder, address, file }) =>
      file.endsWith('/route.tsx')
        ? folder !== address.replace(/\/:\w+$/, '')
        : !address.replace(/\.csv$/, '').startsWith(folder),
    )
    expect(strayed).toEqual([])
  })

  test('un écran se nomme, sur son onglet comme là où il échoue', () => {
    const screens = ADDRESSES.map(({ file }) => `remix/${file}`).filter((file) =>
      file.endsWith('.tsx'),
    )
    expect(screens.length).toBeGreaterThan(50)
    const unnamed = screens.filter(
      (file) => !/^export const handle: Handle\b/m.test(readFileSync(file, 'utf8')),
    )
    expect(unnamed).toEqual([])
  })

  test('chaque fichier de tables a un numéro à lui, qui dit quand il s’applique', () => {
    const [former = [], tables = []] = ['anciennes', 'tables'].map((folder) =>
      readdirSync(`migrations/${folder}`).map((name) => name.slice(0, 4)),
    )
    // A base that has the former ones refuses one between them and those that it notes.
    expect(former.filter((number) => number >= '0600')).toEqual([])
    expect(tables.filter((number) => number < '0600')).toEqual([])
    const numbers = [...former, ...tables]
    expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual([])
  })

  test('les imports sont bien lus : le service importe sa base, le lanceur sa construction', () => {
    expect(listImports('service/main.ts')).toContain('service/platform/database/connect')
    expect(listImports('service/start.mjs')).toContain('service/build.mjs')
  })
})
