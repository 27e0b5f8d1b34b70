import { expect, test } from 'vitest'
import { propre } from '../support/ecrans'
import { attribute, find, findAll, getByRole, wordsOf } from '../support/html'
import { lireTableau } from '../support/tableau'

const application = propre('demo')

test('une liste se garde sous son propre titre, et son adresse ne se montre ni ne se demande', async () => {
  const liste = await application.ouvrir('/donateurs/liste?ensemble=actifs&annee=2020')
  const garder = await application.suivre(liste, 'Garder cette liste')
  const nom = find(garder.document, 'input[name=nom_liste]')
  expect(attribute(nom, 'value')).toBe('Donateurs actifs de 2020')
  expect(attribute(find(garder.document, 'input[name=adresse]'), 'type')).toBe('hidden')
  expect(wordsOf(find(garder.document, 'main'))).not.toContain('ensemble=')

  const bouton = getByRole(garder.document, 'button', 'Garder cette liste')
  const refusee = await application.presser(garder, bouton, { nom_liste: '', nom: 'Anne' })
  expect(wordsOf(find(refusee.document, 'main'))).toContain('Donnez un nom à cette liste.')
  const gardee = await application.presser(
    refusee,
    getByRole(refusee.document, 'button', 'Garder cette liste'),
    { nom_liste: 'À remercier de 2020', nom: 'Anne' },
  )
  const gardees = lireTableau(gardee.document, 'Listes gardées').lignes
  expect(gardees.map((ligne) => ligne.slice(0, 2))).toContainEqual([
    'À remercier de 2020',
    'Donateurs actifs de 2020',
  ])
})

test('sans liste ouverte, rien n’est à garder', async () => {
  const { document } = await application.ouvrir('/donateurs/listes-gardees')
  expect(findAll(document, 'input[name=nom_liste]')).toEqual([])
  expect(wordsOf(find(document, 'main'))).toContain('puis choisissez « Garder cette liste »')
})

test('un croisement se garde sous ses deux questions et son année', async () => {
  const croisement = await application.ouvrir(
    '/donateurs/croisements?annee=2020&lignes=profil&colonnes=tranche',
  )
  const garder = await application.suivre(croisement, 'Garder ce croisement')
  expect(attribute(find(garder.document, 'input[name=nom_liste]'), 'value')).toMatch(
    / et .+, 2020$/,
  )
})
