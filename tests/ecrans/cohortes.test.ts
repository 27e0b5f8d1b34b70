import { expect, test } from 'vitest'
import type { Cohortes } from '#contract/cohortes'
import { formatCount, formatMoney, formatPercent, plural } from '../../service/figures/format'
import { partagee } from '../support/ecrans'
import { attribute, find, findAll, getByRole, textOf } from '../support/html'
import { recalculer } from '../support/recalcul'
import { lireGraphique, lireMarques, lireTableau } from '../support/tableau'

const application = partagee()
const { data } = (await recalculer(application, []))<Cohortes>('/api/analytics/cohortes')
const { document } = await application.ouvrir('/donateurs/cohortes')

const annees = [...new Set(data.flatMap((row) => row.annees.map(({ annee }) => annee)))].sort(
  (one, other) => one - other,
)

/** A line a cohort, a cell a year; years before the cohort are empty. */
const matrice = (cellOf: (row: (typeof data)[number]['annees'][number]) => string) =>
  data.map((row) => [
    String(row.cohorte),
    formatCount(row.taille),
    ...annees.map((annee) => {
      const found = row.annees.find((one) => one.annee === annee)
      return found ? cellOf(found) : ''
    }),
  ])

test('chaque cohorte se suit année par année, avec ses montants', async () => {
  expect(textOf(find(document, 'h1'))).toBe('Cohortes de donateurs')
  expect(lireTableau(document, 'Donateurs de chaque cohorte, par année').lignes).toEqual(
    matrice(({ donateurs }) => formatCount(donateurs)),
  )
  expect(lireTableau(document, 'Montant de chaque cohorte, par année').lignes).toEqual(
    matrice(({ montant }) => formatMoney(montant)),
  )
  const file = getByRole(document, 'link', /^Télécharger « Cohortes, année par année »/)
  const answer = await application.demander(attribute(file, 'href') ?? '')
  expect((await answer.text()).trimEnd().split('\r\n')).toHaveLength(
    1 + data.flatMap((row) => row.annees).length,
  )
})

test('la carte de chaleur montre la part de chaque cohorte, année par année', () => {
  const chart = lireGraphique(document, 'Part de chaque cohorte qui a donné, par année')
  expect(lireMarques(chart)).toEqual(
    data.flatMap(({ cohorte, annees }) =>
      annees.map(
        ({ annee, pourcentage, donateurs }) =>
          `Cohorte ${cohorte} en ${annee}\u00A0: ${formatPercent(pourcentage)} (${plural(donateurs, 'donateur')})`,
      ),
    ),
  )
})

test('c’est un onglet de la fidélité, sous les actifs', async () => {
  const { document: fidelite } = await application.ouvrir('/actifs/fidelite?annee=2020')
  const tabs = getByRole(fidelite, 'navigation', 'Fidélité')
  expect(findAll(tabs, 'a').map((link) => [textOf(link), attribute(link, 'href')])).toEqual([
    ['Fidélisation', '/actifs/fidelite?annee=2020'],
    ['Deuxième don', '/nouveaux/deuxieme-don?annee=2020'],
    ['Cohortes', '/donateurs/cohortes?annee=2020'],
  ])
  const here = getByRole(document, 'navigation', 'Fidélité')
  expect(findAll(here, '[aria-current=page]').map(textOf)).toEqual(['Cohortes'])
  const menu = getByRole(document, 'navigation', 'Navigation principale')
  expect(findAll(menu, '[open] [aria-current=page]').map(textOf)).toEqual(['Fidélité'])
  const [entry] = findAll(document, '.navigation [aria-current]')
  expect(entry && attribute(entry, 'href')).toBe('/actifs')
})
