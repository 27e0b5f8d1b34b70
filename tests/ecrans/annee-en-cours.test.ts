import { expect, test } from 'vitest'
import type { ADate } from '#contract/a-date'
import type { ActiviteStats } from '#contract/activite'
import type { CampagnesEvolution } from '#contract/campagnes'
import type { DashboardStats } from '#contract/dashboard'
import type { Montants } from '#contract/montants'
import type {
  NouveauxAnciens,
  NouveauxCampagnes,
  NouveauxMedia,
  NouveauxOrigine,
} from '#contract/nouveaux-anciens'
import type { Mesure } from '#contract/suspects'
import {
  formatCount,
  formatDay,
  formatDayMonth,
  formatDifference,
  formatEvolution,
  formatMoney,
} from '../../service/figures/format'
import { attendreAVerifier, attendreFleches } from '../support/a-verifier-web'
import { partagee } from '../support/ecrans'
import {
  attribute,
  type Document,
  type Element,
  find,
  findAll,
  getByRole,
  textOf,
} from '../support/html'
import { recalculer } from '../support/recalcul'
import { lireCartes, lireTableau } from '../support/tableau'

const application = partagee()
await attendreAVerifier(application.serviceUrl)
const { document: dashboard } = await application.ouvrir('/dashboard')
const [latest] = findAll(dashboard, '#annee option')
const annee = Number(latest && attribute(latest, 'value'))
const arrow = await attendreFleches(application.serviceUrl, annee)
const recalcul = await recalculer(application, [annee])
const comparison = recalcul<ADate>(`/api/dashboard/a-date/${annee}`)
const jour = formatDayMonth(comparison.au)

const said = (text: string) => `à date (au ${jour})\u00A0: ${text}`
const evolution = (value: number | null) =>
  said(value === null ? 'N/A' : `${arrow(value)}${formatEvolution(value)}`)
const difference = (value: number | null) =>
  said(value === null ? 'N/A' : `${arrow(value, 0)}${formatDifference(value)}`)

const tableOf = (document: Document, caption: string): Element =>
  getByRole(getByRole(document, 'main'), 'table', caption)

/** What stands beside the values of a table, from left to right and from top to bottom. */
const besides = (table: Element): string[] => findAll(table, '.at-date').map(textOf)

/** Arrows that stand anywhere but beside. */
const lonely = (row: Element): string[] =>
  findAll(row, '.change').map(textOf).slice(findAll(row, '.at-date .change').length)

const lastRow = (table: Element): Element => {
  const row = findAll(table, 'tbody tr').at(-1)
  if (!row) throw new Error('No row')
  return row
}

test('les données de démonstration ont une année en cours, qui se compare', () => {
  expect(comparison).toMatchObject({ en_cours: true, comparable: true })
})

test('chaque carte du Dashboard a sa ligne « À date », avec ce que c’était l’an passé', () => {
  const before = comparison.data.at(-2)
  const { evolutions } = comparison
  if (!before || !evolutions) throw new Error('The demo data can be compared.')
  const line = (of: Mesure, was: string) => {
    return `À date\u00A0: ${arrow(evolutions[of] ?? 0)}${formatEvolution(evolutions[of])} (${was} au ${formatDay(before.au)})`
  }
  const cards = findAll(find(dashboard, 'main > article > dl.kpis'), '.kpi-detail').map(textOf)
  const lines = [
    line('donateurs', formatCount(before.donateurs)),
    line('donations', formatCount(before.donations)),
    line('montant', formatMoney(before.montant)),
    line('don_moyen', formatMoney(before.don_moyen)),
  ]
  expect(cards).toEqual(lines)
})

test('une année finie se compare entière à celle d’avant, sans ligne « À date » ni barre hachurée', async () => {
  const { document } = await application.ouvrir('/dashboard?annee=2020')
  const stats = await recalculer(application, [2019, 2020])
  const [before, year] = [2019, 2020].map((one) =>
    stats<DashboardStats>(`/api/dashboard/stats/${one}`),
  )
  if (!before || !year) throw new Error('The demo data have these years.')
  const fleches = await attendreFleches(application.serviceUrl, 2020)
  const cards = findAll(find(document, 'main > article > dl.kpis'), '.kpi-detail').map(textOf)
  const line = (of: keyof typeof year, was: string) => {
    const change = Math.round((year[of] / before[of] - 1) * 1000) / 10
    return `${fleches(change)}${formatEvolution(change)} sur 2019 (${was})`
  }
  expect(cards).toEqual([
    line('total_donateurs', formatCount(before.total_donateurs)),
    line('total_donations', formatCount(before.total_donations)),
    line('montant_total', formatMoney(before.montant_total)),
    line('montant_moyen', formatMoney(before.montant_moyen)),
  ])
  expect(lireCartes(find(document, 'main > article > dl.kpis')).join()).not.toContain('À date')
  expect(findAll(document, '.hatch')).toEqual([])
})

test('/nouveaux : chaque évolution de l’année en cours est à côté de celle à date', async () => {
  const { document } = await application.ouvrir('/nouveaux')
  const appel = '/api/analytics/nouveaux-anciens'
  const media = recalcul<NouveauxMedia>(`${appel}/media/${annee}`)
  const medias = tableOf(document, `Nouveaux donateurs par code média, ${annee}`)
  expect(besides(medias)).toEqual(
    [...media.data, media.totaux].map((row) => evolution(row.evolution_a_date)),
  )
  expect(lonely(medias)).toEqual([])

  const compared = (name: string, { data, totaux }: NouveauxCampagnes | NouveauxOrigine) => {
    const table = tableOf(document, `${name}, ${annee}`)
    expect(besides(table)).toEqual(
      [...data, totaux].flatMap((row) => [
        evolution(row.evolution_nouveaux_a_date),
        evolution(row.evolution_anciens_a_date),
        evolution(row.evolution_total_a_date),
      ]),
    )
    expect(lonely(table)).toEqual([])
  }
  const profils = recalcul<NouveauxCampagnes>(`${appel}/campagnes/${annee}`)
  compared('Donateurs par profil de campagne', profils)
  compared('Donateurs par code origine', recalcul<NouveauxOrigine>(`${appel}/origine/${annee}`))
  expect(profils.totaux.evolution_total_a_date).toBe(comparison.evolutions?.donateurs)

  const { a_date } = recalcul<NouveauxAnciens>(`${appel}/${annee}`)
  // The cards compare to the same day first: ten months are not twelve.
  const cards = lireCartes(find(getByRole(document, 'main'), 'dl.kpis'))
  for (const [at, value] of [
    a_date?.evolution_nouveaux,
    a_date?.evolution_anciens,
    a_date?.evolution_general,
  ].entries())
    expect(cards[at]?.endsWith(evolution(value ?? null).replace('à date', 'À date'))).toBe(true)
  // Two aims for new donors: the rule's, and the one that the demo's people set; the page says which is which.
  const aims = findAll(getByRole(document, 'main'), '.mention').map(textOf)
  expect(aims.join()).toMatch(
    /C’est la règle des \+.*L’objectif que l’équipe a fixé pour \d+ est de \d+\./,
  )
  expect(besides(tableOf(document, `Nouveaux et anciens donateurs par période, ${annee}`))).toEqual(
    [evolution(a_date?.evolution_nouveaux ?? null), evolution(a_date?.evolution_anciens ?? null)],
  )
  const goals = lireTableau(document, `Objectifs ${annee} (total ${annee - 1} + 10 %)`).lignes
  expect(goals.map((row) => row.at(-1))).toEqual(
    [a_date?.evolution_nouveaux, a_date?.evolution_anciens].map(
      (value) => `${arrow(value ?? 0)}${formatEvolution(value)}`,
    ),
  )
})

test('/actifs : l’objectif de l’année en cours dit aussi où elle en est à date', async () => {
  const { document } = await application.ouvrir('/actifs')
  const { a_date } = recalcul<ActiviteStats>(`/api/analytics/activite/stats-complet/${annee}`)
  const [row] = lireTableau(document, `Objectif ${annee} (actifs ${annee - 1} + 10 %)`).lignes
  expect(a_date?.evolution_actifs).toBe(comparison.evolutions?.donateurs)
  expect(row?.at(-1)).toBe(
    `${arrow(a_date?.evolution_actifs ?? 0)}${formatEvolution(a_date?.evolution_actifs)}`,
  )
})

test('/campagnes : la ligne de l’année en cours, et elle seule, a ses évolutions à date', async () => {
  const { document } = await application.ouvrir('/campagnes')
  const { data, a_date } = recalcul<CampagnesEvolution>('/api/analytics/campagnes/evolution')
  const table = tableOf(document, 'Nouveaux et anciens donateurs par profil de campagne')
  const row = data.at(-1)
  expect(a_date?.annee).toBe(annee)
  expect(besides(table)).toEqual(besides(lastRow(table)))
  expect(besides(table)).toEqual([
    evolution(row?.evolution_nouveaux_a_date ?? null),
    evolution(row?.evolution_anciens_a_date ?? null),
    evolution(row?.evolution_globale_a_date ?? null),
  ])
  expect(lonely(lastRow(table))).toEqual([])
})

test.each([
  ['total-annuel', 'Montant total annuel par donateur'],
  ['dernier-don', 'Dernier don de l’année par donateur'],
])('/montant : de même les écarts, %s', async (call, caption) => {
  const { document } = await application.ouvrir('/montant')
  const { data, metadata } = recalcul<Montants>(`/api/analytics/montants/${call}`)
  const row = data.at(-1)
  const table = tableOf(document, caption)
  expect(besides(table)).toEqual(
    [
      ...metadata.tranches_disponibles.map((band) => row?.tranches[band]?.difference_a_date),
      row?.difference_total_a_date,
    ].map((value) => difference(value ?? null)),
  )
  expect(lonely(lastRow(table))).toEqual([])
})

test.each([
  '/dashboard',
  '/dashboard/rapport?malgre=1',
  '/nouveaux',
  '/actifs',
  '/campagnes',
  '/donateurs',
  '/montant',
])('%s : l’année en cours est hachurée, et la légende le dit', async (path) => {
  const { document } = await application.ouvrir(path)
  const charts = findAll(document, 'figure').filter(
    (figure) => findAll(figure, '.chart-large .hatch').length > 0,
  )
  expect(charts.length).toBeGreaterThan(0)
  for (const chart of charts) {
    expect(findAll(chart, '.legend li').map(textOf)).toContain(`Année en cours (jusqu’au ${jour})`)
    for (const hatch of findAll(chart, '.hatch')) expect(attribute(hatch, 'd')).toMatch(/^M/)
  }
})
