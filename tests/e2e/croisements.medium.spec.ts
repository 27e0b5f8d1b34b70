import { utimes, writeFile } from 'node:fs/promises'
import type { Locator, Page, Route } from 'playwright/test'
import { expect, test } from '../support/e2e'
import { analyseButton, choose, csv, panelOf, previewOf } from '../support/televerser'

test.use({ donnees: 'vide a remplir' })

const contacts = (rows: number) =>
  `contact_id;nom\n${Array.from({ length: rows }, (_, at) => `X${at};Zoé\n`).join('')}`
const A = csv('Anciens.csv', contacts(3))
const B = csv('Bienfaiteurs.csv', contacts(5))
const DONS = csv('Dons.csv', 'id;montant;date;contact\nD1;10;2024-03-31;X1\n')

const running = (panel: Locator) => panel.getByRole('button', { name: 'Analyse en cours...' })

async function openUpload(page: Page): Promise<Locator> {
  await page.goto('/upload')
  await expect(page.locator('.dropzone-live')).toHaveCount(3)
  return panelOf(page, 'Donateurs')
}

/** Holds back the answers of the next call of this address; `release` lets them through. */
async function holdBack(page: Page, address: RegExp) {
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => (release = resolve))
  let answered: () => void = () => undefined
  const arrived = new Promise<void>((resolve) => (answered = resolve))
  const handler = async (route: Route) => {
    const response = await route.fetch()
    answered()
    await held
    // A page that wants the answer no longer has given the request up.
    await route.fulfill({ response }).catch(() => undefined)
  }
  await page.route(address, handler, { times: 1 })
  return { release, arrived }
}

test('[0.1.0 B10] l’analyse d’un fichier remplacé est oubliée : c’est le second qui s’importe', async ({
  page,
}) => {
  const panel = await openUpload(page)
  const first = await holdBack(page, /\/upload\/donateurs\/apercu/)
  await choose(panel, A)
  await analyseButton(panel).click()
  await first.arrived
  await choose(panel, B)
  await expect(panel.locator('.dropzone-file')).toContainText('Bienfaiteurs.csv')
  await expect(analyseButton(panel)).toBeVisible()
  first.release()
  await analyseButton(panel).click()
  await expect(previewOf(panel)).toContainText('Bienfaiteurs.csv')
  await expect(previewOf(panel)).not.toContainText('Anciens.csv')
  await panel.getByRole('button', { name: 'Importer les donateurs' }).click()
  await expect(panel.getByText('Import terminé !')).toBeVisible()
  await expect(panel).toContainText(/Bienfaiteurs\.csv\s: 5\slignes/)
})

test('[0.1.0 B10] un autre fichier ôte aussitôt l’aperçu et l’import du premier', async ({
  page,
}) => {
  const panel = await openUpload(page)
  await choose(panel, A)
  await analyseButton(panel).click()
  await expect(previewOf(panel)).toContainText('Anciens.csv')
  const next = await holdBack(page, /\/upload\.data/)
  await choose(panel, B)
  await next.arrived
  await expect(panel.locator('.dropzone-file')).toContainText('Bienfaiteurs.csv')
  await expect(previewOf(panel)).toHaveCount(0)
  await expect(panel.getByRole('button', { name: 'Importer les donateurs' })).toHaveCount(0)
  next.release()
  await expect(page).not.toHaveURL(/fichier_donateurs/)
  await expect(analyseButton(panel)).toBeVisible()
})

test('[0.1.0 B10] deux onglets s’analysent à la fois, et chacun garde son aperçu', async ({
  page,
}) => {
  const panel = await openUpload(page)
  const slow = await holdBack(page, /\/upload\/donateurs\/apercu/)
  await choose(panel, A)
  await analyseButton(panel).click()
  await slow.arrived
  await page.getByRole('tab', { name: 'Donations' }).click()
  const other = panelOf(page, 'Donations')
  await choose(other, DONS)
  await analyseButton(other).click()
  await expect(previewOf(other)).toContainText('Dons.csv')

  slow.release()
  await expect(page).toHaveURL(/fichier_donateurs=.*fichier_donations=/)
  await expect(previewOf(other), 'on reste où l’on était').toContainText('Dons.csv')
  await page.getByRole('tab', { name: 'Donateurs' }).click()
  await expect(previewOf(panel)).toContainText('Anciens.csv')
})

test('[0.1.0 B10] une analyse qui finit pendant qu’on change d’onglet ne défait rien', async ({
  page,
}) => {
  const panel = await openUpload(page)
  const analysis = await holdBack(page, /\/upload\/donateurs\/apercu/)
  await choose(panel, A)
  await analyseButton(panel).click()
  await analysis.arrived
  const change = await holdBack(page, /\/upload\.data/)
  await page.getByRole('tab', { name: 'Donations' }).click()
  await change.arrived
  const answer = page.waitForResponse(/\/upload\/donateurs\/apercu/)
  analysis.release()
  await (await answer).finished()
  change.release()
  await expect(page).toHaveURL(/fichier_donateurs=/)
  await expect(panelOf(page, 'Donations')).toBeVisible()
  await page.getByRole('tab', { name: 'Donateurs' }).click()
  await expect(previewOf(panel)).toContainText('Anciens.csv')
})

test('[0.1.0 B10] changer d’onglet à l’instant où l’aperçu arrive ne le perd pas', async ({
  page,
}) => {
  const panel = await openUpload(page)
  const arrival = await holdBack(page, /\/upload\.data\?.*fichier_donateurs/)
  await choose(panel, A)
  await analyseButton(panel).click()
  await arrival.arrived
  await page.getByRole('tab', { name: 'Donations' }).click()
  await expect(panelOf(page, 'Donations')).toBeVisible()
  arrival.release()
  await expect(page).toHaveURL(/fichier_donateurs=/)
  await expect(panelOf(page, 'Donations')).toBeVisible()
})

test('[0.1.0 B10] quitter la page abandonne l’analyse et n’y ramène pas', async ({ page }) => {
  const panel = await openUpload(page)
  const slow = await holdBack(page, /\/upload\/donateurs\/apercu/)
  await choose(panel, A)
  await analyseButton(panel).click()
  await slow.arrived
  const given = page.waitForEvent('requestfailed', (request) => request.url().includes('apercu'))
  await page.getByRole('link', { name: 'Tendances' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Page Tendances')
  await given
  slow.release()
  await page.goBack()
  await expect(analyseButton(panelOf(page))).toBeVisible()
  await expect(page).not.toHaveURL(/fichier_donateurs/)
})

test('[0.1.0 B10] un double clic sur « Analyser le fichier » ne l’envoie qu’une fois', async ({
  page,
}) => {
  const panel = await openUpload(page)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/apercu')) sent.push(request.url())
  })
  const slow = await holdBack(page, /\/upload\/donateurs\/apercu/)
  await choose(panel, A)
  await analyseButton(panel).dblclick()
  await slow.arrived
  await running(panel).click({ force: true })
  slow.release()
  await expect(previewOf(panel)).toContainText('Anciens.csv')
  expect(sent).toHaveLength(1)
})

test('[0.1.0 B10] « Précédent » rend le fichier choisi, « Suivant » son aperçu', async ({
  page,
}) => {
  const panel = await openUpload(page)
  await choose(panel, A)
  await analyseButton(panel).click()
  await expect(previewOf(panel)).toContainText('Anciens.csv')
  await page.goBack()
  await expect(analyseButton(panel)).toBeVisible()
  await expect(previewOf(panel)).toHaveCount(0)
  await expect(panel.locator('.dropzone-file')).toContainText('Anciens.csv')
  await choose(panel, B)
  await analyseButton(panel).click()
  await expect(previewOf(panel)).toContainText('Bienfaiteurs.csv')
  await page.goBack()
  await expect(panel.locator('.dropzone-file')).toContainText('Bienfaiteurs.csv')
  await page.goForward()
  await expect(previewOf(panel)).toContainText('Bienfaiteurs.csv')
})

test('[0.1.0 B10] revenir à l’aperçu d’un fichier importé montre son import : il ne s’importe pas deux fois', async ({
  page,
}) => {
  const panel = await openUpload(page)
  await choose(panel, csv('Retour.csv', contacts(4)))
  await analyseButton(panel).click()
  await panel.getByRole('button', { name: 'Importer les donateurs' }).click()
  await expect(page).toHaveURL(/import_donateurs=/)
  await expect(panel.getByText('Import terminé !')).toBeVisible()
  await page.goBack()
  await expect(page).not.toHaveURL(/import_donateurs=/)
  // The address goes back at once, what it shows a little later.
  await page.reload()
  await expect(panel.getByText('Import terminé !')).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Importer les donateurs' })).toHaveCount(0)
})

test.describe('Un fichier que l’on modifie', () => {
  test.use({ tolere: [/ERR_UPLOAD_FILE_CHANGED/] })

  test('[0.1.0 B10] après l’avoir choisi le dit, et se choisit à nouveau', async ({
    page,
  }, about) => {
    const file = about.outputPath('Contacts.csv')
    /** Browsers tell a file's versions apart by the second. */
    const write = async (rows: number) => {
      await writeFile(file, contacts(rows))
      await utimes(file, rows * 60, rows * 60)
    }
    await write(2)
    const panel = await openUpload(page)
    const pick = async () => {
      const chooser = page.waitForEvent('filechooser')
      await panel.locator('.dropzone').click()
      await (await chooser).setFiles(file)
    }
    await pick()
    await write(7)
    await analyseButton(panel).click()
    await expect(panel.getByRole('alert')).toContainText(
      'Ce fichier a changé depuis que vous l’avez choisi',
    )
    await pick()
    await expect(panel.getByRole('alert')).toHaveCount(0)
    await analyseButton(panel).click()
    await expect(previewOf(panel)).toContainText('7')
    await write(9)
    await pick()
    await expect(previewOf(panel)).toHaveCount(0)
    await analyseButton(panel).click()
    await expect(previewOf(panel)).toContainText('9')
  })
})
