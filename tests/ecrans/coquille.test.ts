import { expect, test } from 'vitest'
import { partagee } from '../support/ecrans'
import { attribute, find, findAll, getByRole, textOf, wordsOf } from '../support/html'
import { NAVIGATION } from '../support/plan'
import { validate } from '../support/validation'

const { ouvrir, demander } = partagee()

/** The screens of one year. */
const YEARLY = [
  '/dashboard',
  '/dashboard/a-date',
  '/dashboard/rapport',
  '/nouveaux',
  '/actifs',
  '/actifs/fidelite',
  '/donations',
  '/campagnes/ventilation',
]

test('l’adresse du site mène au tableau de bord', async () => {
  expect((await demander('/')).status).toBe(302)
  expect((await ouvrir('/')).adresse).toMatch(/^\/dashboard/)
})

test('une adresse inconnue mène au tableau de bord', async () => {
  expect((await ouvrir('/nimporte/quoi')).adresse).toBe('/dashboard')
})

test('l’en-tête nomme l’application et dit que le service répond', async () => {
  const { document } = await ouvrir('/dashboard')
  const header = wordsOf(getByRole(document, 'banner'))
  expect(header).toContain('Analyse - Gestion des Dons')
  expect(header).toContain('Backend connecté')
})

test('la navigation a neuf entrées, et l’entrée de l’écran est marquée', async () => {
  const { document } = await ouvrir('/donations/historique')
  const navigation = getByRole(document, 'navigation', 'Navigation principale')
  const links = findAll(navigation, 'a:has(.entry-label)').map((link) => [
    attribute(link, 'href'),
    textOf(link),
  ])
  expect(links).toEqual(NAVIGATION.map(([path, label, subtitle]) => [path, `${label}${subtitle}`]))
  expect(wordsOf(find(navigation, '[aria-current=page]'))).toContain('Donations')
})

test('la page des tendances ne montre que son annonce', async () => {
  const { document } = await ouvrir('/tendances')
  const content = getByRole(document, 'main')
  expect(textOf(find(content, 'h1'))).toBe('Page Tendances - En développement')
  expect(textOf(find(content, 'article'))).toBe('Page Tendances - En développement')
})

test('les écrans d’une section se déplient sous leur entrée, ceux des autres d’un geste', async () => {
  const { document } = await ouvrir('/dashboard/mois')
  const navigation = getByRole(document, 'navigation', 'Navigation principale')
  const folded = findAll(navigation, 'details').map((section) => [
    wordsOf(find(section, 'summary')),
    attribute(section, 'open') !== undefined,
    findAll(section, 'a').length,
  ])
  expect(folded).toEqual([
    ['Écrans de la section Dashboard', true, 3],
    ['Écrans de la section Upload', false, 1],
    ['Écrans de la section Actifs', false, 1],
    ['Écrans de la section Donateurs', false, 6],
    ['Écrans de la section Donations', false, 1],
    ['Écrans de la section Campagnes', false, 1],
  ])
  expect(wordsOf(find(navigation, 'details [aria-current=page]'))).toBe('Papiers')
  const tabs = getByRole(document, 'navigation', 'Papiers')
  expect(findAll(tabs, 'a').map(textOf)).toEqual(['Mois', 'Rapport', 'Arrêtés'])
  expect(findAll(tabs, '[aria-current=page]').map(textOf)).toEqual(['Mois'])
})

test('la liste de tous les donateurs est dans le menu, celle de quelques-uns n’y est pas', async () => {
  const marked = async (path: string) => {
    const { document } = await ouvrir(path)
    const navigation = getByRole(document, 'navigation', 'Navigation principale')
    return findAll(navigation, '[aria-current=page]').map((link) => attribute(link, 'href'))
  }
  const all = await ouvrir('/donateurs/liste?annee=2021')
  expect(textOf(find(all.document, 'h1'))).toBe('Tous les contacts qui ont une donation')
  expect(await marked('/donateurs/liste')).toEqual(['/donateurs', '/donateurs/liste'])
  expect(await marked('/donateurs/liste?ensemble=tous')).toEqual(['/donateurs', '/donateurs/liste'])
  expect(await marked('/donateurs/liste?ensemble=dormants&annee=2020')).toEqual([
    '/donateurs?annee=2020',
  ])
})

test('l’année choisie suit chaque lien du menu, la recherche et l’import', async () => {
  for (const path of [
    '/dashboard',
    '/montant',
    '/upload?onglet=donations',
    '/donations/historique',
  ]) {
    const { document } = await ouvrir(`${path}${path.includes('?') ? '&' : '?'}annee=2021`)
    const navigation = getByRole(document, 'navigation', 'Navigation principale')
    const links = findAll(navigation, 'a').map((link) => attribute(link, 'href') ?? '')
    expect(
      links.filter((href) => !href.endsWith('?annee=2021')),
      path,
    ).toEqual([])
    expect(attribute(find(document, '[role=search] [name=annee]'), 'value')).toBe('2021')
  }
  const { document } = await ouvrir('/upload?annee=2021')
  for (const tab of findAll(document, '[role=tab]'))
    expect(attribute(tab, 'href')).toContain('annee=2021')
})

test('une année sans don est dite, et aucune autre ne la remplace', async () => {
  for (const path of YEARLY) {
    const ecran = await ouvrir(`${path}?annee=1951`)
    expect(ecran.status, path).toBe(200)
    const main = getByRole(ecran.document, 'main')
    expect(wordsOf(main), path).toContain('Aucun don en 1951 sur cet écran.')
    expect(attribute(find(main, 'select[name=annee] option[selected]'), 'value')).toBe('1951')
    const [other] = findAll(main, '.empty a')
    expect(other && attribute(other, 'href')).toMatch(/\?annee=20\d\d$/)
    expect(await validate(ecran.html), path).toEqual([])
  }
})
