import { expectAccessible } from '../support/accessibilite'
import { expect, test } from '../support/e2e'

test('les flèches parcourent les années ; la dernière s’affiche après une pause, le focus reste', async ({
  page,
}) => {
  await page.goto('/dashboard?annee=2021')
  await page.waitForFunction(() => '__remixRouter' in window)
  const year = page.getByRole('combobox', { name: 'Année' })
  await year.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(year).toHaveValue('2019')
  await expect(page).toHaveURL(/annee=2021/)
  await expect(page).toHaveURL(/annee=2019/)
  await expect(page.getByText('Vue d’ensemble de l’année 2019')).toBeVisible()
  await expect(year).toBeFocused()
  await page.goBack()
  await expect(page.getByText('Vue d’ensemble de l’année 2021')).toBeVisible()
  await expect(year).toHaveValue('2021')

  await page.getByRole('link', { name: /^Nouveaux/ }).click()
  await expect(page).toHaveURL(/\/nouveaux\?annee=2021/)
})

test('une section du menu se déplie sans y aller, et une année sans don le dit', async ({
  page,
}) => {
  await page.goto('/nouveaux?annee=1951')
  await page.waitForFunction(() => '__remixRouter' in window)
  await expect(page.getByText('Aucun don en 1951 sur cet écran.')).toBeVisible()
  const navigation = page.getByRole('navigation', { name: 'Navigation principale' })
  const segments = navigation.getByRole('link', { name: 'Segments' })
  await expect(segments).toBeHidden()
  await navigation.locator('summary', { hasText: 'section Donateurs' }).click()
  await expect(segments).toBeVisible()
  await expectAccessible(page)
})
