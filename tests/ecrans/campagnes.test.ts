import { expect, test } from 'vitest'
import type {
  CampagnesEvolution,
  DonateursMixtes,
  Parcours,
  RepartitionGlobale,
} from '#contract/campagnes'
import type { Annees } from '#contract/values'
import type { Ventilation } from '#contract/ventilation'
import {
  formatCount,
  formatEvolution,
  formatMoney,
  formatPercent,
  plural,
} from '../../service/figures/format'
import { anneeLaPlusRecente, attendreFleches } from '../support/a-verifier-web'
import { partagee } from '../support/ecrans'
import { type Element, find, findAll, getByRole, textOf } from '../support/html'
import { recalculer } from '../support/recalcul'
import { lireCartes, lireGraphique, lireLignes, lireTableau } from '../support/tableau'
import { lienDe } from '../support/visite'

const APPEL = '/api/analytics/campagnes'

const application = partagee()
const recalcul = await recalculer(application, [])
const arrow = await attendreFleches(
  application.serviceUrl,
  await anneeLaPlusRecente(application.serviceUrl),
)
const { document } = await application.ouvrir('/campagnes')

const PROFILS = ['PRODUIT_UNIQUEMENT', 'VFL_UNIQUEMENT', 'MIXTE']

/** In the running year the arrow goes with the change at a date, beside. */
const evolution = (value: number | null, isRunning: boolean) => {
  if (value === null) return 'N/A'
  if (isRunning) return formatEvolution(value)
  return `${arrow(value)}${formatEvolution(value)}`
}

const sectionDe = (titre: string): Element => {
  const section = findAll(document, 'section.section').find(
    (one) => textOf(find(one, 'h2')) === titre,
  )
  if (!section) throw new Error(`No section: ${titre}`)
  return section
}

const part = (count: number, total: number) =>
  formatPercent(total > 0 ? Math.round((count * 1000) / total) / 10 : 0)

const parProfil = (profiles: CampagnesEvolution['data'][number]['nouveaux']) =>
  PROFILS.map((name) =>
    formatCount(
      profiles.find(({ profil_campagne }) => profil_campagne === name)?.nombre_donateurs ?? 0,
    ),
  )

test('l’écran commence par les montants de l’année par code, et mène à la ventilation', async () => {
  const [annee = 0] = (
    (await (await fetch(`${application.serviceUrl}${APPEL}/annees`)).json()) as Annees
  ).annees
  const path = `/api/analytics/ventilation/campagne/${annee}`
  const { data, total } = (await (await fetch(application.serviceUrl + path)).json()) as Ventilation
  const [first] = findAll(document, 'section.section')
  expect(first && textOf(find(first, 'h2'))).toBe(`Collecte de ${annee} par code de campagne`)
  const table = lireTableau(document, `Montants de ${annee} par code`)
  expect(table.lignes.map((cells) => [cells[0], cells[1]])).toEqual(
    data.map(({ code, montant }) => [code, formatMoney(montant)]),
  )
  expect(table.totaux[0]?.[1]).toBe(formatMoney(total.montant))
  expect(lienDe(document, 'Tous les codes, mois par mois')).toBe(
    `/campagnes/ventilation?axe=campagne&annee=${annee}`,
  )
  expect(textOf(find(document, 'main'))).not.toContain('Il n’y a qu’une campagne')
})

test('l’évolution : nouveaux et anciens par profil, totaux et évolutions de chaque année', () => {
  const { data, a_date } = recalcul<CampagnesEvolution>(`${APPEL}/evolution`)
  expect(textOf(find(document, 'h1'))).toBe('Analyse des Campagnes')
  const table = lireTableau(document, 'Nouveaux et anciens donateurs par profil de campagne')
  expect(table.lignes).toEqual(
    data.map((row) => [
      String(row.annee),
      ...parProfil(row.nouveaux),
      formatCount(row.total_nouveaux),
      evolution(row.evolution_nouveaux, row.annee === a_date?.annee),
      ...parProfil(row.anciens),
      formatCount(row.total_anciens),
      evolution(row.evolution_anciens, row.annee === a_date?.annee),
      formatCount(row.total_global),
      evolution(row.evolution_globale, row.annee === a_date?.annee),
    ]),
  )
})

test('la fidélité et la migration par première campagne, leur total et ce qu’il faut en retenir', () => {
  const { data } = recalcul<Parcours>(`${APPEL}/parcours-premier-dernier`)
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
  const table = lireTableau(document, 'Fidélité et migration selon la première campagne')
  expect([...table.lignes].sort(([a], [b]) => String(a).localeCompare(String(b)))).toEqual([
    row('PRODUIT', fp, mv),
    row('VFL', fv, mp),
  ])
  expect(table.totaux).toEqual([row('Total', fp + fv, mv + mp)])

  const section = sectionDe('Fidélité et migration')
  expect(lireCartes(section)[0]).toBe(
    `Fidélité globale${part(fp + fv, fp + fv + mv + mp)}` +
      `${plural(fp + fv, 'donateur resté', 'donateurs restés')} sur ${formatCount(fp + fv + mv + mp)}`,
  )
  expect(findAll(section, 'dt').map(textOf)).toEqual([
    'Fidélité globale',
    'Campagne la plus fidélisante',
    'Principale migration',
  ])
})

test('les flux vont de la première campagne à la dernière, avec leurs chiffres dessous', () => {
  const { data } = recalcul<Parcours>(`${APPEL}/parcours-premier-dernier`)
  const figure = getByRole(document, 'figure', 'De la première campagne à la dernière')
  const chart = lireGraphique(figure, '')
  const { lignes } = lireLignes(find(figure, 'table'))
  expect(lignes).toHaveLength(data.length)
  for (const [from, to, nombre, pourcentage] of lignes)
    expect(textOf(chart)).toContain(`${from} → ${to} : ${nombre} (${pourcentage})`)
})

test('les donateurs mixtes par année, leur moyenne globale et les années remarquables', () => {
  const { data } = recalcul<DonateursMixtes>(`${APPEL}/donateurs-mixtes`)
  const table = lireTableau(document, 'Donateurs mixtes par année')
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
  const section = sectionDe('Donateurs mixtes')
  const cards = lireCartes(section)
  expect(cards[0]).toContain('Année avec le plus de donateurs mixtes')
  expect(cards[0]).toContain(
    plural(
      best((row) => row.nombre_donateurs_mixtes),
      'donateur mixte',
      'donateurs mixtes',
    ),
  )
  expect(cards[1]).toContain('Meilleur pourcentage')
  expect(cards[1]).toContain(formatPercent(best((row) => row.pourcentage_mixtes)))
  expect(cards[2]).toContain('Montant moyen le plus élevé')
  expect(cards[2]).toContain(formatMoney(best((row) => row.montant_moyen_mixtes)))
})

test('la répartition globale, le profil majoritaire et la diversification', () => {
  const { data, total_global: total } = recalcul<RepartitionGlobale>(`${APPEL}/repartition-globale`)
  const table = lireTableau(document, 'Répartition globale par profil de campagne')
  expect(table.lignes.map((cells) => cells.slice(1))).toEqual(
    data.map((row) => [formatCount(row.nombre_donateurs), formatPercent(row.pourcentage)]),
  )
  expect(table.totaux).toEqual([['Total', formatCount(total), formatPercent(100)]])

  const both = data.find(({ profil_campagne }) => profil_campagne === 'LES_DEUX')
  const most = Math.max(...data.map(({ pourcentage }) => pourcentage))
  const section = sectionDe('Répartition globale')
  const cards = lireCartes(section)
  expect(cards[0]).toContain('Profil majoritaire')
  expect(cards[0]).toContain(`${formatPercent(most)} des donateurs`)
  expect(cards[1]).toContain(`Diversification${formatPercent(both?.pourcentage)}`)
})
