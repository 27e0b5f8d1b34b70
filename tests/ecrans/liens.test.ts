import { expect, test } from 'vitest'
import { partagee } from '../support/ecrans'
import { tirages } from '../support/hasard'
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

const { ouvrir, demander, serviceUrl } = partagee()

const yearsOf = (document: Document): string[] =>
  findAll(document, '#annee option').map((option) => attribute(option, 'value') ?? '')

const { document: dashboard } = await ouvrir('/dashboard')
const { document: donations } = await ouvrir('/donations')
const YEARS = yearsOf(dashboard)
const perYear = (path: string) => YEARS.map((year) => `${path}?annee=${year}`)
const SCREENS = [
  '/dashboard/a-date',
  '/dashboard/a-date?au=2020-02-29',
  '/montant',
  '/donateurs',
  '/donateurs/cohortes',
  '/donateurs/grille',
  '/nouveaux/deuxieme-don',
  '/campagnes',
  ...['campagne', 'media', 'origine', 'produit'].map(
    (axe) => `/campagnes/ventilation?axe=${axe}&mesure=dons&annee=${YEARS[0]}`,
  ),
  `/campagnes/ventilation?axe=campagne&mesure=dons&annee=${YEARS[3]}`,
  ...['/dashboard', '/dashboard/rapport', '/nouveaux', '/actifs', '/donations'].flatMap(perYear),
  // The first year on file counts nobody there.
  ...perYear('/actifs/fidelite').slice(0, -1),
]

/** Numbers that count nobody: goals, means, days and forecasts. */
const NO_COUNT = /^(Objectif|Moyenne globale|Délai médian \(jours\)|Prévision \d{4})$/

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

/** What the service says a list has, asked with every filter of its link. */
async function ask(href: string): Promise<number[]> {
  const { pathname, searchParams } = new URL(href, serviceUrl)
  const isGifts = pathname === '/donations'
  if (isGifts) {
    searchParams.set('year', searchParams.get('annee') ?? '')
    searchParams.delete('annee')
  }
  const path = isGifts ? '/api/donations/list' : '/api/donateurs/liste'
  const answer = await fetch(`${serviceUrl}${path}?${searchParams}&limit=1`)
  expect(answer.status, href).toBe(200)
  const list = (await answer.json()) as {
    total_donateurs?: number
    pagination: { total_items: number }
  }
  return [list.pagination.total_items, list.total_donateurs ?? list.pagination.total_items]
}

/** What a list's page says it has, and how many rows its file has. */
async function follow(href: string): Promise<number[]> {
  const { status, document } = await ouvrir(href)
  expect(status, href).toBe(200)
  const [first] = href.startsWith('/donations')
    ? findAll(document, '.list-count .badge')
    : findAll(document, '.kpi-value')
  const file = findAll(document, '.data-table .download a').at(-1)
  const rows = await rowsOf((file && attribute(file, 'href')) ?? '')
  return [countOf(first ? textOf(first) : ''), rows]
}

/** What a link asks for, its values apart: links of one kind differ by year or band alone. */
function kindOf(href: string): string {
  const { pathname, searchParams } = new URL(href, serviceUrl)
  return [pathname, searchParams.get('ensemble'), ...[...searchParams.keys()].sort()].join(' ')
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

/** The lists that are asked for where nobody gives more time: others each time. */
const PART = 0.3

/** The same in another order each time. */
const shuffled = (all: readonly string[]): string[] =>
  all
    .map((item) => ({ item, at: Math.random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)

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
  const compare = (href: string, found: number[]) => {
    for (const { count, screen } of expected.get(href) ?? [])
      if (found.some((number) => number !== count))
        wrong.push(`${screen} ${href}: ${count}, in its list ${found.join(' and ')}`)
  }
  const all = shuffled([...expected.keys()])
  const asked = tirages(1) > 1 ? all : all.slice(0, all.length * PART)
  await forAll(asked, async (href) => compare(href, await ask(href)))

  const kinds = new Map(all.map((href) => [kindOf(href), href]))
  const opened = tirages(1) > 1 ? all : [...kinds.values()]
  await forAll(opened, async (href) => compare(href, await follow(href)))

  expect(wrong).toEqual([])
  const links = [...expected.values()].flat().length
  console.info(
    `${links} links on ${SCREENS.length} screens, to ${all.length} lists, ${asked.length} asked for, ${opened.length} opened`,
  )
  expect(links).toBeGreaterThan(2_000)
  expect(kinds.size).toBeGreaterThan(20)
}, 600_000)
