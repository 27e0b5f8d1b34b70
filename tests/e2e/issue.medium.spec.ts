import type { Page } from 'playwright/test'
import { ACTEUR, RAISON_PAR_DEFAUT } from '#contract/constants'
import { decide, rowOf } from '../support/decision'
import { expect, test } from '../support/e2e'
import { AUCUN, startWebEnPanne } from '../support/panne'
import { requete } from '../support/requete'

test.use({ donnees: 'demo a changer' })

let web: Awaited<ReturnType<typeof startWebEnPanne>>
test.beforeAll(async ({ applications }) => {
  web = await startWebEnPanne((await applications('demo a changer')).serviceUrl)
})
test.afterEach(() => void web.strike(AUCUN))
test.afterAll(() => web.stop())

const countOf = async (databaseUrl: string, contact: string) =>
  requete(
    databaseUrl,
    'select count(*) as evenements from evenements_exclusion where contact_id = $1',
    [contact],
  )

/** Opens a list, and gives its first donor that is not excluded. */
async function openList(page: Page, annee: number): Promise<string> {
  await page.goto(`${web.url}/donations?annee=${annee}`)
  await page.waitForFunction(() => '__remixRouter' in window)
  const row = page.locator('tbody tr').filter({ hasText: 'VALIDE' }).first()
  const label = await row.getByRole('button').getAttribute('aria-label')
  return label?.replace(/^.* /, '') ?? ''
}

test('[0.1.0 E] l’exclusion envoie le contact, la raison et l’acteur, la réintégration le contact', async ({
  page,
}) => {
  const contact = await openList(page, 2018)
  const decisions = () =>
    web.calls.filter(({ address }) => /^\/api\/exclusions\/(exclure|reintegrer)$/.test(address))
  await decide(page, contact, 'Exclure', true)
  await expect(page.getByText(/^✅ /)).toContainText('exclu')
  expect(decisions()).toMatchObject([
    {
      address: '/api/exclusions/exclure',
      body: { contact_id: contact, raison: RAISON_PAR_DEFAUT, exclu_par: ACTEUR },
    },
  ])
  await decide(page, contact, 'Réintégrer', true)
  await expect(page.getByText(/^✅ /)).toContainText('réintégré')
  expect(decisions().slice(1)).toMatchObject([
    { address: '/api/exclusions/reintegrer', body: { contact_id: contact } },
  ])
})

test('[0.1.0 B12, E] une décision dont la réponse se perd n’est pas dite échouée : son issue se vérifie', async ({
  page,
  application,
}) => {
  const contact = await openList(page, 2017)
  const outcome = page.getByRole('alert').filter({ hasText: '❌' })

  web.strike(/exclusions\/exclure/, 'réponse perdue')
  await decide(page, contact, 'Exclure', true)
  await expect(outcome).toContainText("❌ Erreur lors de l'exclusion.")
  await expect(outcome).toContainText(`le donateur ${contact} est peut-être exclu`)
  await expect(outcome).toContainText('l’historique des exclusions')
  await expect(rowOf(page, contact).first()).toContainText('EXCLU')
  expect(await countOf(application.databaseUrl, contact)).toEqual({ evenements: '1' })

  web.strike(/exclusions\/reintegrer/, 'refuse sans phrase')
  await decide(page, contact, 'Réintégrer', true)
  await expect(outcome).toContainText('❌ Erreur lors de la réintégration.')
  await expect(outcome).toContainText(`le donateur ${contact} est peut-être réintégré`)
  await expect(rowOf(page, contact).first()).toContainText('EXCLU')
})

test.describe('Une réponse illisible', () => {
  test.use({ tolere: [/500/] })

  test('[0.1.0 B12] laisse l’issue ouverte elle aussi', async ({ page }) => {
    const contact = await openList(page, 2015)
    web.strike(/exclusions\/exclure/, 'charabia')
    await decide(page, contact, 'Exclure', true)
    const alert = page.getByRole('alert').filter({ hasText: 'Erreur: ' })
    await expect(alert).toContainText('elle est peut-être enregistrée')
    await expect(alert).not.toContainText('Rechargez la page')
    await alert.getByRole('link', { name: 'Réessayer' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Donations')
  })
})
