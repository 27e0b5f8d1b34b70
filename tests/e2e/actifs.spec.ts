import type { ActiviteEvolution, ActiviteStats } from '#contract/activite'
import { formatCount, formatDifference, formatPercent } from '../../remix/format'
import { expect, test } from '../support/e2e'
import { recalculer } from '../support/recalcul'
import { lireLignes, lireTableau } from '../support/tableau'

const ANNEE = 2020
const APPEL = `/api/analytics/activite/stats-complet/${ANNEE}`
const STATUTS = ['actifs', 'dormants', 'inactifs', 'tres_inactifs'] as const

type Row = Pick<ActiviteStats['periodes'][number], (typeof STATUTS)[number]>

const cellules = (row: Row) =>
  STATUTS.flatMap((statut) => [
    formatCount(row[statut].nombre),
    formatPercent(row[statut].pourcentage),
  ])

test('la légende dit ce que veut dire chaque statut dans l’année choisie', async ({ page }) => {
  await page.goto(`/actifs?annee=${ANNEE}`)
  await expect(page.locator('.meanings > div')).toHaveText([
    'Actifsont donné en 2020',
    'Dormantsont donné pour la dernière fois en 2019',
    'Inactifsont donné pour la dernière fois en 2018',
    'Très inactifsont donné pour la dernière fois avant 2018',
  ])
})

test('cinq cartes : les quatre statuts avec leur part, et tous ceux qui ont donné', async ({
  page,
  application,
}) => {
  const { stats, total_donateurs_historique: total } = (
    await recalculer(application, [ANNEE])
  )<ActiviteStats>(APPEL)
  await page.goto(`/actifs?annee=${ANNEE}`)
  await expect(page.getByRole('main').locator('dl.kpis > div')).toHaveText([
    `Actifs${formatCount(stats.actifs)}${formatPercent(stats.actifs_pourcentage)}`,
    `Dormants${formatCount(stats.dormants)}${formatPercent(stats.dormants_pourcentage)}`,
    `Inactifs${formatCount(stats.inactifs)}${formatPercent(stats.inactifs_pourcentage)}`,
    `Très inactifs${formatCount(stats.tres_inactifs)}${formatPercent(stats.tres_inactifs_pourcentage)}`,
    `Total donateurs${formatCount(total)}ayant donné au moins une fois au 31/12/2020`,
  ])
})

test('six périodes, puis l’année précédente à comparer', async ({ page, application }) => {
  const activite = (await recalculer(application, [ANNEE]))<ActiviteStats>(APPEL)
  await page.goto(`/actifs?annee=${ANNEE}`)
  const table = await lireTableau(page, 'Statut des donateurs à la fin de chaque période, 2020')
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

test('l’objectif des actifs est celui de l’année précédente plus 10 %', async ({
  page,
  application,
}) => {
  const activite = (await recalculer(application, [ANNEE]))<ActiviteStats>(APPEL)
  const before = activite.stats_annee_precedente.actifs
  const { actifs } = activite.stats
  const goal = Math.round((before * 110) / 100)
  const performance = Math.round((actifs * 1000) / goal) / 10
  await page.goto(`/actifs?annee=${ANNEE}`)
  expect((await lireTableau(page, 'Objectif 2020 (actifs 2019 + 10 %)')).lignes).toEqual([
    [
      'Donateurs actifs',
      ...[before, goal, actifs].map(formatCount),
      `${actifs >= goal ? '↑' : '↓'} ${formatDifference(actifs - goal)}`,
      `${performance >= 100 ? '↑' : '↓'} ${formatPercent(performance)}`,
    ],
  ])
})

test('l’activité se voit au fil de l’année et d’une année à l’autre', async ({
  page,
  application,
}) => {
  const recalcul = await recalculer(application, [ANNEE])
  const { data } = recalcul<ActiviteEvolution>('/api/analytics/activite/evolution')
  await page.goto(`/actifs?annee=${ANNEE}`)
  await expect(
    page.getByRole('img', { name: 'Statut des donateurs à la fin des périodes de 2020' }),
  ).toBeVisible()
  const figure = page.getByRole('figure', { name: 'Au 31 décembre de chaque année' })
  await expect(figure.getByRole('img')).toBeVisible()
  await figure.getByText('Voir les chiffres').click()
  const { lignes } = await lireLignes(figure.getByRole('table'))
  expect(lignes).toEqual(
    data.map((row) => [String(row.annee), ...cellules(row), formatCount(row.total)]),
  )
})
