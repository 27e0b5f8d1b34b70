import type { Page } from 'playwright/test'
import { ACTEUR, RAISON_PAR_DEFAUT } from '#contract/exclusions'
import { decide, rowOf } from '../support/decision'
import { expect, test } from '../support/e2e'
import { AUCUN, startWebEnPanne } from '../support/panne'
import { requete } from '../support/requete'

test.use({ donnees: 'demo a changer' })

let web: Awaited<ReturnType<typeof startWebEnPanne>>
test.beforeAll(async ({ application }) => {
  web = await startWebEnPanne(application.serviceUrl)
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
async function openList(page: Page, annee: number, hasDialogs: boolean): Promise<string> {
  await page.goto(`${web.url}/donations?annee=${annee}`)
  if (hasDialogs) await page.waitForFunction(() => '__remixRouter' in window)
  const row = page.locator('tbody tr').filter({ hasText: 'VALIDE' }).first()
  const label = await row.getByRole('button').getAttribute('aria-label')
  return label?.replace(/^.* /, '') ?? ''
}

test('l’exclusion envoie le contact, la raison et l’acteur, la réintégration le contact', async ({
  page,
  scripts,
  javaScriptEnabled,
}) => {
  const hasDialogs = javaScriptEnabled && scripts === 'entiers'
  const contact = await openList(page, 2018, hasDialogs)
  await decide(page, contact, 'Exclure', hasDialogs)
  await expect(page.getByText(/^✅ /)).toContainText('exclu')
  expect(web.calls.at(-1)).toMatchObject({
    address: '/api/exclusions/exclure',
    body: { contact_id: contact, raison: RAISON_PAR_DEFAUT, exclu_par: ACTEUR },
  })
  await decide(page, contact, 'Réintégrer', hasDialogs)
  await expect(page.getByText(/^✅ /)).toContainText('réintégré')
  expect(web.calls.at(-1)).toMatchObject({
    address: '/api/exclusions/reintegrer',
    body: { contact_id: contact },
  })
})

test('une décision dont la réponse se perd n’est pas dite échouée : son issue se vérifie', async ({
  page,
  application,
  scripts,
  javaScriptEnabled,
}) => {
  const hasDialogs = javaScriptEnabled && scripts === 'entiers'
  const contact = await openList(page, 2017, hasDialogs)
  const outcome = page.getByRole('alert').filter({ hasText: '❌' })

  web.strike(/exclusions\/exclure/, 'réponse perdue')
  await decide(page, contact, 'Exclure', hasDialogs)
  await expect(outcome).toContainText("❌ Erreur lors de l'exclusion.")
  await expect(outcome).toContainText(`le donateur ${contact} est peut-être exclu`)
  await expect(outcome).toContainText('l’historique des exclusions')
  await expect(rowOf(page, contact).first()).toContainText('EXCLU')
  expect(await countOf(application.databaseUrl, contact)).toEqual({ evenements: '1' })

  web.strike(/exclusions\/reintegrer/, 'refuse sans phrase')
  await decide(page, contact, 'Réintégrer', hasDialogs)
  await expect(outcome).toContainText('❌ Erreur lors de la réintégration.')
  await expect(outcome).toContainText(`le donateur ${contact} est peut-être réintégré`)
  await expect(rowOf(page, contact).first()).toContainText('EXCLU')
})

test('le même formulaire renvoyé après une réponse perdue dit ce qui a été fait, une seule fois', async ({
  page,
  request,
  application,
}) => {
  const contact = await openList(page, 2016, false)
  const form = {
    contact_id: contact,
    operation: 'exclure',
    retour: '/donations?annee=2016',
    evenement_id: crypto.randomUUID(),
  }
  const send = async () => {
    const address = `${web.url}/donations/exclusion`
    const answer = await request.post(address, { form, headers: { origin: web.url } })
    return answer.text()
  }
  web.strike(/exclusions\/exclure/, 'réponse perdue')
  expect(await send()).toContain('L’issue n’est pas connue')
  web.strike(AUCUN)
  expect(await send()).toContain(`✅ Le donateur ${contact} est exclu`)
  expect(await send()).toContain(`✅ Le donateur ${contact} est exclu`)
  expect(await countOf(application.databaseUrl, contact)).toEqual({ evenements: '1' })
})

test('ce qui est dit d’une décision attend sa page, quoi que montre un autre onglet entre-temps', async ({
  page,
  request,
}) => {
  const contact = await openList(page, 2014, false)
  const retour = `/donations?annee=2014&details=1`
  const decided = await request.post(`${web.url}/donations/exclusion`, {
    form: { contact_id: contact, operation: 'exclure', retour, evenement_id: crypto.randomUUID() },
    headers: { origin: web.url },
    maxRedirects: 0,
  })
  expect(decided.headers()['location']).toBe(retour)
  const read = async (path: string) => (await request.get(web.url + path)).text()
  expect(await read('/dashboard')).not.toContain('✅')
  expect(await read('/donations?annee=2014')).not.toContain('✅')
  expect(await read(retour)).toContain(`✅ Le donateur ${contact} est exclu`)
  expect(await read(retour), 'une seule fois').not.toContain('✅')
})

test.describe('Une réponse illisible', () => {
  test.use({ tolere: [/500|net::ERR_FAILED/] })

  test('laisse l’issue ouverte elle aussi', async ({ page, scripts, javaScriptEnabled }) => {
    const hasDialogs = javaScriptEnabled && scripts === 'entiers'
    const contact = await openList(page, 2015, hasDialogs)
    web.strike(/exclusions\/exclure/, 'charabia')
    await decide(page, contact, 'Exclure', hasDialogs)
    const alert = page.getByRole('alert').filter({ hasText: 'Erreur: ' })
    await expect(alert).toContainText('elle est peut-être enregistrée')
    await expect(alert).not.toContainText('Rechargez la page')
    await alert.getByRole('link', { name: 'Réessayer' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Donations')
  })
})
