import { describe, expect, test } from 'vitest'
import type { ADate } from '#contract/a-date'
import type { Mesure } from '#contract/suspects'
import {
  formatCount,
  formatDayMonth,
  formatEvolution,
  formatMoney,
  formatPercent,
  formatShortPercent,
} from '../../service/figures/format'
import { attendreAVerifier, attendreFleches } from '../support/a-verifier-web'
import { partagee } from '../support/ecrans'
import { attribute, find, findAll, getByRole, textOf, wordsOf } from '../support/html'
import { recalculer } from '../support/recalcul'
import { lireCartes, lireGraphique, lireLignes, lireMarques, lireTableau } from '../support/tableau'
import { lienDe } from '../support/visite'

const application = partagee()
await attendreAVerifier(application.serviceUrl)
const page = await application.ouvrir('/dashboard/a-date')
const { document } = page
const [latest] = findAll(document, '#annee option')
const running = Number(latest && attribute(latest, 'value'))
const arrow = await attendreFleches(application.serviceUrl, running)
const recalcul = await recalculer(application, [running, 2020])
const found = recalcul<ADate>(`/api/dashboard/a-date/${running}`)
const day = formatDayMonth(found.au)

test('le tableau dit chaque année jusqu’au même jour', () => {
  expect(found.en_cours).toBe(true)
  expect(textOf(find(document, 'h1'))).toBe('À date')
  expect(lireTableau(document, `Chaque année jusqu’au ${day}`).lignes).toEqual(
    found.data.map((row) => [
      String(row.annee),
      formatCount(row.donateurs),
      formatCount(row.nouveaux),
      formatCount(row.donations),
      formatMoney(row.montant),
      formatMoney(row.don_moyen),
      formatPercent(row.part_annee),
      'Oui',
    ]),
  )
  const figure = getByRole(document, 'figure', `Montant jusqu’au ${day}, par année`)
  expect(lireLignes(find(figure, 'table')).lignes).toEqual(
    found.data.map((row) => [String(row.annee), formatMoney(row.montant)]),
  )
  const marks = lireMarques(lireGraphique(figure, `Montant des dons jusqu’au ${day}, par année`))
  expect(marks).toEqual(found.data.map((row) => `${row.annee} : ${formatMoney(row.montant)}`))
})

test('les cartes comparent l’année à la précédente au même jour', () => {
  const year = found.data.at(-1)
  const { evolutions } = found
  if (!year || !evolutions) throw new Error('The demo data can be compared.')
  const card = (label: string, value: string, of: Mesure) => {
    const change = evolutions[of]
    return `${label}${value}${arrow(change ?? 0)}${formatEvolution(change)} sur ${running - 1} au même jour`
  }
  expect(lireCartes(find(document, 'main > article > dl.kpis'))).toEqual([
    card('Donateurs', formatCount(year.donateurs), 'donateurs'),
    card('Nouveaux donateurs', formatCount(year.nouveaux), 'nouveaux'),
    card('Dons', formatCount(year.donations), 'donations'),
    card('Montant', formatMoney(year.montant), 'montant'),
    card('Don moyen', formatMoney(year.don_moyen), 'don_moyen'),
  ])
})

test('la méthode de la projection dit combien elle s’est trompée', () => {
  const { fiabilite, controle } = found
  if (!fiabilite) throw new Error('The demo data can be projected.')
  const text = wordsOf(getByRole(document, 'main'))
  expect(text).toContain(
    `Erreur moyenne à cette date : ${formatShortPercent(fiabilite.erreur_moyenne)} ; l’intervalle contenait le résultat ${fiabilite.dans_intervalle} fois sur ${fiabilite.annees}.`.replace(
      /\s+/g,
      ' ',
    ),
  )
  expect(
    lireTableau(document, `Projections des années passées, au ${day} de chacune`).lignes,
  ).toEqual(
    controle.map((row) => [
      String(row.annee),
      ...[row.projete, row.bas, row.haut, row.reel].map(formatMoney),
      formatPercent(row.erreur),
      row.dans_intervalle ? 'Oui' : 'Non',
    ]),
  )
})

describe('le jour se choisit par le formulaire', () => {
  const button = getByRole(document, 'button', 'Comparer')

  test('et l’année avec lui', async () => {
    const other = await application.presser(page, button, { au: '2020-06-30' })
    expect(other.adresse).toBe('/dashboard/a-date?au=2020-06-30')
    expect(wordsOf(find(other.document, '.subtitle'))).toBe(
      'L’année 2020 et les précédentes, chacune jusqu’au 30/06',
    )
    const asked = recalcul<ADate>('/api/dashboard/a-date/2020?au=2020-06-30')
    const [shown] = findAll(other.document, 'dl.kpis .kpi-value')
    expect(shown && textOf(shown)).toBe(formatCount(asked.data.at(-1)?.donateurs))
  })

  test.each(['2020-02-30', 'hier', '1999-06-30'])('« %s » est refusé au champ', async (au) => {
    const refused = await application.ouvrir(`/dashboard/a-date?au=${au}`)
    expect(refused.status).toBe(200)
    const field = getByRole(refused.document, 'textbox', 'Comparer jusqu’au')
    expect(attribute(field, 'aria-invalid')).toBe('true')
  })
})

test('une année finie a son contrôle, et ni projection ni phrase', async () => {
  const { document: past } = await application.ouvrir('/dashboard/a-date?annee=2020')
  expect(findAll(past, 'h2').map(textOf)).not.toContain('Projection de l’année 2020')
  expect(findAll(past, 'h2').map(wordsOf)).toContain('La projection a-t-elle eu raison ?')
})

test('un jour que les données n’ont pas atteint : l’écran le dit, hachure l’année et ne compare pas', async () => {
  const { document: late } = await application.ouvrir(`/dashboard/a-date?au=${running}-12-31`)
  expect(findAll(late, '.alert').map(wordsOf).join()).toContain(
    'elles ne vont pas jusqu’au jour demandé',
  )
  expect(findAll(late, 'main > article > dl.kpis .change')).toEqual([])
  expect(findAll(late, '.chart-large .hatch')).toHaveLength(1)
  expect(findAll(document, '.hatch')).toEqual([])
  expect(wordsOf(getByRole(late, 'main'))).toContain('Pas de projection : les données s’arrêtent')
})

test('le Dashboard et cet écran mènent l’un à l’autre', async () => {
  const { document: dashboard } = await application.ouvrir('/dashboard')
  expect(lienDe(getByRole(dashboard, 'main'), 'chaque année à date')).toBe('/dashboard/a-date')
  const menu = getByRole(document, 'navigation', 'Navigation principale')
  expect(lienDe(menu, /^Dashboard/)).toMatch(/^\/dashboard/)
})
