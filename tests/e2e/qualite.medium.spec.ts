import { audit, expectAccessible } from '../support/accessibilite'
import { expect, readShared, test } from '../support/e2e'
import { AUCUN, startWebEnPanne } from '../support/panne'
import { ECRANS } from '../support/plan'
import { testQualite } from '../support/qualite'
import { analyse, csv, panelOf } from '../support/televerser'

/** The densest screens; qualite.long has all of them. */
const CHARGES = [
  '/dashboard',
  '/upload',
  '/donations',
  '/campagnes',
  '/dashboard/rapport',
  '/dashboard/rapport?malgre=1',
  '/donateurs/grille',
  '/donateurs/geographie',
]

testQualite(ECRANS.filter(({ path }) => CHARGES.includes(path)))

test('sur un petit écran, la liste, le formulaire et le menu ouvert sont accessibles', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 800 })
  for (const path of ['/donations?annee=2020', '/upload']) {
    await page.goto(path)
    expect(await audit(page), path).toEqual([])
  }
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(page.getByRole('navigation', { name: 'Navigation principale' })).toBeVisible()
  expect(await audit(page)).toEqual([])
})

for (const [what, path] of [
  ['la fiche d’un donateur', '/donateurs/fiche?contact=C000001'],
  ['ce qu’une recherche trouve', '/donateurs/recherche?q=mar'],
  ['ce qui est proche d’un nom', '/donateurs/recherche?q=Duraand'],
  ['un tableau trié', '/donateurs/cohortes?tri-cohortes-donateurs=-3'],
  ['la confirmation d’une exclusion', '/donations/exclusion?contact_id=C000001&operation=exclure'],
  ['un dashboard qui ne se compare pas', '/dashboard?comparer=aucune'],
  ['ce que l’on sait d’une personne', '/donateurs/donnees?contact=C000001'],
  ['la demande d’un effacement', '/donateurs/effacement?contact=C000001'],
  ['un jugement « légitime »', '/donations/legitime?contact=DEMO-C999902'],
  ['un contact collectif', '/donations/collectif?contact=C000001'],
  ['le poids d’une règle', '/donations/poids?regle=T1'],
  ['les mots des règles', '/donations/mots'],
  ['des doublons', '/donateurs/doublons'],
  [
    'la fenêtre d’un rafraîchissement',
    '/dashboard?rafraichissement=00000000-0000-4000-8000-000000000000',
  ],
] as const)
  test(`${what} est accessible`, async ({ page }) => {
    await page.goto(path)
    await page.waitForFunction(() => '__remixRouter' in window)
    await expectAccessible(page)
  })

test('l’aperçu d’un fichier est accessible', async ({ page }) => {
  await page.goto('/upload')
  await analyse(panelOf(page), csv('Contacts.csv', 'contact_id;nom\nQ1;Zoé\n;Sans\n'))
  await expectAccessible(page)
})

test.describe('Un écran vide', () => {
  test('est accessible', async ({ browser }) => {
    const page = await browser.newPage()
    await page.goto(`${readShared().vide.url}/dashboard`)
    await expectAccessible(page)
    await page.close()
  })
})

test.describe('La page d’erreur', () => {
  test.use({ tolere: [/503/] })

  test('est accessible', async ({ page, application }) => {
    const web = await startWebEnPanne(application.serviceUrl)
    web.strike(/./)
    await page.goto(`${web.url}/dashboard`)
    await expect(page.getByRole('alert').filter({ hasText: 'Erreur: ' })).toBeVisible()
    await expectAccessible(page)
    web.strike(AUCUN)
    await web.stop()
  })
})
