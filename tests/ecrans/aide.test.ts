import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { tomorrow } from '../../service/imports/parsing/cells/tomorrow'
import { CONTACTS_HEADER } from '../../service/programs/demo/generate'
import { partagee } from '../support/ecrans'
import { motsDuGuide, shows } from '../support/guide'
import { attribute, find, findAll, getByRole, textOf, wordsOf } from '../support/html'
import { lire } from '../support/lecture'
import { ECRANS } from '../support/plan'
import { type Ecran, lienDe } from '../support/visite'

const demo = partagee()
const vide = partagee('vide')
const { document: guide, html } = await demo.ouvrir('/aide')
const main = getByRole(guide, 'main')
const words = await motsDuGuide()

const SAMPLE = (name: string) => `/demonstration/${name}-demonstration.csv`

const headerOf = ({ document }: Ecran) => wordsOf(getByRole(document, 'banner'))

/** Screens that something was done to before, by the name that the guide's source gives them. */
const STATES: Record<string, () => Promise<Ecran>> = {
  vide: () => vide.ouvrir('/dashboard'),
  selection: () => demo.ouvrir('/donateurs/selection?ensemble=actifs&annee=2020'),
  fiche: () => demo.ouvrir('/donateurs/fiche?contact=C000001'),
  rapport: () => demo.ouvrir('/dashboard/rapport?annee=2020&malgre=1'),
}

describe('L’aide', () => {
  test('son sommaire a chaque chapitre, dans l’ordre', () => {
    const links = findAll(getByRole(guide, 'navigation', 'Sommaire'), 'a')
    const chapters = findAll(main, '.guide > section')
    expect(links.map((link) => [attribute(link, 'href'), textOf(link)])).toEqual(
      chapters.map((one) => [`#${attribute(one, 'id')}`, wordsOf(find(one, 'h2'))]),
    )
    expect(chapters).toHaveLength(9)
  })

  test('montre dix chiffres, chacun avec sa définition', async () => {
    const { document: definitions } = await demo.ouvrir('/dashboard/definitions')
    const known = findAll(definitions, '.definition').map((one) => attribute(one, 'id'))
    const figures = findAll(main, '.guide-figures > li')
    expect(figures).toHaveLength(10)
    for (const figure of figures) expect(findAll(figure, '.term').length).toBeGreaterThan(0)
    const terms = findAll(main, '.term').map((term) => attribute(term, 'href')?.split('#')[1])
    expect(known).toEqual(expect.arrayContaining(terms))
  })

  test('mène à des écrans qui existent, par leur adresse même', async () => {
    const paths = findAll(main, '.guide > section a')
      .map((link) => attribute(link, 'href') ?? '')
      .filter((href) => !href.startsWith('#') && !href.includes('definitions#'))
    expect(paths.length).toBeGreaterThan(20)
    // Those of the plan are opened by `pages`.
    const plan = new Set<string>(ECRANS.map(({ path }) => path))
    for (const path of new Set(paths.filter((one) => !plan.has(one)))) {
      const answer = await demo.demander(path)
      expect([path, answer.status]).toEqual([path, 200])
      await answer.arrayBuffer()
    }
  })

  /** Screens of an import and of an export: `import` and `selections` look for their words. */
  const ELSEWHERE = ['apercu', 'importe', 'donations importées', 'exporté']

  test.each(words.filter(({ on }) => !ELSEWHERE.includes(on)))(
    '« $word » est à l’écran, sur $on',
    async ({ on, word }) => {
      const { document } = await (STATES[on] ?? (() => demo.ouvrir(on)))()
      expect(shows(document, word)).toBe(true)
    },
  )

  test('un mot qui n’y est pas ne s’y trouve pas', async () => {
    const { document } = await demo.ouvrir('/upload')
    expect(shows(document, 'Analyser')).toBe(true)
    expect(shows(document, 'Analysez le fichier')).toBe(false)
    expect(shows(document, 'fichier')).toBe(false)
  })

  test('pèse peu, images comprises', async () => {
    const pictures = findAll(main, '.guide-picture img')
    expect(pictures).toHaveLength(5)
    let whole = Buffer.byteLength(html)
    for (const picture of pictures) {
      const answer = await demo.demander(attribute(picture, 'src') ?? '')
      expect(answer.headers.get('content-type')).toBe('image/webp')
      const { byteLength } = await answer.arrayBuffer()
      expect(byteLength).toBeGreaterThan(4_000)
      expect(byteLength).toBeLessThanOrEqual(40_000)
      whole += byteLength
    }
    expect(whole).toBeLessThanOrEqual(350_000)
  })

  test('les trois façons de commencer sont là', async () => {
    const dashboard = await vide.ouvrir('/dashboard')
    const [two, tool, look, ...others] = findAll(dashboard.document, '.first-steps > section')
    expect(others).toEqual([])
    expect(two && lienDe(two, 'Importer des données')).toBe('/upload')
    expect(tool && lienDe(tool, 'Importer ce fichier')).toBe('/upload?type=fichier')
    expect(look && lienDe(look, 'Fichier des donateurs')).toBe(SAMPLE('Contacts'))
    expect(look && lienDe(look, 'Fichier des dons')).toBe(SAMPLE('Donations'))
    expect(headerOf(dashboard)).not.toContain('démonstration')
  })

  test('les fichiers de démonstration se lisent sans rejet, et chaque don a sa fiche', async () => {
    // They end with the month before their build.
    const latest = tomorrow(new Date())
    const read = async (name: string, type: 'donateurs' | 'donations') =>
      lire(type, await (await demo.demander(SAMPLE(name))).text(), { latest })
    const contacts = await read('Contacts', 'donateurs')
    const dons = await read('Donations', 'donations')
    expect(contacts.lecture.colonnes).toEqual(expect.arrayContaining(CONTACTS_HEADER))
    expect([contacts.rejets, dons.rejets]).toEqual([[], []])
    const ids = contacts.lignes.map(({ contact_id }) => contact_id)
    expect(ids).toHaveLength(504)
    expect(ids.filter((id) => !id?.startsWith('DEMO-'))).toEqual([])
    expect(ids).toEqual(expect.arrayContaining(dons.lignes.map(({ contact_id }) => contact_id)))
  })
})

test('les images du guide ne sont nulle part d’ailleurs, et le README montre les mêmes', () => {
  const shown = [...readFileSync('README.md', 'utf8').matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)]
  expect(shown.length).toBeGreaterThan(0)
  for (const [, place] of shown) expect(place).toMatch(/^remix\/screens\/aide\/pictures\/.+\.webp$/)
})
