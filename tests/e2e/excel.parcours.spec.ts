import type { Page } from 'playwright/test'
import { attendre } from '../support/attendre'
import { expect, test } from '../support/e2e'
import { requete } from '../support/requete'

test.use({ donnees: 'excel' })

/** A sheet as French Excel saves it: Windows-1252, semicolons, decimal commas, CRLF; two lines are wrong. */
const FEUILLE = [
  'ID don;Id donateur;Date don;Montant;Code média;Code campagne;Remarque',
  'D-001;C1;31/12/2012;1 234,56 €;POSTAL;NOËL;',
  'D-002;C2;01/02/2012;12,50;WEB;VFL été;',
  'D-003;C2;15/03/2012;0,00;WEB;VFL été;promesse',
  'D-004;C3;02/01/12;20,00;SMS;NOËL;',
  'D-005;C3;02/01/2012;-50,00;SMS;NOËL;remboursé',
  'D-006;C3;02/01/2012;99,95;SMS;"L’œuvre; été";réglé',
].join('\r\n')

const inWindows1252 = (text: string) =>
  Buffer.from(
    text.replaceAll('€', '\u0080').replaceAll('’', '\u0092').replaceAll('œ', '\u009C'),
    'latin1',
  )

/** The figures of a list of labels and values, as the screen shows them. */
const figures = (page: Page) =>
  page.locator('dl:visible > div').evaluateAll((pairs) =>
    Object.fromEntries(
      pairs.map((pair) => {
        const [label, value] = ['dt', 'dd'].map((name) => pair.querySelector(name)?.textContent)
        return [label ?? '', (value ?? '').replace(/\s/gu, ' ')]
      }),
    ),
  )

test('un fichier d’Excel français est compris, importé et compté au centime', async ({
  page,
  application,
  scripts,
}, testInfo) => {
  const keep = async (name: string) =>
    testInfo.attach(name, { body: await page.getByRole('main').innerText() })

  await page.goto('/upload?onglet=donations')
  await page
    .getByRole('tabpanel')
    .locator('input[type=file]')
    .setInputFiles({
      name: 'Donations 2012.csv',
      mimeType: 'application/vnd.ms-excel',
      buffer: inWindows1252(FEUILLE),
    })
  await page.getByRole('button', { name: 'Analyser le fichier' }).click()
  await expect(page.getByRole('heading', { name: 'Analyse du fichier' })).toBeVisible()
  await page.getByText('Ce qui a été reconnu dans le fichier').click()
  expect(await figures(page)).toEqual({
    'Total lignes': '6',
    'Donations valides': '3',
    'Donations à montant nul': '1',
    'Montant total': '1 347,01 €',
    Nouvelles: '4',
    Modifiées: '0',
    Inchangées: '0',
    'Doublons dans le fichier': '0',
    Rejetées: '2',
    'Donations sans fiche donateur': '4',
    Période: 'du 02/01/2012 au 31/12/2012',
    Délimiteur: 'point-virgule',
    Encodage: 'Windows-1252',
    'Ligne d’en-tête': '1',
    'Colonnes ignorées': 'Remarque',
  })
  await expect(page.getByText(/année sur deux chiffres/)).toBeVisible()
  await keep('aperçu')

  await page.getByRole('button', { name: 'Importer les donations' }).click()
  await attendre(page, page.getByText('Import terminé !'), scripts)
  expect(await figures(page)).toEqual({
    'Lignes du fichier': '6',
    Insérées: '4',
    Modifiées: '0',
    Inchangées: '0',
    Doublons: '0',
    Rejetées: '2',
    'dont montant nul': '1',
    'Montant du fichier': '1 347,01 €',
    'Montant écrit': '1 347,01 €',
  })
  await keep('résultat')
  const stored = await requete(
    application.databaseUrl,
    `select campaign_code, order_amount, order_date::text from donations where id = 'D-006'`,
  )
  expect(stored).toEqual({
    campaign_code: 'L’œuvre; été',
    order_amount: '99.95',
    order_date: '2012-01-02',
  })

  await expect(async () => {
    await page.goto('/dashboard?annee=2012')
    expect(await figures(page)).toEqual({
      'Total Donateurs': '3',
      'Total Donations': '3',
      'Montant Total': '1 347,01 €',
      'Don Moyen': '449,00 €',
    })
  }).toPass({ timeout: 30_000 })
  await keep('tableau de bord')
})
