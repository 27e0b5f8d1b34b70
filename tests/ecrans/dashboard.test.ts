import { expect, test } from 'vitest'
import type { StatsGraphiques } from '#contract/dashboard'
import { formatCount, formatMoney, plural } from '../../service/figures/format'
import { partagee } from '../support/ecrans'
import { find, findAll, getByRole, textOf, wordsOf } from '../support/html'
import { recalculer } from '../support/recalcul'
import { requete } from '../support/requete'
import { fichierDe, lireGraphique, lireLignes, lireMarques } from '../support/tableau'

const OF_YEAR = `
  select count(distinct contact_id) as donateurs, count(*) as dons, sum(order_amount) as montant,
         sum(order_amount) / count(*) as moyen
  from donations where order_amount > 0 and extract(year from order_date) = $1`

const application = partagee()
const { document } = await application.ouvrir('/dashboard?annee=2020')

test('les quatre chiffres clés sont ceux des lignes de la base', async () => {
  const figures = await requete(application.databaseUrl, OF_YEAR, [2020])
  const [shown] = findAll(getByRole(document, 'main'), 'dl')
  if (!shown) throw new Error('No key figures')
  expect(findAll(shown, 'dt').map(textOf)).toEqual([
    'Total Donateurs',
    'Total Donations',
    'Montant Total',
    'Don Moyen',
  ])
  expect(findAll(shown, '.kpi-value').map(textOf)).toEqual([
    formatCount(Number(figures['donateurs'])),
    formatCount(Number(figures['dons'])),
    formatMoney(Number(figures['montant'])),
    formatMoney(Number(figures['moyen'])),
  ])
})

test('quatre graphiques montrent les années, la prévision et les mois', () => {
  for (const name of ['Montant des donations par année', 'Nombre de donations cumulé par mois'])
    lireGraphique(document, name)
  const bars = lireGraphique(document, 'Nombre de donations par année')
  expect(lireMarques(bars).join('\n')).toContain('Prévision basée sur la tendance 2013-2019')
  const months = textOf(lireGraphique(document, 'Montant des donations cumulé par mois'))
  for (const year of ['2017', '2018', '2019', '2020']) expect(months).toContain(year)
  for (const month of ['Jan', 'Fév', 'Août', 'Déc']) expect(months).toContain(month)
})

test('les chiffres d’un graphique sont dans le tableau dessous et dans son fichier', async () => {
  const figure = getByRole(document, 'figure', 'Donations par année')
  const { lignes, totaux } = lireLignes(find(figure, 'table'))
  const answer = await application.demander(fichierDe(find(figure, '.data-table')))
  const written = (await answer.text()).trim().split('\r\n').slice(1)
  expect(written).toEqual(
    [...lignes, ...totaux].map(([year, count]) => `${year};${count?.replace(/\u202F/g, '')}`),
  )
  const marks = lireMarques(lireGraphique(figure, 'Nombre de donations par année'))
  for (const [year, count] of lignes)
    expect(marks).toContain(`${year} : ${count}\u00A0${count === '1' ? 'don' : 'dons'}`)
})

test('la prévision se lit en mots à côté du graphique, dans ses chiffres et au survol', async () => {
  const recalcul = await recalculer(application, [2020])
  const { prevision } = recalcul<StatsGraphiques>('/api/dashboard/stats-graphiques/2020')
  if (!prevision) throw new Error('The demo data have a trend.')
  for (const [title, label, words, value] of [
    [
      'Donations par année',
      'Nombre de donations par année',
      plural(prevision.donations, 'don'),
      formatCount(prevision.donations),
    ],
    [
      'Montants par année',
      'Montant des donations par année',
      formatMoney(prevision.montant),
      formatMoney(prevision.montant),
    ],
  ] as const) {
    const figure = getByRole(document, 'figure', title)
    const said = `Prévision 2020\u00A0: ${words}`
    expect(findAll(figure, '.legend li').map(textOf)).toContain(said)
    expect(lireLignes(find(figure, 'table')).totaux).toEqual([['Prévision 2020', value]])
    expect(lireMarques(lireGraphique(figure, label)).join('\n')).toContain(
      `Prévision 2020 : ${words}\nPrévision basée sur la tendance 2013-2019`,
    )
  }
})

test.each(['/dashboard', '/nouveaux', '/actifs', '/donations'])(
  '%s s’ouvre sur l’année la plus récente et change d’année par son formulaire',
  async (path) => {
    const ecran = await application.ouvrir(path)
    const year = getByRole(ecran.document, 'combobox', 'Année')
    const [latest] = findAll(year, 'option')
    expect(latest && 'selected' in latest.attribs).toBe(true)
    expect(findAll(year, 'option[selected]')).toHaveLength(1)
    const years = findAll(year, 'option').map((option) => Number(textOf(option)))
    expect(years).toEqual([...years].sort((one, other) => other - one))

    const button = getByRole(ecran.document, 'button', 'Afficher')
    const other = await application.presser(ecran, button, { annee: '2019' })
    expect(other.adresse.replace('&comparer=jour', '')).toBe(`${path}?annee=2019`)
    expect(textOf(find(other.document, 'head > title'))).toMatch(
      / 2019 (– page 1 sur \d+ )?– Analyse - Gestion des Dons$/,
    )
    if (path !== '/donations')
      expect(wordsOf(find(other.document, '.subtitle'))).toContain('de l’année 2019')
  },
)
