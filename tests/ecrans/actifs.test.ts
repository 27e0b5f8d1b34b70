import { expect, test } from 'vitest'
import type { ActiviteEvolution, ActiviteStats } from '#contract/activite'
import { formatCount, formatDifference, formatPercent } from '../../service/figures/format'
import { partagee } from '../support/ecrans'
import { find, findAll, getByRole, textOf } from '../support/html'
import { recalculer } from '../support/recalcul'
import { lireCartes, lireGraphique, lireLignes, lireTableau } from '../support/tableau'

const ANNEE = 2020
const STATUTS = ['actifs', 'dormants', 'inactifs', 'tres_inactifs'] as const

type Row = Pick<ActiviteStats['periodes'][number], (typeof STATUTS)[number]>

const application = partagee()
const recalcul = await recalculer(application, [ANNEE])
const activite = recalcul<ActiviteStats>(`/api/analytics/activite/stats-complet/${ANNEE}`)
const { document } = await application.ouvrir(`/actifs?annee=${ANNEE}`)
const main = getByRole(document, 'main')

const cellules = (row: Row) =>
  STATUTS.flatMap((statut) => [
    formatCount(row[statut].nombre),
    formatPercent(row[statut].pourcentage),
  ])

test('la légende dit ce que veut dire chaque statut dans l’année choisie', () => {
  expect(findAll(main, '.meanings > div').map(textOf)).toEqual([
    'Actifsont donné en 2020',
    'Dormantsont donné pour la dernière fois en 2019',
    'Inactifsont donné pour la dernière fois en 2018',
    'Très inactifsont donné pour la dernière fois avant 2018',
  ])
})

test('cinq cartes : les quatre statuts avec leur part, et tous ceux qui ont donné', () => {
  const { stats, total_donateurs_historique: total } = activite
  expect(lireCartes(find(main, 'header ~ dl.kpis, header ~ * dl.kpis'))).toEqual([
    `Actifs${formatCount(stats.actifs)}${formatPercent(stats.actifs_pourcentage)}`,
    `Dormants${formatCount(stats.dormants)}${formatPercent(stats.dormants_pourcentage)}`,
    `Inactifs${formatCount(stats.inactifs)}${formatPercent(stats.inactifs_pourcentage)}`,
    `Très inactifs${formatCount(stats.tres_inactifs)}${formatPercent(stats.tres_inactifs_pourcentage)}`,
    `Total donateurs${formatCount(total)}ayant donné au moins une fois au 31/12/2020`,
  ])
})

test('six périodes, puis l’année précédente à comparer', () => {
  const table = lireTableau(document, 'Statut des donateurs à la fin de chaque période, 2020')
  expect(table.lignes.map(([periode]) => periode)).toEqual([
    'Trimestre 1',
    'Trimestre 2',
    'Septembre',
    'Octobre',
    'Novembre',
    'Décembre',
  ])
  expect(table.lignes).toEqual(
    activite.periodes.map((row) => [row.periode, ...cellules(row), formatCount(row.total)]),
  )
  const before = activite.stats_annee_precedente
  expect(table.totaux).toEqual([
    [
      'Année 2019',
      ...STATUTS.flatMap((statut) => [
        formatCount(before[statut]),
        formatPercent(before[`${statut}_pourcentage`]),
      ]),
      formatCount(before.total),
    ],
  ])
})

test('l’objectif des actifs est celui de l’année précédente plus 10 %', () => {
  const before = activite.stats_annee_precedente.actifs
  const { actifs } = activite.stats
  const goal = Math.round((before * 110) / 100)
  const performance = Math.round((actifs * 1000) / goal) / 10
  expect(lireTableau(document, 'Objectif 2020 (actifs 2019 + 10 %)').lignes).toEqual([
    [
      'Donateurs actifs',
      ...[before, goal, actifs].map(formatCount),
      `${actifs >= goal ? '↑' : '↓'} ${formatDifference(actifs - goal)}`,
      `${performance >= 100 ? '↑' : '↓'} ${formatPercent(performance)}`,
    ],
  ])
})

test('l’activité se voit au fil de l’année et d’une année à l’autre', () => {
  const { data } = recalcul<ActiviteEvolution>('/api/analytics/activite/evolution')
  lireGraphique(document, 'Statut des donateurs à la fin des périodes de 2020')
  const figure = getByRole(document, 'figure', 'Au 31 décembre de chaque année')
  lireGraphique(figure, '')
  expect(lireLignes(find(figure, 'table')).lignes).toEqual(
    data.map((row) => [String(row.annee), ...cellules(row), formatCount(row.total)]),
  )
})
