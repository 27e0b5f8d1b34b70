import type { Locator, Page } from 'playwright/test'
import { expect, test } from '../support/e2e'

test.use({ donnees: 'demo a changer' })

/** The clicks that each task takes from the dashboard: with scripts, and on top without, where a choice needs « Afficher ». */
const CLICS = {
  remercier: { clics: 5, sans: 0 },
  savoir: { clics: 3, sans: 0 },
  oublier: { clics: 4, sans: 0 },
  opposer: { clics: 4, sans: 0 },
  comparer: { clics: 0, sans: 1 },
  expliquer: { clics: 3, sans: 0 },
  doublon: { clics: 5, sans: 0 },
  mois: { clics: 1, sans: 0 },
  garder: { clics: 4, sans: 0 },
  couts: { clics: 3, sans: 0 },
} as const

const QUI = 'Ada Petit'

const menu = (page: Page) => page.getByRole('navigation', { name: 'Navigation principale' })
const main = (page: Page) => page.getByRole('main')

test('dix tâches de plus, avec les personnes, et leurs clics', async ({
  page,
  scripts,
  javaScriptEnabled,
}) => {
  const hasScripts = javaScriptEnabled && scripts === 'entiers'
  const title = page.getByRole('heading', { level: 1 })
  const done = page.getByText(/^✅ /)

  /** Begins at the dashboard, and counts what is clicked. */
  const faire = (
    tache: keyof typeof CLICS,
    steps: (click: (what: Locator) => Promise<void>) => Promise<void>,
  ) =>
    test.step(tache, async () => {
      await page.goto('/dashboard')
      if (hasScripts) await page.waitForFunction(() => '__remixRouter' in window)
      let clicks = 0
      await steps(async (what) => {
        clicks += 1
        await what.click()
      })
      const { clics, sans } = CLICS[tache]
      expect(clicks, tache).toBe(clics + (hasScripts ? 0 : sans))
    })

  /** Finds a donor by their number. */
  const trouver = async (click: (what: Locator) => Promise<void>, contact: string) => {
    await page.getByRole('searchbox').fill(contact)
    await click(page.getByRole('button', { name: 'Rechercher' }))
    await click(page.getByRole('rowheader').getByRole('link').first())
    await expect(page.getByText(`Contact ${contact}`)).toBeVisible()
  }

  await faire('remercier', async (click) => {
    await click(menu(page).getByRole('link', { name: /^Donateurs/ }))
    await click(menu(page).getByRole('link', { name: 'Tous les donateurs' }))
    const boxes = main(page).getByRole('checkbox', { name: /^Choisir le donateur/ })
    await click(boxes.nth(1))
    await click(boxes.nth(3))
    await page.getByLabel('Votre nom', { exact: true }).fill(QUI)
    await click(page.getByRole('button', { name: 'Noter comme remerciés' }))
    await expect(done).toContainText(/notés comme remerciés/)
  })

  await faire('savoir', async (click) => {
    await trouver(click, 'C000020')
    await click(page.getByRole('link', { name: 'Ce que nous savons d’elle', exact: true }))
    await expect(title).toContainText('Ce que nous savons')
  })

  await faire('oublier', async (click) => {
    await trouver(click, 'C000021')
    await click(page.getByRole('link', { name: 'Demander l’effacement' }))
    await page.getByLabel('Votre nom', { exact: true }).fill(QUI)
    await click(page.getByRole('button', { name: 'Demander l’effacement' }))
    await expect(done).toContainText('n’est plus dans aucune sélection')
  })

  await faire('opposer', async (click) => {
    await trouver(click, 'C000022')
    await click(page.getByRole('link', { name: 'Noter une opposition ou un décès' }))
    await page.getByLabel('Votre nom', { exact: true }).fill(QUI)
    await main(page).locator('form.decision').getByLabel('Nature').selectOption('courrier')
    await page.getByLabel(/^Pourquoi/).fill('Sa lettre du 3')
    await click(page.getByRole('button', { name: 'Noter ces oppositions' }))
    await expect(main(page).getByText(/^1\s+opposition est notée/)).toBeVisible()
  })

  await faire('comparer', async (click) => {
    await page.getByRole('combobox', { name: 'Année' }).selectOption('2025')
    if (!hasScripts) await click(page.getByRole('button', { name: 'Afficher' }))
    await expect(main(page).locator('.kpi').first()).toContainText('sur 2024')
  })

  await faire('expliquer', async (click) => {
    await click(page.getByRole('link', { name: /contrôles? sur/ }))
    await expect(title).toHaveText('Contrôles')
    await page.getByLabel('Année', { exact: true }).fill('2024')
    await page.getByLabel('Total (€)').fill('250 000,00')
    await page.getByLabel('Votre nom', { exact: true }).first().fill(QUI)
    await click(page.getByRole('button', { name: 'Noter ce total' }))
    await expect(page.getByText(/^Écart de 2024/).first()).toBeVisible()
    const explain = page.locator('form', { has: page.getByLabel('Ce qui l’explique') })
    await explain.getByLabel('Votre nom', { exact: true }).fill(QUI)
    await explain.getByLabel('Ce qui l’explique').fill('Un chèque remis en janvier')
    await click(explain.getByRole('button', { name: 'Écart expliqué' }))
    await expect(page.getByText(`Écart expliqué par ${QUI}`).first()).toBeVisible()
  })

  await faire('doublon', async (click) => {
    await click(menu(page).getByRole('link', { name: /^Donations/ }))
    await click(menu(page).getByRole('link', { name: /^À vérifier/ }))
    await click(main(page).getByRole('link', { name: /^Doublons/ }))
    await click(page.getByRole('button', { name: /^Même personne/ }).first())
    await page.getByLabel('Votre nom', { exact: true }).fill(QUI)
    await click(page.getByRole('button', { name: 'La même personne' }))
    await expect(done).toBeVisible()
  })

  await faire('mois', async (click) => {
    await click(menu(page).getByRole('link', { name: 'Papiers' }))
    await expect(title).toContainText('Le mois')
    await expect(page.locator('.kpi').first()).toContainText('€')
  })

  await faire('garder', async (click) => {
    await click(menu(page).getByRole('link', { name: /^Actifs/ }))
    await click(main(page).locator('.kpi', { hasText: 'Dormants' }).locator('a.count').first())
    await click(page.getByRole('link', { name: 'Garder cette liste' }))
    await expect(page.getByLabel('Nom de la liste')).toHaveValue(/Dormants/i)
    await page.getByLabel('Votre nom', { exact: true }).fill(QUI)
    await click(page.getByRole('button', { name: 'Garder cette liste' }))
    await expect(main(page).getByText(/^La liste «.*est gardée/)).toBeVisible()
  })

  await faire('couts', async (click) => {
    await click(menu(page).getByRole('link', { name: /^Campagnes/ }))
    await click(menu(page).getByRole('link', { name: 'Codes et coûts' }))
    await click(main(page).getByRole('link', { name: 'Coûts', exact: true }))
    await expect(title).toHaveText('Coûts des campagnes')
  })
})
