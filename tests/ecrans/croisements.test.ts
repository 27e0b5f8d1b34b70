import { expect, test } from 'vitest'
import { lireClasseur } from '../support/classeur'
import { partagee } from '../support/ecrans'
import { attribute, type Document, find, findAll, textOf, wordsOf } from '../support/html'
import { lireLignes } from '../support/tableau'
import { lienDe } from '../support/visite'

const { ouvrir, demander } = partagee()
const ANNEE = 2025

const nombre = (text: string) => Number(text.replace(/[^\d]/g, ''))
const liensDe = (document: Document) => findAll(find(document, '.data-table'), 'tbody td a')

/** The donors, or the gifts, that a list says it has. */
const total = (document: Document) => {
  const [first] = findAll(document, '.kpi-value')
  return nombre(textOf(first ?? document))
}

test('les seize axes se choisissent, ceux des dons et ceux des donateurs à part', async () => {
  const { document } = await ouvrir('/donateurs/croisements')
  const groups = findAll(document, '#choix-lignes optgroup')
  expect(groups.map((group) => findAll(group, 'option').length)).toEqual([7, 9])
})

test.each([
  'lignes=mois&colonnes=media&mesure=donateurs',
  'lignes=statut&colonnes=regulier&mesure=donateurs',
  'lignes=campagne&colonnes=tranche_don&mesure=donations',
  'lignes=famille&colonnes=departement&mesure=donateurs',
])('chaque nombre de « %s » mène à une liste d’autant', async (query) => {
  const { document } = await ouvrir(`/donateurs/croisements?annee=${ANNEE}&${query}`)
  const links = liensDe(document)
  expect(links.length).toBeGreaterThan(3)
  for (const at of [0, Math.floor(links.length / 2), links.length - 1]) {
    const link = links[at]
    if (!link) continue
    const own = attribute(link, 'href') ?? ''
    const list = await ouvrir(own)
    expect(total(list.document), own).toBe(nombre(textOf(link)))
  }
})

test('des donateurs de plusieurs cases ne s’additionnent pas, et la page le dit', async () => {
  const { document } = await ouvrir(
    `/donateurs/croisements?annee=${ANNEE}&lignes=mois&colonnes=media&mesure=donateurs`,
  )
  expect(wordsOf(find(document, 'main'))).toContain(
    'Les donateurs, non : un même donateur compte une fois dans chaque case où il a donné',
  )
  const { lignes, totaux } = lireLignes(find(document, 'main .data-table table'))
  const sums = lignes.map((row) => nombre(row.at(-1) ?? '')).reduce((sum, one) => sum + one, 0)
  expect(nombre(totaux[0]?.at(-1) ?? '')).toBeLessThan(sums)
})

test('le classeur a les parts et l’autre année que l’écran montre, et elles seules', async () => {
  const sheets = async (query: string) => {
    const { document } = await ouvrir(
      `/donateurs/croisements?annee=2024&lignes=produit&colonnes=segment${query}`,
    )
    const file = await demander(lienDe(find(document, 'main'), 'Classeur (.xlsx)'))
    return lireClasseur(Buffer.from(await file.arrayBuffer())).map(({ nom }) => nom)
  }
  const LAST = 'Définitions et fraîcheur'
  expect(await sheets('')).toEqual(['Croisement', LAST])
  expect(await sheets('&parts=lignes')).toEqual(['Croisement', 'Parts', LAST])
  expect(await sheets('&parts=tout&avec=2023')).toEqual([
    'Croisement',
    'Parts',
    'Autre année',
    'Évolution',
    LAST,
  ])
})
