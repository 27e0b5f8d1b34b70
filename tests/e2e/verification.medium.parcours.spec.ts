import type { Locator, Page } from 'playwright/test'
import { expect, test } from '../support/e2e'

test.use({ donnees: 'demo a changer' })

const FILE = '/donations/a-verifier'

const lignes = (page: Page) =>
  page.getByRole('region', { name: 'Donateurs à vérifier, page' }).locator('tbody').getByRole('row')

/** The row of a donor of the queue. */
const ligneDe = (page: Page, name: string): Locator =>
  lignes(page).filter({ has: page.getByRole('link', { name }) })

test('on exclut un suspect avec sa raison, on en juge un légitime, on en exclut deux d’un coup', async ({
  page,
  scripts,
  javaScriptEnabled,
}) => {
  const hasDialogs = javaScriptEnabled && scripts === 'entiers'
  const ouvrir = async (path: string) => {
    await page.goto(path)
    if (hasDialogs) await page.waitForFunction(() => '__remixRouter' in window)
  }
  // What the rules find is there some moments after the data.
  await expect(async () => {
    await page.goto(FILE)
    await expect(lignes(page)).toHaveCount(4, { timeout: 1_000 })
  }).toPass()

  await ouvrir(FILE)
  const duck = ligneDe(page, 'Donald Duck')
  await duck.getByText('Qui, pourquoi', { exact: true }).click()
  const raison = duck.getByRole('textbox', { name: /raison/ })
  await expect(raison).toHaveValue(/domaine réservé mickey\.example\./)
  await raison.fill('Personnage de fiction')
  await duck.getByRole('textbox', { name: /votre nom/ }).fill('Inès Ünal')
  const asked = new Promise<string>((resolve) => {
    page.once('dialog', (dialog) => {
      resolve(dialog.message())
      void dialog.accept()
    })
  })
  await duck.getByRole('button', { name: /^Exclure/ }).click()
  if (hasDialogs) {
    expect(await asked).toContain('Êtes-vous sûr de vouloir exclure ce donateur')
    expect(await asked).toMatch(/2024\s: 1\sdon, 8\s888,88\s€/)
    expect(await asked).toContain('Raison\u00A0: Personnage de fiction\nPar\u00A0: Inès Ünal')
  } else {
    const effect = page.getByRole('region', { name: 'Ce que les chiffres perdent' })
    await expect(effect.getByRole('row', { name: /^2024/ })).toContainText(/8\s888,88\s€/)
    await expect(page.getByLabel('Raison (facultatif)')).toHaveValue('Personnage de fiction')
    await page.getByLabel('Votre nom', { exact: true }).fill('Inès Ünal')
    await page.getByRole('main').getByRole('button', { name: 'Exclure', exact: true }).click()
  }
  await expect(page.getByText(/^✅ /)).toContainText('exclu')
  await expect(duck).toHaveCount(0)

  await ouvrir(FILE)
  await ligneDe(page, 'Azerty Qwerty')
    .getByRole('link', { name: /^Légitime/ })
    .click()
  await page.getByLabel(/^Pourquoi est-il légitime/).fill('C’est son vrai nom')
  // Who decided before decides again.
  await expect(page.getByLabel('Votre nom', { exact: true })).toHaveValue('Inès Ünal')
  await page.getByRole('main').getByRole('button', { name: 'Légitime', exact: true }).click()
  await expect(page.getByText(/^✅ /)).toContainText('jugé légitime')
  await expect(lignes(page)).toHaveCount(2)

  for (const box of await page.getByRole('checkbox', { name: /^Choisir/ }).all()) await box.check()
  await page.getByRole('button', { name: 'Exclure les donateurs choisis' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Exclure 2\sdonateurs$/)
  const total = page.getByRole('region', { name: 'Ce que les chiffres perdent, par année' })
  await expect(total.getByRole('row', { name: /^2026/ })).toContainText(/124\s999,99\s€/)
  await page.getByRole('button', { name: /^Exclure 2\sdonateurs$/ }).click()
  await expect(page.getByText(/^✅ /)).toContainText(/2\sdonateurs sont exclus/)
  await expect(page.getByText('Aucun donateur à vérifier.')).toBeVisible()
  await expect(page.getByRole('main')).toContainText(/décidés\s: 3\sexclus, 1\slégitime\./)

  await page.goto('/donations/historique')
  await expect(page.getByRole('cell', { name: 'Personnage de fiction' })).toBeVisible()
  await expect(page.getByRole('cell', { name: 'Utilisateur (Inès Ünal, nom saisi)' })).toHaveCount(
    3,
  )
  await expect(page.getByText('Chaîne intacte')).toBeVisible()
  await page.goto('/donations/legitimes')
  await expect(page.getByRole('cell', { name: 'C’est son vrai nom' })).toBeVisible()
})
