import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, readServer, test } from '../support/e2e'
import { databaseUrl } from '../support/postgres'
import { requete } from '../support/requete'

test.use({ donnees: 'demo a changer' })

/** An import as its job leaves it in the table, which the screens follow. */
const INSERT_IMPORT = `
  insert into imports (import_id, type, statut, nom, taille, bail, commence_le, termine_le, etape,
                       pourcentage, traitees, total, message, erreurs)
  values ($1, 'donateurs', $2, 'Contacts.csv', 2048, now() + interval '1 hour', now(),
          case when $2 = 'error' then now() end, 'Écriture des lignes', 42, 4200, 10000, $3, $4)
  returning import_id`

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
      'update imports set pourcentage = 77 where import_id = $1 returning import_id',
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

/** A refresh in the middle of its second view of three, as its tables tell it; this test's connection computes it. */
const INSERT_REFRESH = `
  with refresh as (
    insert into rafraichissements (id) values ($1) on conflict do nothing returning id
  ), lease as (
    insert into rafraichissement_baux (rafraichissement_id, expire_le, pid, pid_depuis)
    select id, now() + interval '1 hour', $2, (select xact_start from pg_stat_activity where pid = $2)
    from refresh
  ), views as (
    insert into rafraichissement_vues
      (rafraichissement_id, position, name, display_name, status, commence_le, duration, estimated_duration)
    select refresh.id, view.position, view.name, 'Vue ' || view.name, view.status,
      clock_timestamp() - interval '40 seconds', view.duration, 100
    from refresh, (values
      (0, 'un', 'completed', 3.2), (1, 'deux', 'in_progress', null), (2, 'trois', 'pending', null)
    ) as view (position, name, status, duration)
  )
  select id from refresh`

const FAIL_REFRESH = `
  with view as (
    update rafraichissement_vues set status = 'error', error = 'division par zéro'
    where rafraichissement_id = $1 and name = 'deux'
  )
  update rafraichissements
  set status = 'error', error = 'Une vue n’a pas pu être calculée.', termine_le = clock_timestamp()
  where id = $1
  returning id`

test('pendant un rafraîchissement, chaque vue dit où elle en est et rien ne s’annule', async ({
  page,
  application,
}) => {
  const own = new URL(application.databaseUrl).pathname.slice(1)
  const computing = new pg.Client({
    connectionString: databaseUrl(readServer().serviceUrl, own),
  })
  await computing.connect()
  const { rows } = await computing.query<{ pid: number }>('select pg_backend_pid() as pid')
  const pid = rows[0]?.pid ?? 0
  const sleep = computing.query('select pg_sleep(60)').catch(() => undefined)
  const id = randomUUID()
  // Once the one that runs, if one does, has ended.
  await expect(async () => {
    await requete(application.databaseUrl, INSERT_REFRESH, [id, pid])
  }).toPass()
  await page.goto(`/dashboard?annee=2020&rafraichissement=${id}`)

  const dialog = page.getByRole('dialog', { name: 'Rafraîchissement des vues matérialisées' })
  await expect(dialog).toContainText('Vue 2 sur 3')
  await expect(dialog).toContainText(/Temps total estimé\s: 5\smin\s00\ss/)
  await expect(dialog.getByRole('progressbar', { name: 'Progression globale' })).toHaveAttribute(
    'value',
    '33',
  )
  const cards = dialog.getByRole('listitem')
  await expect(cards.nth(0)).toContainText('Terminé')
  await expect(cards.nth(0)).toContainText('Durée\u00A0: 3,2\u00A0s')
  await expect(cards.nth(1)).toContainText('Vue deux')
  await expect(cards.nth(1)).toContainText('En cours...')
  await expect(cards.nth(1)).toContainText(/[45]\d\u00A0%/)
  await expect(cards.nth(1)).toContainText(`PID\u00A0: ${pid}`)
  await expect(cards.nth(1)).toContainText('Durée PostgreSQL')
  await expect(cards.nth(2)).toContainText('En attente')
  await expect(dialog.getByRole('button', { name: 'Annuler' })).toBeDisabled()

  await requete(application.databaseUrl, FAIL_REFRESH, [id])
  await expect(cards.nth(1).getByRole('alert')).toContainText('division par zéro')
  await expect(cards.nth(1)).toContainText('Erreur')
  await dialog.getByRole('button', { name: 'Annuler' }).click()
  await expect(page).toHaveURL(/\/dashboard\?annee=2020$/)
  await requete(application.databaseUrl, 'select pg_cancel_backend($1)', [pid])
  await sleep
  await computing.end()
})

test('une lecture de statut qui échoue arrête le suivi du rafraîchissement', async ({ page }) => {
  await page.route(/\/rafraichissement\/[^?]+$/, (route) => route.abort('aborted'))
  await page.goto('/dashboard?annee=2020')
  await page.getByRole('button', { name: 'Actualiser' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Erreur lors de la récupération du statut')
  await expect(dialog.getByRole('button', { name: 'Annuler' })).toBeEnabled()
})

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
  let asked = ''
  page.once('dialog', (dialog) => {
    asked = dialog.message()
    return dialog.dismiss()
  })
  await row.getByRole('button').click()
  expect(asked).toContain('Êtes-vous sûr de vouloir exclure ce donateur')
  expect(asked).toContain('marquées comme invalides dans les statistiques')
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
