import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright/test'
import { expect, test } from '../support/e2e'
import { TAILLE_MAX } from '../support/e2e-application'
import { requete } from '../support/requete'
import {
  analyse,
  analyseButton,
  choose,
  CONTACTS,
  csv,
  figure,
  panelOf,
  previewOf,
} from '../support/televerser'

test.use({ donnees: 'demo a changer' })

const ZOE = 'contact_id;nom\nZ1;Zoé\n'

const DONATIONS = [
  'id;order_amount;order_date;contact_id;codemedia_code;campaign_code',
  'D1;1 234,50 €;31/01/2024;C1;POSTAL;NOEL',
  'D2;20;2024-02-01;C2;WEB;VFL-1',
  'D3;0;2024-02-02;C2;WEB;VFL-1',
  'D4;1,234;2024-02-03;C2;WEB;VFL-1',
].join('\n')

/** Shows a tab; its address may be there before its panel is. */
async function openTab(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name }).click()
  await expect(panelOf(page, name)).toBeVisible()
}

/** An import as its job leaves it in the table, which the screens follow. */
const INSERT_IMPORT = `
  with fichier as (
    insert into fichiers (fichier_id, type, nom, taille, lecture)
    values ($1, 'donateurs', 'Contacts.csv', 2048, '{}')
    returning fichier_id
  ), lease as (
    insert into leases (job_id, kind)
    select fichier_id, 'import' from fichier where $2 = 'processing'
  )
  insert into imports (fichier_id, statut, commence_le, termine_le, etape,
                       pourcentage, traitees, total, message, erreurs)
  select fichier_id, $2::text, now(),
    case when $2 = 'error' then now() end, 'Écriture des lignes', 42, 4200, 10000, $3::text, $4::text[]
  from fichier
  returning fichier_id`

test.describe('L’envoi d’un fichier avec JavaScript', () => {
  test('le nom et la taille du fichier choisi s’affichent', async ({ page }) => {
    await page.goto('/upload')
    await choose(panelOf(page), csv('Contacts.csv', 'a'.repeat(3_000)))
    await expect(page.getByText('Contacts.csv (3\u00A0Ko)')).toBeVisible()
  })

  test('un fichier d’un autre type est refusé avant l’envoi', async ({ page }) => {
    await page.goto('/upload')
    await choose(panelOf(page), { ...csv('notes.pdf', 'a'), mimeType: 'application/pdf' })
    await expect(page.getByRole('alert')).toContainText(
      'File type must be text/csv,application/csv,text/plain,.csv',
    )
  })

  test('de deux fichiers déposés, le premier est gardé', async ({ page }) => {
    await page.goto('/upload')
    const zone = panelOf(page).locator('.dropzone')
    await expect(zone).toHaveClass(/dropzone-live/)
    const dropped = await page.evaluateHandle(() => {
      const transfer = new DataTransfer()
      for (const name of ['un.csv', 'deux.csv'])
        transfer.items.add(new File(['a'], name, { type: 'text/csv' }))
      return transfer
    })
    await zone.dispatchEvent('drop', { dataTransfer: dropped })
    await expect(zone).toContainText('un.csv')
    await expect(zone).not.toContainText('deux.csv')
    await expect(page.getByRole('alert')).toContainText('Too many files')
  })

  test('choisir un autre fichier oublie l’analyse du précédent', async ({ page }) => {
    await page.goto('/upload')
    const panel = panelOf(page)
    await analyse(panel, csv('Contacts.csv', ZOE))
    await choose(panel, csv('Autres.csv', ZOE))
    await expect(previewOf(panel)).toHaveCount(0)
    await expect(page).not.toHaveURL(/fichier_donateurs/)
    await expect(page.getByText('Autres.csv')).toBeVisible()
  })
})

test('pendant l’analyse et le démarrage, les boutons le disent et « Réinitialiser » attend', async ({
  page,
}) => {
  let release: () => void = () => undefined
  const hold = (address: RegExp) =>
    page.route(address, async (route) => {
      await new Promise<void>((resolve) => (release = resolve))
      await route.continue()
    })
  await hold(/\/upload\/donateurs\/apercu/)
  await page.goto('/upload')
  const panel = panelOf(page)
  await expect(panel.locator('.dropzone')).toHaveClass(/dropzone-live/)
  await choose(panel, csv('Contacts.csv', 'contact_id;nom\nATTENTE;Zoé\n'))
  await analyseButton(panel).click()
  await expect(panel.getByRole('button', { name: 'Analyse en cours...' })).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Réinitialiser' })).toBeDisabled()
  release()

  const start = panel.getByRole('button', { name: 'Importer les donateurs' })
  await expect(start).toBeVisible()
  await hold(/\/upload\.data/)
  await start.click()
  await expect(panel.getByRole('button', { name: 'Démarrage...' })).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Réinitialiser' })).toBeDisabled()
  release()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await expect(page.getByText('Import terminé !')).toBeVisible()
})

test.describe('Le suivi d’un import', () => {
  test('un import en cours montre son étape, sa part et ses lignes, et on ne réinitialise pas', async ({
    page,
    application,
  }) => {
    const id = randomUUID()
    await requete(application.databaseUrl, INSERT_IMPORT, [id, 'processing', '', []])
    await page.goto(`/upload?import_donateurs=${id}`)
    const panel = panelOf(page)
    await expect(panel.getByRole('progressbar', { name: 'Écriture des lignes' })).toHaveAttribute(
      'value',
      '42',
    )
    await expect(panel).toContainText('4\u202F200 / 10\u202F000')
    await expect(panel.getByRole('button', { name: 'Réinitialiser' })).toBeDisabled()
    await requete(
      application.databaseUrl,
      'update imports set pourcentage = 77 where fichier_id = $1 returning fichier_id',
      [id],
    )
    await expect(panel.getByRole('progressbar')).toHaveAttribute('value', '77')
    // Once nobody holds its lease any more, it has failed.
    await requete(
      application.databaseUrl,
      'delete from leases where job_id = $1 returning job_id',
      [id],
    )
    await expect(panel.getByRole('alert')).toContainText('❌ Import Échoué')
    await expect(panel.getByRole('button', { name: 'Réinitialiser' })).toBeEnabled()
  })

  test('un import échoué dit pourquoi', async ({ page, application }) => {
    const id = randomUUID()
    const message = 'L’import a été interrompu : rien n’a été importé.'
    await requete(application.databaseUrl, INSERT_IMPORT, [
      id,
      'error',
      message,
      ['Ligne 12 : montant illisible'],
    ])
    await page.goto(`/upload?import_donateurs=${id}`)
    const alert = page.getByRole('alert')
    await expect(alert).toContainText('❌ Import Échoué')
    await expect(alert).toContainText(message)
    await expect(alert).toContainText("Détails de l'erreur :")
    await expect(alert.getByRole('listitem')).toHaveText(['Ligne 12 : montant illisible'])
    await expect(page.getByRole('button', { name: 'Réinitialiser' })).toBeEnabled()
  })
})

test('« Réinitialiser » oublie le fichier de son onglet et garde celui de l’autre', async ({
  page,
}) => {
  await page.goto('/upload')
  await analyse(panelOf(page, 'Donateurs'), csv('Contacts.csv', CONTACTS))
  await openTab(page, 'Donations')
  await analyse(panelOf(page, 'Donations'), csv('Donations.csv', DONATIONS))
  await expect(page).toHaveURL(/fichier_donateurs=.*fichier_donations=/)
  await page.getByRole('button', { name: 'Réinitialiser' }).click()
  await expect(page).not.toHaveURL(/fichier_donations=/)
  await expect(page).toHaveURL(/fichier_donateurs=/)
  await openTab(page, 'Donateurs')
  await expect(figure(panelOf(page, 'Donateurs'), 'Contacts valides')).toHaveText('2')
})

test('l’aperçu nomme son fichier, que la page soit rechargée ou réinitialisée', async ({
  page,
}) => {
  await page.goto('/upload')
  const panel = panelOf(page)
  const preview = previewOf(panel)
  await analyse(panel, csv('Fichier un.csv', CONTACTS))
  await expect(preview).toContainText('Fichier un.csv')
  await expect(page).toHaveURL(/fichier_donateurs=[0-9a-f-]{36}/)
  await expect(panel.locator('input[type=file]')).toHaveCount(1)
  await page.reload()
  await expect(preview).toContainText('Fichier un.csv')
  await panel.getByRole('button', { name: 'Réinitialiser' }).click()
  await expect(preview).toHaveCount(0)
  await expect(panel.locator('input[type=file]')).toHaveCount(1)
})

test('analyser sans fichier dit de choisir un fichier', async ({ page }) => {
  await page.goto('/upload')
  await analyseButton(panelOf(page)).click()
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('Erreur')
  await expect(alert).toContainText('Veuillez sélectionner un fichier de contacts')
})

test.describe('Un envoi refusé', () => {
  // The browser itself notes the refusal.
  test.use({ tolere: [/422/] })

  test('un fichier sans les colonnes attendues est refusé avec une phrase', async ({ page }) => {
    await page.goto('/upload')
    await choose(panelOf(page), csv('Contacts.csv', 'couleur;taille\nbleu;3\n'))
    await analyseButton(panelOf(page)).click()
    await expect(page.getByRole('alert')).toContainText(
      "Erreur lors de l'analyse du fichier contacts",
    )
  })

  test('un fichier trop grand est refusé avec une phrase, avant l’envoi', async ({ page }) => {
    await page.goto('/upload')
    await expect(page.locator('.dropzone-live')).toHaveCount(3)
    const large = 'contact_id\n'.padEnd(TAILLE_MAX + 1, 'a')
    await choose(panelOf(page), csv('Contacts.csv', large))
    await expect(page.getByRole('alert')).toContainText(`File is larger than ${TAILLE_MAX} bytes`)
  })
})
