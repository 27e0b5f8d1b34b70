import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

/** The first entry whose folder holds a file says what that file may import, beside packages' own parts. */
const ROOMS: readonly { room: string; files: RegExp; may: RegExp }[] = [
  { room: 'the contract', files: /^service\/contract\//, may: /^(zod$|service\/contract\/)/ },
  { room: 'figures', files: /^service\/figures\//, may: /^service\/figures\// },
  { room: 'the edge', files: /^service\/edge\//, may: /^service\/edge\// },
  {
    room: 'files',
    files: /^service\/files\//,
    may: /^service\/(files|figures|contract)\//,
  },
  {
    room: 'the interface kit',
    files: /^remix\/ui\//,
    may: /^(react|@remix-run\/react$|remix\/(ui|styles)|service\/(contract|figures|files)\/)/,
  },
  {
    room: 'the web app',
    files: /^remix\//,
    may: /^(?!(service\/(?!(contract|figures|edge|files|process)\/)|tests\/|migrations\/|(pg|kysely|fastify)(\/|$)))/,
  },
  {
    room: 'processes',
    files: /^service\/process\//,
    may: /^(?!(service\/(?!(process|edge)\/)|remix\/|tests\/|migrations\/))/,
  },
  {
    room: 'the shared floor of the service',
    files: /^service\/(database|http)\//,
    may: /^(?!(service\/(?!(contract|edge|figures|files|database|http|process)\/|problem|config|version|metrics)|remix\/|tests\/|migrations\/))/,
  },
  {
    room: 'the jobs',
    files: /^service\/jobs\//,
    may: /^(?!(service\/(?!jobs\/|database\/)|remix\/|tests\/|migrations\/))/,
  },
]

/** The features of the service, which know the shared floor but never each other. */
const FEATURES = [
  'imports',
  'rafraichissement',
  'exclusions',
  'donations',
  'listes',
  'analyses',
  'recherche',
  'fiches',
  'exports',
  'rapport',
]

const featureOf = (file: string) =>
  FEATURES.find((feature) => file.startsWith(`service/${feature}/`))

function listFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const place = `${folder}/${entry.name}`
    if (entry.isDirectory()) return listFiles(place)
    return /\.tsx?$/.test(entry.name) ? [place] : []
  })
}

/** What a file imports: packages by name, our own files by their place in the project. */
function listImports(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  const found = text.matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*)'([^']+)'/g)
  return [...found].map(([, name = '']) => {
    if (name.startsWith('.')) return path.posix.join(path.posix.dirname(file), name)
    return name.replace(/^#(contract|edge|figures|files|process)\//, 'service/$1/')
  })
}

const files = ['service', 'remix'].flatMap(listFiles)

describe('Qui importe qui', () => {
  test('chaque fichier n’importe que ce que sa pièce permet', () => {
    const faults = files.flatMap((file) => {
      const rule = ROOMS.find((room) => room.files.test(file))
      const strangers = rule ? listImports(file).filter((name) => !rule.may.test(name)) : []
      return strangers.map((name) => `${rule?.room}: ${file} → ${name}`)
    })
    expect(faults).toEqual([])
  })

  test('une fonction du service n’en connaît pas une autre', () => {
    const faults = files.flatMap((file) => {
      const feature = featureOf(file)
      if (feature === undefined) return []
      const others = listImports(file).filter((name) => {
        const other = featureOf(name)
        return (
          (other !== undefined && other !== feature) || /^(remix|tests|migrations)\//.test(name)
        )
      })
      return others.map((name) => `${file} → ${name}`)
    })
    expect(faults).toEqual([])
  })

  test('les imports sont bien lus : le service importe sa base', () => {
    expect(listImports('service/main.ts')).toContain('service/database/connect')
  })
})
