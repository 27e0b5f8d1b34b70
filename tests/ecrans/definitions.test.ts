import { expect, test } from 'vitest'
import { SECTIONS } from '#contract/definitions'
import { partagee } from '../support/ecrans'
import { attribute, find, findAll, textOf } from '../support/html'

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
  '/nouveaux/deuxieme-don',
  '/actifs/fidelite?annee=2020',
  '/campagnes',
  '/campagnes/ventilation?annee=2020',
]

const { document: page } = await ouvrir('/dashboard/definitions?annee=2020')
const places = findAll(page, '.definition').map((place) => attribute(place, 'id'))

test('la page explique chaque chiffre, avec les nombres de l’année, et se télécharge', async () => {
  expect(textOf(find(page, 'h1'))).toBe('Comment c’est calculé ?')
  expect(places).toEqual(Object.values(SECTIONS).flat())
  expect(findAll(page, '.definition-example').length).toBeGreaterThan(10)
  expect(textOf(find(page, '#don-moyen .definition-example'))).toMatch(/^2020\s: [\d\s,]+€ ÷/u)
  const file = attribute(find(page, '.download a'), 'href') ?? ''
  const lines = (await (await demander(file)).text()).trimEnd().split('\r\n')
  expect(lines).toHaveLength(places.length + 1)
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
    for (const link of findAll(document, 'main .how, main .how-mark')) {
      const { pathname, search, hash } = new URL(attribute(link, 'href') ?? '', 'http://x')
      expect(pathname + search).toBe(
        screen.includes('?') ? '/dashboard/definitions?annee=2020' : '/dashboard/definitions',
      )
      expect(places).toContain(hash.slice(1))
    }
  },
)
