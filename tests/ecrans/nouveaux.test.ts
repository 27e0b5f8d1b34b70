import { expect, test } from 'vitest'
import type {
  NouveauxAnciens,
  NouveauxCampagnes,
  NouveauxMedia,
  NouveauxOrigine,
} from '#contract/nouveaux-anciens'
import {
  formatCount,
  formatDifference,
  formatEvolution,
  formatPercent,
} from '../../service/figures/format'
import { partagee } from '../support/ecrans'
import { find, getByRole, textOf } from '../support/html'
import { recalculer } from '../support/recalcul'
import { lireCartes, lireGraphique, lireTableau } from '../support/tableau'

const ANNEE = 2020
const APPEL = '/api/analytics/nouveaux-anciens'

const application = partagee()
const recalcul = await recalculer(application, [ANNEE])
const { document } = await application.ouvrir(`/nouveaux?annee=${ANNEE}`)

/** Arrows turn beyond 5 % either way. */
const evolution = (value: number) =>
  `${value > 5 ? '↑' : value < -5 ? '↓' : '→'} ${formatEvolution(value)}`

const objectif = (value: number) => `${value >= 0 ? '↑' : '↓'} ${formatDifference(value)}`

/** A share as the screen computes it. */
const part = (count: number, total: number) =>
  formatPercent(total > 0 ? Math.round((count * 1000) / total) / 10 : 0)

const profils: Record<string, string> = {
  PRODUIT_UNIQUEMENT: 'PRODUIT uniquement',
  VFL_UNIQUEMENT: 'VFL uniquement',
  MIXTE: 'Les deux',
}

const compares = (
  name: string,
  row: NouveauxCampagnes['data'][number] | NouveauxOrigine['data'][number],
) => [
  name,
  ...(['nouveaux', 'anciens', 'total'] as const).flatMap((group) => [
    formatCount(row[`${group}_current`]),
    formatPercent(row[`pct_${group}_current`]),
    formatCount(row[`${group}_previous`]),
    formatPercent(row[`pct_${group}_previous`]),
    evolution(row[`evolution_${group}`]),
  ]),
]

test('les trois cartes disent les nouveaux, les anciens et le total avec leur part, et contre l’année d’avant', () => {
  const { totaux } = recalcul<NouveauxAnciens>(`${APPEL}/${ANNEE}`)
  const card = (label: string, count: number, before: number) =>
    `${label}${formatCount(count)}${part(count, totaux.total_general)} du total${evolution(
      Math.round(((count - before) * 1000) / before) / 10,
    )} sur ${ANNEE - 1} (${formatCount(before)})`
  expect(lireCartes(find(getByRole(document, 'main'), 'dl.kpis'))).toEqual([
    card('Nouveaux Donateurs', totaux.total_nouveaux, totaux.total_nouveaux_precedente),
    card('Anciens Donateurs', totaux.total_anciens, totaux.total_anciens_precedente),
    card('Total', totaux.total_general, totaux.total_general_precedente),
  ])
})

test('le tableau par période finit par le total de l’année et celui de l’année précédente', () => {
  const { data, totaux } = recalcul<NouveauxAnciens>(`${APPEL}/${ANNEE}`)
  const table = lireTableau(document, 'Nouveaux et anciens donateurs par période, 2020')
  expect(table.lignes).toEqual(
    data.map((row) => [
      row.periode,
      ...[row.nouveaux, row.anciens].flatMap((group) => [
        formatCount(group.nombre),
        formatPercent(group.pourcentage_annee),
        formatPercent(group.pourcentage_annee_precedente),
      ]),
      formatCount(row.total),
    ]),
  )
  const cent = formatPercent(100)
  expect(table.totaux).toEqual([
    [
      'Total 2020',
      formatCount(totaux.total_nouveaux),
      cent,
      part(totaux.total_nouveaux, totaux.total_nouveaux_precedente),
      formatCount(totaux.total_anciens),
      cent,
      part(totaux.total_anciens, totaux.total_anciens_precedente),
      formatCount(totaux.total_general),
    ],
    [
      'Total 2019',
      formatCount(totaux.total_nouveaux_precedente),
      'N/A',
      cent,
      formatCount(totaux.total_anciens_precedente),
      'N/A',
      cent,
      formatCount(totaux.total_general_precedente),
    ],
  ])
})

test('l’objectif est le total de l’année précédente plus 10 %, arrondi', () => {
  const { totaux } = recalcul<NouveauxAnciens>(`${APPEL}/${ANNEE}`)
  const row = (name: string, before: number, reached: number) => {
    const goal = Math.round((before * 110) / 100)
    return [name, ...[before, goal, reached].map(formatCount), objectif(reached - goal)]
  }
  expect(lireTableau(document, 'Objectifs 2020 (total 2019 + 10 %)').lignes).toEqual([
    row('Nouveaux', totaux.total_nouveaux_precedente, totaux.total_nouveaux),
    row('Anciens', totaux.total_anciens_precedente, totaux.total_anciens),
  ])
})

test('codes média, profils et codes origine se comparent à l’année précédente', () => {
  const media = recalcul<NouveauxMedia>(`${APPEL}/media/${ANNEE}`)
  expect(lireTableau(document, 'Nouveaux donateurs par code média, 2020').lignes).toEqual(
    media.data.map((row) => [
      row.codemedia_code,
      formatCount(row.nouveaux_current),
      formatPercent(row.pourcentage_current),
      formatCount(row.nouveaux_previous),
      formatPercent(row.pourcentage_previous),
      evolution(row.evolution),
    ]),
  )
  const profil = recalcul<NouveauxCampagnes>(`${APPEL}/campagnes/${ANNEE}`)
  expect(lireTableau(document, 'Donateurs par profil de campagne, 2020').lignes).toEqual(
    profil.data.map((row) => compares(profils[row.profil_campagne] ?? '', row)),
  )
  const origine = recalcul<NouveauxOrigine>(`${APPEL}/origine/${ANNEE}`)
  expect(lireTableau(document, 'Donateurs par code origine, 2020').lignes).toEqual(
    origine.data.map((row) => compares(row.origincode_code, row)),
  )
})

test('deux graphiques montrent les nouveaux et les anciens, par période et par année', () => {
  const periods = lireGraphique(document, 'Nouveaux et anciens donateurs 2020 par période')
  for (const tick of ['T1', 'T2', 'Sep', 'Oct', 'Nov', 'Déc'])
    expect(textOf(periods)).toContain(tick)
  const years = textOf(lireGraphique(document, 'Nouveaux et anciens donateurs par année'))
  expect(years).toContain('2013 – Nouveaux')
  expect(years).toContain('2020 – Anciens')
})
