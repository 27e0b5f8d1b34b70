import { expect, test } from 'vitest'
import { partagee } from '../support/ecrans'
import {
  attribute,
  type Document,
  type Element,
  find,
  findAll,
  textOf,
  wordsOf,
} from '../support/html'
import { valeurDe } from '../support/tableau'

const { ouvrir, demander } = partagee()

const yearsOf = (document: Document): string[] =>
  findAll(document, '#annee option').map((option) => attribute(option, 'value') ?? '')

const { document: dashboard } = await ouvrir('/dashboard')
const { document: donations } = await ouvrir('/donations')
const YEARS = yearsOf(dashboard)
const perYear = (path: string) => YEARS.map((year) => `${path}?annee=${year}`)
const SCREENS = [
  '/montant',
  '/donateurs',
  '/donateurs/cohortes',
  '/campagnes',
  ...['/dashboard', '/nouveaux', '/actifs', '/donations'].flatMap(perYear),
]

/** Numbers that count nobody: goals and means. */
const NO_COUNT = /^(Objectif|Moyenne globale)$/

/** The number that a text begins with. */
function countOf(text: string): number {
  const [digits = ''] = /^[\d\u202f]+/.exec(text) ?? []
  return Number(digits.replaceAll('\u202f', ''))
}

/** The numbers of counts in a page's tables that lead nowhere. */
function unlinked(document: Document): string[] {
  return findAll(document, '.data-table table').flatMap((table) => {
    const heads = findAll(table, 'thead th').map(wordsOf)
    return findAll(table, 'tbody tr, tfoot tr').flatMap((row) => {
      const name = wordsOf(find(row, 'th'))
      return findAll(row, 'td.number').flatMap((cell, at) => {
        const [first = cell] = findAll(cell, '.part')
        const text = textOf(first)
        const isCount = /^[1-9][\d\u202f]*$/.test(text) && findAll(first, 'a').length === 0
        const isGoal = NO_COUNT.test(name) || NO_COUNT.test(heads[at + 1] ?? '')
        return isCount && !isGoal ? [`${wordsOf(find(table, 'caption'))}: ${name} ${text}`] : []
      })
    })
  })
}

/** How many rows a file has, its heading apart. */
async function rowsOf(href: string): Promise<number> {
  const answer = await demander(href)
  expect(answer.status, href).toBe(200)
  return (await answer.text()).trimEnd().split('\r\n').length - 1
}

interface Found {
  count: number
  rows: number
}

/** What a list says it has, and how many rows its file has. */
async function follow(href: string): Promise<Found> {
  const { status, document } = await ouvrir(href)
  expect(status, href).toBe(200)
  const [first] = href.startsWith('/donations')
    ? findAll(document, '.list-count .badge')
    : findAll(document, '.kpi-value')
  const file = findAll(document, '.data-table .download a').at(-1)
  return {
    count: countOf(first ? textOf(first) : ''),
    rows: await rowsOf((file && attribute(file, 'href')) ?? ''),
  }
}

const AT_ONCE = 6

/** Calls `each` for all, some at a time. */
async function forAll<Item>(items: readonly Item[], each: (item: Item) => Promise<void>) {
  const rest = [...items]
  const work = async () => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) await each(item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}

const linksOf = (document: Document): Element[] => findAll(document, 'main a.count')

test('chaque nombre de donateurs ou de dons mène à une liste et à un fichier qui en ont autant', async () => {
  expect(YEARS.length).toBeGreaterThan(5)
  expect(yearsOf(donations)).toEqual(YEARS)
  const expected = new Map<string, { count: number; screen: string }[]>()
  for (const screen of SCREENS) {
    const { status, document } = await ouvrir(screen)
    expect(status, screen).toBe(200)
    if (!screen.startsWith('/donations')) expect(unlinked(document), screen).toEqual([])
    const links = linksOf(document)
    expect(links.length, screen).toBeGreaterThan(0)
    for (const link of links) {
      const href = attribute(link, 'href') ?? ''
      expect(valeurDe(textOf(link)), `${screen} ${href}`).not.toBe(0)
      const count = countOf(textOf(link))
      expected.set(href, [...(expected.get(href) ?? []), { count, screen }])
    }
  }
  const wrong: string[] = []
  await forAll([...expected], async ([href, said]) => {
    const { count, rows } = await follow(href)
    for (const one of said)
      if (one.count !== count || one.count !== rows)
        wrong.push(`${one.screen} ${href}: ${one.count}, ${count} in the list, ${rows} in its file`)
  })
  expect(wrong).toEqual([])
  const links = [...expected.values()].flat().length
  console.info(`${links} links on ${SCREENS.length} screens, to ${expected.size} lists`)
  expect(links).toBeGreaterThan(2_000)
}, 600_000)
