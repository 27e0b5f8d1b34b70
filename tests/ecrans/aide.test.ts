import { readFileSync } from 'node:fs'
import { describe, expect, test, vi } from 'vitest'
import type { JournalImports } from '#contract/imports'
import { CONTACTS_HEADER } from '../../service/programs/demo/generate'
import { analyser, chiffresDe, fichier, importer } from '../support/deposer'
import { partagee, propre } from '../support/ecrans'
import {
  attribute,
  type Document,
  find,
  findAll,
  getByRole,
  textOf,
  wordsOf,
} from '../support/html'
import { SOON } from '../support/import-calls'
import { ECRANS } from '../support/plan'
import { attendreCalme } from '../support/semer'
import { type Ecran, lienDe } from '../support/visite'

const demo = partagee()
const vide = partagee('vide')
const { document: guide, html } = await demo.ouvrir('/aide')
const main = getByRole(guide, 'main')

const SAMPLE = (name: string) => `/demonstration/${name}-demonstration.csv`

/** What bears a word that somebody looks for, chooses or reads. */
const BEARERS =
  'h1, h2, h3, button, a, label, summary, legend, caption, th, dt, [role=tab], .brand-warning'

/** Whether a screen shows a word as a name of its own, alone or before what it is of. */
const shows = (document: Document, word: string): boolean =>
  findAll(document, BEARERS)
    .map(wordsOf)
    .some((text) => text === word || text.startsWith(`${word} `))

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

  const words = findAll(main, 'b[data-on]').map((word) => ({
    on: attribute(word, 'data-on') ?? '',
    word: wordsOf(word),
  }))
  const IMPORTED = new Set(['apercu', 'importe', 'donations importées', 'exporté'])

  test.each(words.filter(({ on }) => !IMPORTED.has(on)))(
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

  describe('de la base vide à la démonstration, et retour', () => {
    const visite = propre('vide')
    let seen: Record<string, Ecran> = {}

    test('les trois façons de commencer sont là', async () => {
      const dashboard = await visite.ouvrir('/dashboard')
      const [two, tool, look, ...others] = findAll(dashboard.document, '.first-steps > section')
      expect(others).toEqual([])
      expect(two && lienDe(two, 'Importer des données')).toBe('/upload')
      expect(tool && lienDe(tool, 'Importer ce fichier')).toBe('/upload?type=fichier')
      expect(look && lienDe(look, 'Fichier des donateurs')).toBe(SAMPLE('Contacts'))
      expect(look && lienDe(look, 'Fichier des dons')).toBe(SAMPLE('Donations'))
      expect(headerOf(dashboard)).not.toContain('démonstration')
    })

    test('les fichiers de démonstration s’importent, et chaque écran le dit', async () => {
      const take = async (name: string) =>
        fichier(`${name}.csv`, await (await visite.demander(SAMPLE(name))).text())
      const contacts = await take('Contacts')
      const [heading, ...rows] = (await contacts.text()).trimEnd().split('\n')
      expect(heading).toBe(CONTACTS_HEADER.join(','))
      expect(rows).toHaveLength(504)
      expect(rows.filter((row) => !row.startsWith('DEMO-'))).toEqual([])

      const apercu = await analyser(visite, await visite.ouvrir('/upload'), 'donateurs', contacts)
      expect(chiffresDe(apercu)).toMatchObject({ 'Contacts valides': '504', Rejetées: '0' })
      const importe = await importer(visite, apercu, 'donateurs')
      const next = await visite.ouvrir('/upload?onglet=donations')
      const gifts = await analyser(visite, next, 'donations', await take('Donations'))
      expect(chiffresDe(gifts)).toMatchObject({
        Rejetées: '0',
        'Donations sans fiche donateur': '0',
      })
      const donations = await importer(visite, gifts, 'donations')
      await attendreCalme(visite.serviceUrl)
      await (await visite.demander('/donations/liste.csv?annee=2020')).text()
      const exporté = await visite.ouvrir('/upload')
      seen = { apercu, importe, 'donations importées': donations, exporté }
      for (const path of ['/dashboard', '/upload', '/donateurs/liste', '/dashboard/rapport'])
        expect(headerOf(await visite.ouvrir(path)), path).toContain('Données de démonstration')
    })

    test.each(words.filter(({ on }) => IMPORTED.has(on)))(
      '« $word » est à l’écran, sur $on',
      ({ on, word }) => {
        const { document } = seen[on] ?? { document: guide }
        expect(shows(document, word)).toBe(true)
      },
    )

    /** Whether the last import, or undoing of one, has ended. */
    const isIdle = async () => {
      const answer = await fetch(`${visite.serviceUrl}/api/upload/journal?limit=1`)
      const { imports } = (await answer.json()) as JournalImports
      return imports[0]?.status !== 'processing'
    }

    test('annuler les deux imports la retire, et plus rien ne la dit', async () => {
      for (const name of ['donations importées', 'importe']) {
        const done = seen[name]
        const asked = await visite.suivre(
          await visite.ouvrir(done?.adresse ?? ''),
          'Annuler cet import',
        )
        const button = getByRole(getByRole(asked.document, 'main'), 'button', 'Annuler cet import')
        await visite.presser(asked, button, { nom: 'Zoé' })
        await vi.waitUntil(isIdle, SOON)
        await attendreCalme(visite.serviceUrl)
        const told = headerOf(await visite.ouvrir('/dashboard'))
        expect(told.includes('démonstration')).toBe(name === 'donations importées')
      }
      const { document } = await visite.ouvrir('/dashboard')
      expect(findAll(document, '.first-steps > section')).toHaveLength(3)
    })
  })
})

test('les images du guide ne sont nulle part d’ailleurs, et le README montre les mêmes', () => {
  const shown = [...readFileSync('README.md', 'utf8').matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)]
  expect(shown.length).toBeGreaterThan(0)
  for (const [, place] of shown) expect(place).toMatch(/^remix\/screens\/aide\/pictures\/.+\.webp$/)
})
