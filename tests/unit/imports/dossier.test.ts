import { describe, expect, test } from 'vitest'
import type { Entree } from '../../../service/imports/dossier/entrees'
import { createTranquilles, nettoyer } from '../../../service/imports/dossier/entrees'

const entree = (nom: string, marque = '1'): Entree => ({
  chemin: Buffer.from(`/depot/${nom}`),
  nom,
  taille: 1,
  marque,
})
const noms = (fichiers: readonly Entree[]) => fichiers.map(({ nom }) => nom)

describe('Ce qui est resté tranquille', () => {
  test('dix secondes sans changer, et pas avant ; un changement recommence le compte', () => {
    let now = 0
    const voir = createTranquilles(() => now)
    expect(voir([entree('a')])).toEqual({ murs: [], dans: 10_000 })
    now = 9_999
    expect(voir([entree('a')])).toEqual({ murs: [], dans: 1 })
    expect(voir([entree('a', '2')])).toEqual({ murs: [], dans: 10_000 })
    now = 19_999
    expect(noms(voir([entree('a', '2')]).murs)).toEqual(['a'])
  })

  test('ce qui arrive ensemble est pris ensemble, sans attendre toujours le suivant', () => {
    let now = 0
    const voir = createTranquilles(() => now)
    voir([entree('dons')])
    now = 1_500
    voir([entree('dons'), entree('contacts')])
    now = 10_000
    expect(voir([entree('dons'), entree('contacts')])).toEqual({ murs: [], dans: 1_500 })
    now = 11_500
    expect(noms(voir([entree('dons'), entree('contacts')]).murs)).toEqual(['dons', 'contacts'])
    now = 13_000
    voir([entree('dons'), entree('contacts'), entree('autre')])
    now = 21_100
    expect(noms(voir([entree('dons'), entree('contacts'), entree('autre')]).murs)).toEqual([
      'dons',
      'contacts',
    ])
  })
})

test.each([
  [Buffer.from('Dons.csv'), 'Dons.csv'],
  [Buffer.from('a\nb\u202Ec.csv'), 'a_b_c.csv'],
  [Buffer.from('..\\x.csv'), '.._x.csv'],
  [Buffer.from([0x64, 0xff, 0x2e, 0x63, 0x73, 0x76]), 'd_.csv'],
  [Buffer.from(`${'é'.repeat(125)}.csv`), `${'é'.repeat(98)}.csv`],
])('un nom de fichier se lit sans surprise : %#', (name, shown) => {
  expect(nettoyer(name)).toBe(shown)
})
