import { randomUUID } from 'node:crypto'
import { expect, test } from '../support/e2e'
import { requete } from '../support/requete'

test.use({ donnees: 'demo a changer' })

/** An import as its job leaves it in the table, which the screens follow. */
const INSERT_IMPORT = `
  with fichier as (
    insert into fichiers (fichier_id, type, nom, taille, lecture)
    values ($1, 'donateurs', 'Contacts.csv', 2048, '{}')
    returning fichier_id
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
    await page
      .getByRole('tabpanel')
      .locator('input[type=file]')
      .setInputFiles({
        name: 'Contacts.csv',
        mimeType: 'text/csv',
        buffer: Buffer.alloc(3_000, 'a'),
      })
    await expect(page.getByText('Contacts.csv (3\u00A0Ko)')).toBeVisible()
  })

  test('un fichier d’un autre type est refusé avant l’envoi', async ({ page }) => {
    await page.goto('/upload')
    await page
      .getByRole('tabpanel')
      .locator('input[type=file]')
      .setInputFiles({ name: 'notes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('a') })
    await expect(page.getByRole('alert')).toContainText(
      'File type must be text/csv,application/csv,text/plain,.csv',
    )
  })

  test('de deux fichiers déposés, le premier est gardé', async ({ page }) => {
    await page.goto('/upload')
    const zone = page.getByRole('tabpanel').locator('.dropzone')
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
    const input = page.getByRole('tabpanel').locator('input[type=file]')
    const csv = (name: string) => ({
      name,
      mimeType: 'text/csv',
      buffer: Buffer.from('contact_id;nom\nZ1;Zoé\n'),
    })
    await input.setInputFiles(csv('Contacts.csv'))
    await page.getByRole('button', { name: 'Analyser le fichier' }).click()
    await expect(page.getByRole('heading', { name: 'Analyse du fichier' })).toBeVisible()
    await input.setInputFiles(csv('Autres.csv'))
    await expect(page.getByRole('heading', { name: 'Analyse du fichier' })).toHaveCount(0)
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
  const panel = page.getByRole('tabpanel')
  await expect(panel.locator('.dropzone')).toHaveClass(/dropzone-live/)
  await panel.locator('input[type=file]').setInputFiles({
    name: 'Contacts.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('contact_id;nom\nATTENTE;Zoé\n'),
  })
  await panel.getByRole('button', { name: 'Analyser le fichier' }).click()
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
    const panel = page.getByRole('tabpanel')
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
