import { expect, test } from 'vitest'
import type {
  NonFidelesCampagnes,
  SegmentationAnnuelle,
  SegmentationGlobale,
} from '#contract/donateurs'
import type { Part } from '#contract/values'
import { formatCount, formatPercent } from '../../service/figures/format'
import { partagee } from '../support/ecrans'
import { find, findAll, getByRole, textOf } from '../support/html'
import { recalculer } from '../support/recalcul'
import { lireCartes, lireGraphique, lireTableau } from '../support/tableau'

const SEGMENTS = ['beginners', 'fideles', 'super_fideles'] as const

const application = partagee()
const recalcul = await recalculer(application, [])
const { data } = recalcul<SegmentationAnnuelle>('/api/donateurs/segmentation-annuelle')
const { document } = await application.ouvrir('/donateurs')

const cellules = ({ nombre, pourcentage }: Part) => [
  formatCount(nombre),
  formatPercent(pourcentage),
]

test('la segmentation annuelle a trois segments et le total de chaque année', () => {
  expect(textOf(find(document, 'h1'))).toBe('Analyse des Donateurs')
  const titre = 'Segmentation annuelle par fréquence de don'
  expect(lireTableau(document, titre).lignes).toEqual(
    data.map((row) => [
      String(row.annee),
      ...SEGMENTS.flatMap((segment) => cellules(row[segment])),
      formatCount(row.total_donateurs),
    ]),
  )
  const groups = findAll(getByRole(document, 'table', titre), 'th[scope=colgroup]')
  expect(groups.map(textOf)).toEqual([
    'Beginners (1 donation)',
    'Fidèles (2 à 5 donations)',
    'Super Fidèles (6 donations et plus)',
  ])
})

test('les moyennes disent ce que pèse chaque segment dans une année', () => {
  const everyone = data.reduce((total, row) => total + row.total_donateurs, 0)
  const cards = lireCartes(find(getByRole(document, 'main'), 'dl.kpis'))
  for (const [at, name] of ['Beginners', 'Fidèles', 'Super Fidèles'].entries()) {
    const segment = SEGMENTS[at] ?? 'beginners'
    const count = data.reduce((total, row) => total + row[segment].nombre, 0)
    const share = formatPercent(Math.round((count * 1000) / everyone) / 10)
    const yearly = formatCount(Math.round(count / data.length))
    expect(cards[at]).toBe(`${name} en moyenne${share}des donateurs de l’année, ${yearly} par an`)
  }
})

test('toute la carrière : non fidèles, fidèles et super fidèles', () => {
  const { donnees } = recalcul<SegmentationGlobale>('/api/donateurs/segmentation-globale')
  const table = lireTableau(document, 'Segmentation sur toute la carrière')
  expect(table.lignes).toEqual([
    ['Non Fidèles (1 donation)', ...cellules(donnees.non_fideles)],
    ['Fidèles (2 à 5 donations)', ...cellules(donnees.fideles)],
    ['Super Fidèles (6 donations et plus)', ...cellules(donnees.super_fideles)],
  ])
  expect(table.totaux).toEqual([
    ['Total donateurs', formatCount(donnees.total_donateurs), formatPercent(100)],
  ])
})

test('les non fidèles se partagent entre VFL et l’autre campagne', () => {
  const { donnees } = recalcul<NonFidelesCampagnes>('/api/donateurs/non-fideles-campagnes')
  const none = { nombre: 0, pourcentage: 0 }
  expect(lireTableau(document, 'Donateurs non fidèles par campagne').lignes).toEqual([
    ['VFL', ...cellules(donnees['vfl'] ?? none)],
    ['PRODUIT', ...cellules(donnees['produit'] ?? none)],
  ])
})

test('la part des segments se voit année par année', () => {
  const chart = lireGraphique(document, 'Part des segments de donateurs, par année')
  expect(textOf(chart)).toContain('2020 – Super Fidèles (6 donations et plus)')
})
