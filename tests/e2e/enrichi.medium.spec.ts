import { expect, test } from '../support/e2e'

test('changer d’année suffit, et l’écran dit qu’il charge', async ({ page }) => {
  await page.goto('/dashboard?annee=2020')
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route(/dashboard\.data/, async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('combobox', { name: 'Année' }).selectOption('2018')
  await expect(page.getByText('Chargement du dashboard...')).toBeVisible()
  await expect(page.getByRole('main')).toHaveAttribute('aria-busy', 'true')
  release()
  await expect(page.getByText('Vue d’ensemble de l’année 2018')).toBeVisible()
  await expect(page.getByRole('main')).toHaveAttribute('aria-busy', 'false')
})

test('l’exclusion demande confirmation, et « Annuler » ne change rien', async ({ page }) => {
  await page.goto('/donations?annee=2020')
  await page.waitForFunction(() => '__remixRouter' in window)
  const row = page.locator('tbody tr').filter({ hasText: 'VALIDE' }).first()
  const dialog = new Promise<string>((resolve) => {
    page.once('dialog', (shown) => {
      resolve(shown.message())
      void shown.dismiss()
    })
  })
  await row.getByRole('button').click()
  const asked = await dialog
  expect(asked).toContain((await row.getByRole('button').getAttribute('aria-label')) ?? 'sans nom')
  expect(asked).toContain('Êtes-vous sûr de vouloir exclure ce donateur')
  expect(asked).toContain('marquées comme invalides dans les statistiques')
  expect(asked).toMatch(
    /\d\sdons? concernés?, pour [\d\s]+,\d\d\s€\.\n20\d\d\s: \d+\sdons?, [\d\s]+,\d\d\s€/,
  )
  expect(asked).toContain('Raison\u00A0: Faux don détecté via l’interface')
  await expect(row).toContainText('VALIDE')
  await expect(page.getByText(/^[✅❌]/)).toHaveCount(0)
})

test('quand le service tombe, l’indicateur et l’alerte le disent, puis tout revient', async ({
  page,
}) => {
  await page.clock.install()
  let answers = false
  await page.route('**/sante', (route) => route.fulfill({ json: { connecte: answers } }))
  await page.goto('/tendances')
  await expect(page.getByText('Backend connecté')).toBeVisible()
  await page.waitForFunction(() => '__remixRouter' in window)
  await page.clock.runFor(31_000)
  await expect(page.getByText('Backend déconnecté')).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('Attention')

  let release: () => void = () => undefined
  await page.route(/tendances\.data/, async (route) => {
    await new Promise<void>((resolve) => (release = resolve))
    await route.continue()
  })
  await page.getByRole('link', { name: 'Réessayer' }).click()
  await expect(page.getByRole('alert')).toContainText('Connexion au backend...')
  release()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.route('**/sante', (route) => route.fulfill({ json: { connecte: answers } }))

  answers = true
  await page.clock.runFor(31_000)
  await expect(page.getByText('Backend connecté')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('[0.1.0 B12] quand l’application ne répond plus du tout, l’indicateur ne reste pas au vert', async ({
  page,
}) => {
  await page.clock.install()
  let asked = 0
  await page.route('**/sante', () => void (asked += 1))
  await page.goto('/tendances')
  await page.waitForFunction(() => '__remixRouter' in window)
  await expect(page.getByText('Backend connecté')).toBeVisible()
  await page.clock.runFor(31_000)
  await expect.poll(() => asked).toBe(1)
  await page.clock.runFor(10_000)
  await expect(page.getByText('Backend déconnecté')).toBeVisible()
})
