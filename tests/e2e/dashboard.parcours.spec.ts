import { formatCount, formatMoney } from '../../service/figures/format'
import { changerAnnee } from '../support/annee'
import { attendre } from '../support/attendre'
import { expect, test } from '../support/e2e'
import { requete } from '../support/requete'

test.use({ donnees: 'demo a changer' })

const OF_YEAR = `
  select count(distinct contact_id) as donateurs, count(*) as dons, sum(order_amount) as montant,
         sum(order_amount) / count(*) as moyen
  from donations where order_amount > 0 and extract(year from order_date) = $1`

test('les quatre chiffres clés sont ceux des lignes de la base', async ({ page, application }) => {
  await page.goto('/dashboard?annee=2020')
  const figures = await requete(application.databaseUrl, OF_YEAR, [2020])
  const shown = page.getByRole('main').locator('dl').first()
  await expect(shown.locator('dt')).toHaveText([
    'Total Donateurs',
    'Total Donations',
    'Montant Total',
    'Don Moyen',
  ])
  await expect(shown.locator('dd')).toHaveText([
    formatCount(Number(figures['donateurs'])),
    formatCount(Number(figures['dons'])),
    formatMoney(Number(figures['montant'])),
    formatMoney(Number(figures['moyen'])),
  ])
})

test('le tableau de bord s’ouvre sur l’année la plus récente et change d’année', async ({
  page,
}) => {
  await page.goto('/dashboard')
  await changerAnnee(page, 2019)
  await expect(page.getByText('Vue d’ensemble de l’année 2019')).toBeVisible()
  await expect(page).toHaveTitle('Dashboard 2019 – Analyse - Gestion des Dons')
})

test('quatre graphiques montrent les années, la prévision et les mois', async ({ page }) => {
  await page.goto('/dashboard?annee=2020')
  for (const name of [
    'Nombre de donations par année',
    'Montant des donations par année',
    'Nombre de donations cumulé par mois',
    'Montant des donations cumulé par mois',
  ])
    await expect(page.getByRole('img', { name })).toBeVisible()
  const bars = page.getByRole('img', { name: 'Nombre de donations par année' })
  await expect(
    bars.locator('title').filter({ hasText: 'Prévision basée sur la tendance 2013-2019' }),
  ).not.toHaveCount(0)
  const months = page.getByRole('img', { name: 'Montant des donations cumulé par mois' })
  for (const year of ['2017', '2018', '2019', '2020']) await expect(months).toContainText(year)
  for (const month of ['Jan', 'Fév', 'Août', 'Déc']) await expect(months).toContainText(month)
})

test('les chiffres d’un graphique sont dans le tableau dessous et dans son fichier', async ({
  page,
  request,
}) => {
  await page.goto('/dashboard?annee=2020')
  const figure = page.getByRole('figure', { name: 'Donations par année' })
  await figure.getByText('Voir les chiffres').click()
  const rows = figure.getByRole('table').locator('tbody tr')
  const shown = await rows.evaluateAll((lines) =>
    lines.map((line) => [...line.children].map((cell) => cell.textContent)),
  )
  const address = await figure.getByRole('link', { name: /CSV/ }).getAttribute('href')
  const csv = await (await request.get(address ?? '')).text()
  const written = csv.trim().split('\r\n').slice(1)
  expect(written).toEqual(shown.map(([year, count]) => `${year};${count?.replace(/\u202F/g, '')}`))
  const titles = await page
    .getByRole('img', { name: 'Nombre de donations par année' })
    .locator('title')
    .allTextContents()
  for (const [year, count] of shown)
    expect(titles).toContain(`${year} : ${count}\u00A0${count === '1' ? 'don' : 'dons'}`)
})

test('« Actualiser » montre la progression des vues, puis revient au tableau de bord', async ({
  page,
  scripts,
}) => {
  await page.goto('/dashboard?annee=2020')
  await page.getByRole('button', { name: 'Actualiser' }).click()
  await expect(page).toHaveURL(/annee=2020&rafraichissement=/)
  const dialog = page.getByRole('dialog', { name: 'Rafraîchissement des vues matérialisées' })
  await expect(dialog).toBeVisible()
  await expect(dialog).toContainText(/Vue \d+ sur \d+/)
  await expect(dialog).toContainText('Temps total estimé')
  if (scripts === 'interrompus') {
    await attendre(page, dialog.getByRole('button', { name: 'Fermer' }), scripts)
    await dialog.getByRole('button', { name: 'Fermer' }).click()
  }
  await expect(page).toHaveURL(/\/dashboard\?annee=2020$/, { timeout: 45_000 })
  await expect(dialog).toBeHidden()
  await expect(page.getByText(/^Données au \d/)).toBeVisible()
})
