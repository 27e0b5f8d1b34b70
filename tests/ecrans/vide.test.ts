import { describe, expect, test } from 'vitest'
import { partagee } from '../support/ecrans'
import { forAll } from '../support/for-all'
import { find, getByRole, listByText, wordsOf } from '../support/html'
import { ECRANS } from '../support/plan'
import { validate } from '../support/validation'
import { lienDe } from '../support/visite'

/** The sentence of an empty screen and where it leads; these screens show no data. */
const NEXT: Record<string, readonly [sentence: string, link: string, address: string]> = {
  '/donateurs/selection?ensemble=actifs&annee=2020': [
    'Cette liste est vide : il n’y a rien à sélectionner.',
    'Retour à la liste',
    '/donateurs/liste?ensemble=actifs&annee=2020',
  ],
  '/donations': ['Aucun don enregistré.', 'Importer des données', '/upload?onglet=donations'],
  '/donations/a-verifier': ['Aucun donateur à vérifier.', 'Voir les donations', '/donations'],
  '/donations/legitimes': [
    'Aucun donateur n’a encore été jugé légitime.',
    'Voir les donateurs à vérifier',
    '/donations/a-verifier',
  ],
  '/donations/historique': [
    'Aucun donateur n’a encore été exclu.',
    'Voir les donations',
    '/donations',
  ],
  '/upload/modeles': [
    'Aucun modèle n’est encore gardé.',
    'Importer un fichier',
    '/upload?type=fichier',
  ],
  '/donateurs/remerciements': [
    'Aucun remerciement n’est noté.',
    'Voir les donateurs à remercier',
    '/donateurs/liste?ensemble=tous&remercie=non&tri=dernier_don',
  ],
  '/donateurs/liste?ensemble=actifs&annee=2020': [
    'Aucun donateur ne correspond.',
    'Voir l’analyse des donateurs',
    '/donateurs',
  ],
}
const OTHERS = ['Aucun don enregistré.', 'Importer des données', '/upload'] as const
const ALWAYS_FULL = [
  '/aide',
  '/dashboard/arretes',
  '/dashboard/definitions',
  '/upload',
  '/upload?type=fichier',
  '/upload/controles',
  '/campagnes/dictionnaire',
  '/tendances',
  '/donateurs/recherche',
  '/donateurs/oppositions',
  '/donateurs/listes-gardees',
]

const { ouvrir } = partagee('vide')
const pages = await forAll(ECRANS, async ({ path, titre }) => ({
  ...{ path, titre },
  ecran: await ouvrir(path),
}))

describe.each(pages)('$path sans données', ({ path, titre, ecran }) => {
  const { status, document, html } = ecran
  test('dit quoi faire', () => {
    expect(status).toBe(200)
    expect(wordsOf(find(document, 'h1'))).toContain(titre)
    if (ALWAYS_FULL.includes(path)) return
    const [sentence, link, address] = NEXT[path] ?? OTHERS
    const content = getByRole(document, 'main')
    expect(listByText(content, sentence)).toHaveLength(1)
    expect(lienDe(content, link)).toBe(address)
  })

  test('est un HTML valide', async () => {
    expect(await validate(html)).toEqual([])
  })
})
