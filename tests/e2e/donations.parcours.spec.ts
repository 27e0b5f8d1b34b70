import { formatCount, formatMoney, plural } from '../../service/figures/format'
import { decide, rowOf } from '../support/decision'
import { expect, test } from '../support/e2e'
import { requete } from '../support/requete'

test.use({ donnees: 'demo a changer' })

const STATS = `
  select count(*) filter (where order_amount > 0) as dons, sum(order_amount) as montant,
         max(order_amount) as plus_eleve, count(*) as lignes
  from donations where extract(year from order_date) = $1`

test('la liste montre les donations de l’année, de la plus élevée à la plus faible', async ({
  page,
  request,
  application,
}) => {
  await page.goto('/donations?annee=2020')
  const figures = await requete(application.databaseUrl, STATS, [2020])
  const cards = page.getByRole('main').locator('dl').first().locator('dd')
  await expect(cards.nth(0)).toHaveText(formatCount(Number(figures['dons'])))
  await expect(cards.nth(1)).toHaveText(formatMoney(Number(figures['montant'])))
  await expect(cards.nth(3)).toHaveText(formatMoney(Number(figures['plus_eleve'])))
  await expect(
    page.getByText(plural(Number(figures['lignes']), 'donation'), { exact: true }),
  ).toBeVisible()
  const rows = page.locator('tbody tr')
  await expect(rows).toHaveCount(20)
  const amounts = await rows.locator('td.number').allTextContents()
  const values = amounts.map((text) => Number(text.replace(/[^\d,]/g, '').replace(',', '.')))
  expect(values).toEqual([...values].sort((one, other) => other - one))

  const file = page.getByRole('link', { name: /^Télécharger .+ donations de 2020 \(CSV, environ/ })
  const answer = await request.get((await file.getAttribute('href')) ?? '')
  const lines = (await answer.text()).trimEnd().split('\r\n').slice(1)
  expect(lines).toHaveLength(Number(figures['lignes']))
  expect(lines.slice(0, 20).map((line) => line.split(';')[0])).toEqual(
    await rows.locator('th').allTextContents(),
  )
})

test('on tourne les pages et on déplie les détails', async ({ page }) => {
  await page.goto('/donations?annee=2020')
  const pages = page.getByRole('navigation', { name: 'Pages des donations' })
  await expect(pages.getByRole('link', { name: 'Précédent' })).toHaveCount(0)
  await expect(pages.getByRole('link', { name: /^Page / })).toHaveCount(5)
  await pages.getByRole('link', { name: 'Suivant' }).click()
  await expect(page).toHaveURL(/page=2/)
  await expect(page).toHaveTitle(/^Donations 2020 – page 2 sur \d+ – Analyse - Gestion des Dons$/)
  await expect(pages.locator('[aria-current=page]')).toHaveText('2')

  await page.getByRole('link', { name: 'Voir tous les détails' }).click()
  await expect(page.getByRole('columnheader', { name: 'E-mail' })).toBeVisible()
  await expect(page).toHaveURL(/page=2/)
  const headings = await page.getByRole('columnheader').allTextContents()
  const births = await page
    .locator(`tbody tr > :nth-child(${headings.indexOf('Naissance') + 1})`)
    .allTextContents()
  expect(births.filter((birth) => birth !== 'N/A').length).toBeGreaterThan(0)
  for (const birth of births) expect(birth).toMatch(/^(\d{2}\/\d{2}\/\d{4}|N\/A)$/)
  await page.getByRole('link', { name: 'Masquer détails' }).click()
  await expect(page.getByRole('columnheader', { name: 'E-mail' })).toHaveCount(0)
})

test('un donateur est exclu après confirmation, puis réintégré, et l’historique le garde', async ({
  page,
  scripts,
  javaScriptEnabled,
}) => {
  const hasDialogs = javaScriptEnabled && scripts === 'entiers'
  await page.goto('/donations?annee=2020')
  if (hasDialogs) await page.waitForFunction(() => '__remixRouter' in window)
  const first = page.locator('tbody tr').filter({ hasText: 'VALIDE' }).first()
  const label = await first.getByRole('button').getAttribute('aria-label')
  const contact = label?.replace(/^.* /, '') ?? ''

  await decide(page, contact, 'Exclure', hasDialogs)
  await expect(page.getByText(/^✅ /)).toContainText(contact)
  await page.getByRole('link', { name: /^Télécharger/ }).scrollIntoViewIfNeeded()
  await expect(page.getByText(/^✅ /)).toBeInViewport()
  await expect(rowOf(page, contact).first()).toContainText('EXCLU')

  await decide(page, contact, 'Réintégrer', hasDialogs)
  await expect(page.getByText(/^✅ /)).toContainText('réintégré')
  await expect(rowOf(page, contact).first()).toContainText('VALIDE')

  await page.getByRole('link', { name: 'Historique des exclusions' }).click()
  await page.getByLabel('Contact').fill(contact)
  await page.getByRole('button', { name: 'Filtrer' }).click()
  await expect(page).toHaveURL(new RegExp(`contact_id=${contact}`))
  const events = page.locator('tbody tr')
  await expect(events.nth(0)).toContainText('Réintégration')
  await expect(events.nth(1)).toContainText('Exclusion')
  await expect(page.getByText('Chaîne intacte')).toBeVisible()
})

test('un donateur exclu se réintègre aussi depuis l’historique, et des dates inversées s’expliquent', async ({
  page,
  request,
  application,
  scripts,
  javaScriptEnabled,
}) => {
  const hasDialogs = javaScriptEnabled && scripts === 'entiers'
  const { contact_id: contact = '' } = await requete(
    application.databaseUrl,
    `select contact_id from donations where not exists (
       select from evenements_exclusion where evenements_exclusion.contact_id = donations.contact_id
     ) order by random() limit 1`,
  )
  const excluded = await request.post(`${application.serviceUrl}/api/exclusions/exclure`, {
    data: { contact_id: contact },
  })
  expect(excluded.status()).toBe(200)

  await page.goto(`/donations/historique?contact_id=${contact}`)
  if (hasDialogs) await page.waitForFunction(() => '__remixRouter' in window)
  await decide(page, contact, 'Réintégrer', hasDialogs)
  await expect(page.getByText(/^✅ /)).toContainText('réintégré')
  await expect(page).toHaveURL(/\/donations\/historique/)
  await expect(page.locator('tbody tr')).toHaveCount(2)
  await expect(page.getByRole('button', { name: `donateur ${contact}` })).toHaveCount(0)

  await page.getByLabel('Du', { exact: true }).fill('2026-02-01')
  await page.getByLabel('Au', { exact: true }).fill('2026-01-01')
  await page.getByRole('button', { name: 'Filtrer' }).click()
  await expect(page.getByText(/La date de début est après la date de fin/)).toBeVisible()
})

test('un refus du service est dit avec ses mots', async ({ page, request, application }) => {
  await page.goto('/donations?annee=2019')
  const button = page.locator('tbody tr').filter({ hasText: 'VALIDE' }).first().getByRole('button')
  const label = await button.getAttribute('aria-label')
  const contact = label?.replace(/^.* /, '') ?? ''
  await page.goto(`/donations/exclusion?contact_id=${contact}&operation=exclure`)
  const meanwhile = await request.post(`${application.serviceUrl}/api/exclusions/exclure`, {
    data: { contact_id: contact },
  })
  expect(meanwhile.status()).toBe(200)
  await page.getByRole('main').getByRole('button', { name: 'Exclure', exact: true }).click()
  await expect(page.getByRole('alert')).toContainText(/^❌ .*exclu/)
})
