import { expect, test } from 'vitest'
import { partagee } from '../support/ecrans'
import { attribute, find, findAll, getByRole, textOf, wordsOf } from '../support/html'
import { NAVIGATION } from '../support/plan'

const { ouvrir, demander } = partagee()

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
  const links = findAll(navigation, 'a').map((link) => [attribute(link, 'href'), textOf(link)])
  expect(links).toEqual(NAVIGATION.map(([path, label, subtitle]) => [path, `${label}${subtitle}`]))
  expect(wordsOf(find(navigation, '[aria-current=page]'))).toContain('Donations')
})

test('la page des tendances ne montre que son annonce', async () => {
  const { document } = await ouvrir('/tendances')
  const content = getByRole(document, 'main')
  expect(textOf(find(content, 'h1'))).toBe('Page Tendances - En développement')
  expect(textOf(find(content, 'article'))).toBe('Page Tendances - En développement')
})
