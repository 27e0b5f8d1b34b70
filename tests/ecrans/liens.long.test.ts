import { expect, test } from 'vitest'
import { partagee } from '../support/ecrans'
import { forAll } from '../support/for-all'
import { MANY_DRAWS } from '../support/hasard'
import { attribute, type Document, type Element, findAll, textOf } from '../support/html'
import { cellsWithoutLink, countOf, kindOf } from '../support/liens'
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
  '/donateurs/geographie',
  '/donateurs/croisements',
  '/donateurs/croisements?lignes=annee&colonnes=profil&mesure=donations',
  '/nouveaux/deuxieme-don',
  '/donateurs/reguliers',
  '/campagnes',
  ...['campagne', 'media', 'origine', 'produit'].map(
    (axe) => `/campagnes/ventilation?axe=${axe}&mesure=dons&annee=${YEARS[0]}`,
  ),
  `/campagnes/ventilation?axe=campagne&mesure=dons&annee=${YEARS[3]}`,
  ...[
    '/dashboard',
    '/dashboard/objectifs',
    '/dashboard/rapport',
    '/nouveaux',
    '/actifs',
    '/campagnes/couts',
    '/donations',
  ].flatMap(perYear),
  // The first year on file counts nobody there.
  ...perYear('/actifs/fidelite').slice(0, -1),
]

/** Totals of several years, of which no list is: the screen says so. */
const UNLISTED = /^Dons de toutes les années, année et [^:]+: Total, /

/** Numbers that count nobody: goals and what they lack, means, days, months, forecasts, inhabitants, campaigns and what was mailed. */
const NO_COUNT =
  /: (Objectif|Moyenne globale|Prévision \d{4}), |, (Objectif|Écart|Délai médian \(jours\)|Habitants|Campagnes|Envois|Visé.*|Par mois jusqu’en décembre)$|^Séries (encore actives|de dons), .*, Mois$/

/** The numbers of counts in a page's tables that lead nowhere. */
const unlinked = (document: Document) =>
  cellsWithoutLink(document).filter(
    ({ place }) =>
      !NO_COUNT.test(place) && !(UNLISTED.test(place) && findAll(document, '.unlisted').length > 0),
  )

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
  const path = isGifts ? '/donations/list' : pathname.replace('/donations/', '/donateurs/')
  const answer = await fetch(`${serviceUrl}/api${path}?${searchParams}&limit=1`)
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
  if (href.startsWith('/donations/a-verifier')) {
    const [file] = findAll(document, '.table-menu a[href^="/donations/a-verifier.csv"]')
    const rows = await rowsOf((file && attribute(file, 'href')) ?? '')
    return [findAll(document, '.reasons').length, rows]
  }
  const [first] = /^\/(donations\?|donateurs\/reguliers\/series)/.test(href)
    ? findAll(document, '.list-count .badge')
    : findAll(document, '.kpi-value')
  const file = findAll(document, '.table-menu a[download]').at(-1)
  const rows = await rowsOf((file && attribute(file, 'href')) ?? '')
  return [countOf(first ? textOf(first) : ''), rows]
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
    // Of most years nobody has an aim, and their page nothing to count.
    if (!screen.startsWith('/dashboard/objectifs')) expect(links.length, screen).toBeGreaterThan(0)
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
  const asked = MANY_DRAWS ? all : all.slice(0, all.length * PART)
  await forAll(asked, async (href) => compare(href, await ask(href)))

  const kinds = new Map(all.map((href) => [kindOf(href), href]))
  const opened = MANY_DRAWS ? all : [...kinds.values()]
  await forAll(opened, async (href) => compare(href, await follow(href)))

  expect(wrong).toEqual([])
  const links = [...expected.values()].flat().length
  console.info(
    `${links} links on ${SCREENS.length} screens, to ${all.length} lists, ${asked.length} asked for, ${opened.length} opened`,
  )
  expect(links).toBeGreaterThan(2_000)
  expect(kinds.size).toBeGreaterThan(20)
}, 600_000)
