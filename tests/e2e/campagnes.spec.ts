import type { Page } from 'playwright/test'
import type {
  CampagnesEvolution,
  DonateursMixtes,
  Parcours,
  RepartitionGlobale,
} from '#contract/campagnes'
import {
  formatCount,
  formatEvolution,
  formatMoney,
  formatPercent,
  plural,
} from '../../remix/format'
import { expect, test } from '../support/e2e'
import { recalculer } from '../support/recalcul'
import { lireLignes, lireTableau } from '../support/tableau'

const APPEL = '/api/analytics/campagnes'
const PROFILS = ['PRODUIT_UNIQUEMENT', 'VFL_UNIQUEMENT', 'MIXTE']

const evolution = (value: number | null) => {
  if (value === null) return 'N/A'
  return `${value > 5 ? '↑' : value < -5 ? '↓' : '→'} ${formatEvolution(value)}`
}

const sectionDe = (page: Page, titre: string) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: titre, exact: true }) })

const part = (count: number, total: number) =>
  formatPercent(total > 0 ? Math.round((count * 1000) / total) / 10 : 0)

const parProfil = (profiles: CampagnesEvolution['data'][number]['nouveaux']) =>
  PROFILS.map((name) =>
    formatCount(
      profiles.find(({ profil_campagne }) => profil_campagne === name)?.nombre_donateurs ?? 0,
    ),
  )

test('l’évolution : nouveaux et anciens par profil, totaux et évolutions de chaque année', async ({
  page,
  application,
}) => {
  const { data } = (await recalculer(application, []))<CampagnesEvolution>(`${APPEL}/evolution`)
  await page.goto('/campagnes')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Analyse des Campagnes')
  const table = await lireTableau(page, 'Nouveaux et anciens donateurs par profil de campagne')
  expect(table.lignes).toEqual(
    data.map((row) => [
      String(row.annee),
      ...parProfil(row.nouveaux),
      formatCount(row.total_nouveaux),
      evolution(row.evolution_nouveaux),
      ...parProfil(row.anciens),
      formatCount(row.total_anciens),
      evolution(row.evolution_anciens),
      formatCount(row.total_global),
      evolution(row.evolution_globale),
    ]),
  )
})

test('la fidélité et la migration par première campagne, leur total et ce qu’il faut en retenir', async ({
  page,
  application,
}) => {
  const { data } = (await recalculer(application, []))<Parcours>(
    `${APPEL}/parcours-premier-dernier`,
  )
  const count = (comportement: string) =>
    data.find((row) => row.comportement === comportement)?.nombre_donateurs ?? 0
  const row = (name: string, stayed: number, left: number) => [
    name,
    formatCount(stayed),
    part(stayed, stayed + left),
    formatCount(left),
    part(left, stayed + left),
    formatCount(stayed + left),
  ]
  const [fp, mv] = [count('FIDELE_PRODUIT'), count('MIGRE_VERS_VFL')]
  const [fv, mp] = [count('FIDELE_VFL'), count('MIGRE_VERS_PRODUIT')]
  await page.goto('/campagnes')
  const table = await lireTableau(page, 'Fidélité et migration selon la première campagne')
  expect([...table.lignes].sort()).toEqual([row('PRODUIT', fp, mv), row('VFL', fv, mp)])
  expect(table.totaux).toEqual([row('Total', fp + fv, mv + mp)])

  const section = sectionDe(page, 'Fidélité et migration')
  await expect(section.locator('dl > div').first()).toHaveText(
    `Fidélité globale${part(fp + fv, fp + fv + mv + mp)}` +
      `${plural(fp + fv, 'donateur resté', 'donateurs restés')} sur ${formatCount(fp + fv + mv + mp)}`,
  )
  await expect(section.locator('dt')).toHaveText([
    'Fidélité globale',
    'Campagne la plus fidélisante',
    'Principale migration',
  ])
})

test('les flux vont de la première campagne à la dernière, avec leurs chiffres dessous', async ({
  page,
  application,
}) => {
  const { data } = (await recalculer(application, []))<Parcours>(
    `${APPEL}/parcours-premier-dernier`,
  )
  await page.goto('/campagnes')
  const figure = page.getByRole('figure', { name: 'De la première campagne à la dernière' })
  const chart = figure.getByRole('img')
  await expect(chart).toBeVisible()
  await figure.getByText('Voir les chiffres').click()
  const { lignes } = await lireLignes(figure.getByRole('table'))
  expect(lignes).toHaveLength(data.length)
  for (const [from, to, nombre, pourcentage] of lignes)
    await expect(chart).toContainText(`${from} → ${to} : ${nombre} (${pourcentage})`)
})

test('les donateurs mixtes par année, leur moyenne globale et les années remarquables', async ({
  page,
  application,
}) => {
  const { data } = (await recalculer(application, []))<DonateursMixtes>(`${APPEL}/donateurs-mixtes`)
  await page.goto('/campagnes')
  const table = await lireTableau(page, 'Donateurs mixtes par année')
  expect(table.lignes).toEqual(
    data.map((row) => [
      String(row.annee),
      formatCount(row.nombre_donateurs_mixtes),
      formatCount(row.total_donateurs_annee),
      formatPercent(row.pourcentage_mixtes),
      formatMoney(row.montant_total_mixtes),
      formatMoney(row.montant_moyen_mixtes),
    ]),
  )
  const sum = (measure: (row: DonateursMixtes['data'][number]) => number) =>
    data.reduce((total, row) => total + measure(row), 0)
  const mixtes = sum((row) => row.nombre_donateurs_mixtes)
  const donateurs = sum((row) => row.total_donateurs_annee)
  const montant = sum((row) => row.montant_total_mixtes)
  expect(table.totaux).toEqual([
    [
      'Moyenne globale',
      formatCount(Math.round(mixtes / data.length)),
      formatCount(Math.round(donateurs / data.length)),
      part(mixtes, donateurs),
      formatMoney(Math.round((montant * 100) / data.length) / 100),
      formatMoney(Math.round((montant * 100) / mixtes) / 100),
    ],
  ])

  const best = (measure: (row: DonateursMixtes['data'][number]) => number) =>
    Math.max(...data.map(measure))
  const section = sectionDe(page, 'Donateurs mixtes')
  const cards = section.locator('dl > div')
  await expect(cards.nth(0)).toContainText('Année avec le plus de donateurs mixtes')
  await expect(cards.nth(0)).toContainText(
    plural(
      best((row) => row.nombre_donateurs_mixtes),
      'donateur mixte',
      'donateurs mixtes',
    ),
  )
  await expect(cards.nth(1)).toContainText('Meilleur pourcentage')
  await expect(cards.nth(1)).toContainText(formatPercent(best((row) => row.pourcentage_mixtes)))
  await expect(cards.nth(2)).toContainText('Montant moyen le plus élevé')
  await expect(cards.nth(2)).toContainText(formatMoney(best((row) => row.montant_moyen_mixtes)))
})

test('la répartition globale, le profil majoritaire et la diversification', async ({
  page,
  application,
}) => {
  const { data, total_global: total } = (await recalculer(application, []))<RepartitionGlobale>(
    `${APPEL}/repartition-globale`,
  )
  await page.goto('/campagnes')
  const table = await lireTableau(page, 'Répartition globale par profil de campagne')
  expect(table.lignes.map((cells) => cells.slice(1))).toEqual(
    data.map((row) => [formatCount(row.nombre_donateurs), formatPercent(row.pourcentage)]),
  )
  expect(table.totaux).toEqual([['Total', formatCount(total), formatPercent(100)]])

  const both = data.find(({ profil_campagne }) => profil_campagne === 'LES_DEUX')
  const most = Math.max(...data.map(({ pourcentage }) => pourcentage))
  const section = sectionDe(page, 'Répartition globale')
  const cards = section.locator('dl > div')
  await expect(cards.nth(0)).toContainText('Profil majoritaire')
  await expect(cards.nth(0)).toContainText(`${formatPercent(most)} des donateurs`)
  await expect(cards.nth(1)).toContainText(`Diversification${formatPercent(both?.pourcentage)}`)
})
