import { Element } from 'domhandler'
import { describe, expect, test } from 'vitest'
import { partagee } from '../support/ecrans'
import { forAll } from '../support/for-all'
import { attribute, find, findAll, nameOf, textOf, wordsOf } from '../support/html'
import { ECRANS } from '../support/plan'
import { validate } from '../support/validation'

const { ouvrir, demander } = partagee()
const pages = await forAll(ECRANS, async ({ path, titre }) => ({
  ...{ path, titre },
  ecran: await ouvrir(path),
}))

/** Words of whoever made the tool; section 2 of the specification has « vues matérialisées » in a dialog alone. */
const TECHNIQUES =
  /(GET|POST) \/api|SHA-256|\b[Vv]ues?\b(?! d['’]ensemble)|\bSort\b|Constantes|Repoussoirs|[Pp]oints? de contrôle/

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

  test('laisse chercher un donateur', () => {
    expect(findAll(document, '[role=search]')).toHaveLength(1)
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
