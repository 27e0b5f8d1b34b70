import type { Locator, Page } from 'playwright/test'
import { attendre } from '../support/attendre'
import { expect, test } from '../support/e2e'
import { analyseButton, choose, csv, panelOf } from '../support/televerser'

test.use({ donnees: 'demo a changer' })

/** The clicks that each task took before 0.3.0, and takes: with scripts, and on top without, where nothing asks in a dialog. */
const CLICS = {
  importer: { avant: 5, clics: 5, sans: 0 },
  pourquoi: { avant: 2, clics: 2, sans: 1 },
  relancer: { avant: 5, clics: 5, sans: 0 },
  faux: { avant: 5, clics: 5, sans: 2 },
  conseil: { avant: 3, clics: 3, sans: 0 },
  comptes: { avant: 2, clics: 2, sans: 0 },
  madame: { avant: 3, clics: 2, sans: 0 },
  memeDate: { avant: 0, clics: 0, sans: 0 },
  campagne: { avant: 2, clics: 2, sans: 0 },
  actif: { avant: 1, clics: 1, sans: 0 },
} as const

const MOIS = [
  'id;order_amount;order_date;contact_id;campaign_code',
  'T1;40;2026-10-28;C000063;VFL-2026-NOEL',
  'T2;60;2026-10-28;C001800;VFL-2026-NOEL',
].join('\r\n')

const menu = (page: Page) => page.getByRole('navigation', { name: 'Navigation principale' })
const main = (page: Page) => page.getByRole('main')

test('les dix tâches d’un essai, et leurs clics', async ({ page, scripts, javaScriptEnabled }) => {
  const hasScripts = javaScriptEnabled && scripts === 'entiers'
  const title = page.getByRole('heading', { level: 1 })

  /** Begins at the dashboard of a year, and counts what is clicked. */
  const faire = (
    tache: keyof typeof CLICS,
    steps: (click: (what: Locator) => Promise<void>) => Promise<void>,
    annee = 2026,
  ) =>
    test.step(tache, async () => {
      await page.goto(`/dashboard?annee=${annee}`)
      if (hasScripts) await page.waitForFunction(() => '__remixRouter' in window)
      let clicks = 0
      await steps(async (what) => {
        clicks += 1
        await what.click()
      })
      const { avant, clics, sans } = CLICS[tache]
      expect(clicks, tache).toBe(clics + (hasScripts ? 0 : sans))
      expect(clics).toBeLessThanOrEqual(avant)
    })

  /** Presses what asks in a dialog, or on a page of its own without scripts. */
  const decider = async (
    click: (what: Locator) => Promise<void>,
    button: Locator,
    name: string,
  ) => {
    if (hasScripts) page.once('dialog', (dialog) => void dialog.accept())
    await click(button)
    if (hasScripts) return
    await expect(page.getByText(/Êtes-vous sûr de vouloir/)).toBeVisible()
    await click(main(page).getByRole('button', { name, exact: true }))
  }

  await faire('importer', async (click) => {
    await click(menu(page).getByRole('link', { name: /^Upload/ }))
    const tab = page.getByRole('tab', { name: 'Donations' })
    await click(tab)
    await expect(tab).toHaveAttribute('aria-selected', 'true')
    await choose(panelOf(page), csv('octobre.csv', MOIS))
    await click(analyseButton(panelOf(page)))
    await click(page.getByRole('button', { name: 'Importer les donations' }))
    await attendre(page, page.getByText('Import terminé !'), scripts)
    await click(page.getByRole('link', { name: 'Voir le dashboard' }))
    await expect(title).toHaveText('Dashboard')
  })

  await expect(async () => {
    await page.goto('/dashboard?annee=2026')
    await expect(page.locator('.kpi').first()).toBeVisible({ timeout: 1_000 })
    await expect(page.getByText('en attente')).toHaveCount(0, { timeout: 1_000 })
  }).toPass()

  await faire('pourquoi', async (click) => {
    await page.getByRole('combobox', { name: 'Année' }).selectOption('2025')
    if (!hasScripts) await click(page.getByRole('button', { name: 'Afficher' }))
    await expect(page.getByText('Vue d’ensemble de l’année 2025')).toBeVisible()
    await click(page.locator('.how-panel summary', { hasText: 'Montant Total' }))
    await click(page.getByRole('link', { name: /Historique de ce chiffre.*Montant Total/ }))
    await expect(page.getByText(/Montant Total 2025/).first()).toBeVisible()
  })

  await faire('relancer', async (click) => {
    await click(menu(page).getByRole('link', { name: /^Actifs/ }))
    await click(main(page).locator('.kpi', { hasText: 'Dormants' }).locator('a.count').first())
    await click(page.getByText('Filtrer et trier'))
    await page.getByLabel(/^Montant \d{4} ≥/).fill('100')
    await page.getByLabel('E-mail', { exact: true }).selectOption('1')
    await click(page.getByRole('button', { name: 'Filtrer', exact: true }))
    await expect(title).toContainText(/d’au moins 100,00\s€, avec e.mail/)
    const shown = await page.locator('.kpi-value').first().innerText()
    await click(page.getByRole('link', { name: 'Préparer une sélection' }))
    await expect(page.locator('.kpi-value').first()).toHaveText(shown)
  })

  await faire('faux', async (click) => {
    await click(page.getByRole('link', { name: /donateurs? à vérifier/ }).first())
    const fake = main(page)
      .getByRole('button', { name: /^Exclure le donateur/ })
      .first()
    const contact = (await fake.getAttribute('aria-label'))?.replace(/^.* /, '') ?? ''
    await decider(click, fake, 'Exclure')
    await expect(page.getByText(/^✅ /)).toContainText(contact)
    await click(main(page).locator('.fold > summary', { hasText: 'Les règles' }))
    await click(
      main(page)
        .getByRole('row', { name: /^Toutes les règles/ })
        .getByRole('link', { name: '1', exact: true })
        .first(),
    )
    await decider(
      click,
      page.getByRole('button', { name: `Réintégrer le donateur ${contact}` }),
      'Réintégrer',
    )
    await expect(page.getByText(/^✅ /)).toContainText('réintégré')
  })

  await faire(
    'conseil',
    async (click) => {
      await click(page.getByRole('link', { name: 'Rapport à imprimer' }))
      await click(page.getByRole('checkbox'))
      await click(page.getByRole('button', { name: 'Établir le rapport' }))
      await expect(title).toHaveText('Rapport de l’année 2025')
      await expect(page.getByRole('table', { name: /^Montants de 2025 par code/ })).toBeVisible()
      await expect(page.getByText('Prévision', { exact: false })).toHaveCount(0)
    },
    2025,
  )

  await faire('comptes', async (click) => {
    await click(page.getByRole('link', { name: /contrôles? sur/ }))
    await expect(title).toHaveText('Contrôles')
    await page.getByLabel('Année', { exact: true }).fill('2025')
    await page.getByLabel('Total (€)').fill('232 000,00')
    await page.getByLabel('Votre nom').first().fill('Zoé Ünal')
    await click(page.getByRole('button', { name: 'Noter ce total' }))
    await expect(page.getByRole('row', { name: /^2025 232\s000,00\s€/ })).toBeVisible()
  })

  await faire('madame', async (click) => {
    await page.getByRole('searchbox').fill('Mme Durand 31000')
    await click(page.getByRole('button', { name: 'Rechercher' }))
    await click(page.getByRole('rowheader').getByRole('link', { name: 'Agnès Durand' }).first())
    await expect(title).toHaveText('Agnès Durand')
  })

  await faire('memeDate', async () => {
    await expect(
      main(page)
        .getByText(/^À date\s:/)
        .first(),
    ).toContainText('31/10/2025')
  })

  await faire('campagne', async (click) => {
    await click(menu(page).getByRole('link', { name: /^Campagnes/ }))
    const code = page.getByRole('row', { name: /^VFL-2026-NOEL/ }).first()
    await expect(code).toContainText('€')
    await click(code.getByRole('link').first())
    await expect(title).toHaveText('Donations')
    await expect(page.getByText('Code campagne\u00A0: VFL-2026-NOEL')).toBeVisible()
  })

  await faire('actif', async (click) => {
    await click(menu(page).getByRole('link', { name: /^Actifs/ }))
    await expect(page.getByText(/n’est pas R1 de la grille RFM/)).toBeVisible()
  })
})
