import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { partagee } from '../support/ecrans'
import { attribute, find, findAll, textOf, wordsOf } from '../support/html'

const { ouvrir, demander } = partagee()

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

test('sur le rapport, chaque chiffre et chaque tableau mène à sa définition de l’année', async () => {
  const { document } = await ouvrir('/dashboard/rapport?annee=2020')
  const tables = findAll(document, '.data-table')
  expect(tables.length).toBeGreaterThan(0)
  expect(findAll(document, '.kpi .how-mark')).toHaveLength(findAll(document, '.kpi').length)
  expect(findAll(document, '.data-table .how')).toHaveLength(tables.length)
  for (const link of findAll(document, 'main a.how, main a.how-mark')) {
    const [address, code] = (attribute(link, 'href') ?? '').split('#')
    expect(address).toBe('/dashboard/definitions?annee=2020')
    expect(places).toContain(code)
  }
})
