import { gzipSync } from 'node:zlib'
import { Element } from 'domhandler'
import { describe, expect, test } from 'vitest'
import { partagee } from '../support/ecrans'
import { forAll } from '../support/for-all'
import {
  attribute,
  find,
  findAll,
  getByRole,
  listByRole,
  nameOf,
  textOf,
  wordsOf,
} from '../support/html'
import { ECRANS } from '../support/plan'
import { validate } from '../support/validation'
import { lienDe } from '../support/visite'

const { ouvrir, demander } = partagee()
const pages = await forAll(ECRANS, async ({ path, titre }) => ({
  ...{ path, titre },
  ecran: await ouvrir(path),
}))
const definies = pages
  .filter(({ path }) => path === '/dashboard/definitions')
  .flatMap(({ ecran }) => findAll(ecran.document, '.definition'))
  .map((one) => attribute(one, 'id') ?? '')

/** Words of whoever made the tool; section 2 of the specification has « vues matérialisées » in a dialog alone. */
const TECHNIQUES =
  /(GET|POST) \/api|SHA-256|\b[Vv]ues?\b(?! d['’]ensemble)|\bSort\b|Constantes|Repoussoirs|[Pp]oints? de contrôle/

/** Bytes of a page as it is, and as it travels. */
const WHOLE = 350_000
const COMPRESSED = 60_000

/** Screens whose figures are of what was done or is asked, and have no definition. */
const SANS_DEFINITION = new Set([
  '/dashboard/pourquoi',
  '/dashboard/mois',
  '/upload',
  '/upload?type=fichier',
  '/upload/controles',
  '/donateurs/listes-gardees',
  '/donateurs/liste?ensemble=actifs&annee=2020',
  '/donateurs/selection?ensemble=actifs&annee=2020',
  '/donations',
  '/donations/a-verifier',
  '/campagnes/dictionnaire',
])

/** What a page says, but for what it folds under « Pour l’informatique ». */
function dit(element: Element): string {
  const [summary] = findAll(element, ':scope > summary').map(wordsOf)
  if (element.name === 'details' && summary?.startsWith('Pour l’informatique')) return ''
  if (['script', 'style'].includes(element.name)) return ''
  return element.children
    .map((child) => (child instanceof Element ? dit(child) : 'data' in child ? child.data : ''))
    .join(' ')
}

test('les mots techniques se trouvent', () => {
  for (const said of ['GET /api/x', '12 sur 80 vues', 'SHA-256', 'Sort', 'les points de contrôle'])
    expect(said).toMatch(TECHNIQUES)
  for (const said of ["Vue d'ensemble", 'sortie', 'revues']) expect(said).not.toMatch(TECHNIQUES)
})

describe.each(pages)('$path', ({ path, titre, ecran: { status, document, html } }) => {
  test('[0.1.0 E] a une langue, un titre, un titre de fenêtre et une description', () => {
    expect(status).toBe(200)
    expect(attribute(find(document, 'html'), 'lang')).toBe('fr')
    expect(wordsOf(find(document, 'h1'))).toContain(titre)
    expect(textOf(find(document, 'head > title'))).toMatch(/ – Analyse - Gestion des Dons$/)
    expect(attribute(find(document, 'meta[name=description]'), 'content')).toMatch(
      /données de dons/,
    )
  })

  test('est un HTML valide', async () => {
    expect(await validate(html)).toEqual([])
  })

  // The history of decisions is for auditors.
  test('ne parle pas à l’informatique, sinon où elle le dit', () => {
    if (path === '/donations/historique') return
    const found = dit(find(document, 'body')).replace(/\s+/g, ' ')
    expect(new RegExp(`.{0,40}(${TECHNIQUES.source}).{0,40}`).exec(found)?.[0]).toBeUndefined()
  })

  test('dit en haut que les données sont inventées, laisse chercher un donateur, et ouvrir l’aide hors du menu', () => {
    const header = getByRole(document, 'banner')
    expect(findAll(document, '[role=search]')).toHaveLength(1)
    expect(lienDe(header, 'Aide')).toBe('/aide')
    expect(wordsOf(header)).toContain('Données de démonstration')
    const menu = getByRole(document, 'navigation', 'Navigation principale')
    expect(listByRole(menu, 'link', 'Aide')).toEqual([])
  })

  test('est légère, et n’envoie chaque dessin qu’une fois', () => {
    expect(Buffer.byteLength(html)).toBeLessThanOrEqual(WHOLE)
    expect(gzipSync(html).length).toBeLessThanOrEqual(COMPRESSED)
    const data = findAll(document, 'script')
      .map(({ children: [text] }) => (text && 'data' in text ? text.data : ''))
      .join('')
    expect(data).toContain('__remixContext')
    expect(data).not.toContain('<svg')
    const names = findAll(document, 'svg[data-dessin]').map((svg) => attribute(svg, 'data-dessin'))
    for (const name of names) expect(data).toContain(`dessin:${name}`)
  })

  test('mène de chaque chiffre et de chaque tableau à sa définition', () => {
    const explique = `/dashboard/definitions${path.includes('annee=') ? '?annee=2020' : ''}#`
    const links = findAll(document, 'main a.how, main a.how-mark')
    expect(definies.map((code) => explique + code)).toEqual(
      expect.arrayContaining(links.map((link) => attribute(link, 'href'))),
    )
    if (SANS_DEFINITION.has(path)) return
    for (const [one, mark] of [
      ['.kpi', '.how-mark'],
      ['.data-table', '.how'],
    ] as const)
      expect(findAll(document, `${one} ${mark}`)).toHaveLength(findAll(document, one).length)
  })

  test('ne demande rien à un autre site', () => {
    const asked = findAll(document, 'link[href], script[src], img[src], iframe').map(
      (element) => attribute(element, 'href') ?? attribute(element, 'src') ?? element.name,
    )
    expect(asked.length).toBeGreaterThan(3)
    expect(asked.filter((address) => !/^\/(?!\/)/.test(address))).toEqual([])
  })

  test('a un menu au plus par tableau, et son fichier nulle part ailleurs', () => {
    for (const table of findAll(document, '.data-table')) {
      expect(findAll(table, '.table-menu').length).toBeLessThanOrEqual(1)
      expect(findAll(table, 'a[download]')).toHaveLength(
        findAll(table, '.table-menu a[download]').length,
      )
    }
  })

  test('a un nom pour chaque tableau, chaque graphique, chaque champ et chaque lien', () => {
    const nameless = (selector: string) => findAll(document, selector).map(textOf)
    for (const table of findAll(document, 'table'))
      expect(findAll(table, 'caption').map(wordsOf).join('')).not.toBe('')
    expect(nameless('[role=img]:not([aria-label])')).toEqual([])
    for (const link of findAll(document, 'a')) expect(nameOf(link)).not.toBe('')
  })
})

test.each([
  '/donations?annee=2020&page=3&details=1',
  '/donations/exclusion?contact_id=inconnu&operation=exclure',
])('le HTML de %s est valide', async (path) => {
  expect(await validate((await ouvrir(path)).html)).toEqual([])
})

test('la politique de sécurité ne laisse passer ni style ni script en ligne', async () => {
  const answer = await demander('/dashboard')
  const policy = answer.headers.get('content-security-policy') ?? ''
  expect(policy).toMatch(/^default-src 'none'/)
  expect(policy).toMatch(/script-src 'self' 'nonce-[\w+/=]+'/)
  expect(policy).not.toContain('unsafe')
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? ''
  const html = await answer.text()
  const inline = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>/g)].map(([tag]) => tag)
  expect(inline.length).toBeGreaterThan(0)
  for (const tag of inline) expect(tag).toContain(`nonce="${nonce}"`)
  expect(html).not.toMatch(/\sstyle=["']/)
})
