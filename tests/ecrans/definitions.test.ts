import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { partagee } from '../support/ecrans'
import { attribute, find, findAll, textOf, wordsOf } from '../support/html'

const { ouvrir, demander } = partagee()

const SCREENS = [
  '/dashboard?annee=2020',
  '/dashboard/a-date?annee=2020',
  '/dashboard/rapport?annee=2020',
  '/montant',
  '/nouveaux?annee=2020',
  '/actifs?annee=2020',
  '/donateurs',
  '/donateurs/cohortes',
  '/donateurs/grille',
  '/donateurs/geographie?annee=2020',
  '/donateurs/croisements?annee=2020',
  '/nouveaux/deuxieme-don',
  '/donateurs/reguliers',
  '/actifs/fidelite?annee=2020',
  '/campagnes',
  '/campagnes/ventilation?annee=2020',
]

const { document: page } = await ouvrir('/dashboard/definitions?annee=2020')
const places = findAll(page, '.definition').map((place) => attribute(place, 'id'))

test('la page explique chaque chiffre, avec les nombres de l’année, et se télécharge', async () => {
  expect(wordsOf(find(page, 'h1'))).toBe('Comment c’est calculé ?')
  expect(places.length).toBeGreaterThan(30)
  expect(findAll(page, '.definition-example').length).toBeGreaterThan(10)
  expect(textOf(find(page, '#don-moyen .definition-example'))).toMatch(/^2020\s: [\d\s,]+€ ÷/u)
  const file = attribute(find(page, '.download a'), 'href') ?? ''
  const lines = (await (await demander(file)).text()).trimEnd().split('\r\n')
  expect(lines).toHaveLength(places.length + 1)
})

test('chaque définition que le code des écrans nomme y est', () => {
  const files = readdirSync('remix', { recursive: true, encoding: 'utf8' })
  const named = files
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => readFileSync(`remix/${file}`, 'utf8'))
    .flatMap((text) => [...text.matchAll(/\bdefinition(?:=|: )["']([\w-]+)["']/g)])
    .map(([, code]) => code)
  expect(named.length).toBeGreaterThan(50)
  expect(places).toEqual(expect.arrayContaining(named))
})

test.each(SCREENS)(
  'sur %s chaque chiffre et chaque tableau mène à sa définition',
  async (screen) => {
    const { document } = await ouvrir(screen)
    const figures = findAll(document, '.kpi')
    const tables = findAll(document, '.data-table')
    expect(figures.length + tables.length).toBeGreaterThan(0)
    expect(findAll(document, '.kpi .how-mark')).toHaveLength(figures.length)
    expect(findAll(document, '.data-table .how')).toHaveLength(tables.length)
    for (const link of findAll(document, 'main a.how, main a.how-mark')) {
      const { pathname, search, hash } = new URL(attribute(link, 'href') ?? '', 'http://x')
      expect(pathname + search).toBe(
        screen.includes('?') ? '/dashboard/definitions?annee=2020' : '/dashboard/definitions',
      )
      expect(places).toContain(hash.slice(1))
    }
  },
)
