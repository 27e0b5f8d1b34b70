import { expect, test } from '../support/e2e'
import { AUCUN, startWebEnPanne } from '../support/panne'

const EXCLUSION = '/donations/exclusion?contact_id=C000001'

/** Screen, call that fails, message, and whether 'Réessayer' is offered. */
const PANNES = [
  ['/dashboard', /stats-graphiques/, 'Erreur lors du chargement des données', true],
  ['/donations', /donations\/list\?limit=1/, 'Erreur lors du chargement des années', true],
  ['/donations', /donations\/list\?page=1/, 'Erreur lors du chargement des donations', true],
  [`${EXCLUSION}&operation=exclure`, /exclusions\/effet/, "Erreur lors de l'exclusion", true],
  [
    `${EXCLUSION}&operation=reintegrer`,
    /exclusions\/effet/,
    'Erreur lors de la réintégration',
    true,
  ],
  ['/montant', /dernier-don/, 'Erreur lors du chargement des données', true],
  ['/nouveaux', /nouveaux-anciens\/annees/, 'Erreur lors du chargement des années', true],
  ['/nouveaux', /nouveaux-anciens\/\d/, 'Erreur lors du chargement des données', true],
  ['/actifs', /activite\/annees/, 'Erreur lors du chargement des années', true],
  ['/actifs', /stats-complet/, 'Erreur lors du chargement des statistiques', true],
  ['/donateurs', /segmentation-globale/, 'Erreur lors du chargement de la segmentation', false],
  ['/campagnes', /donateurs-mixtes/, 'Erreur lors du chargement des données des campagnes', false],
] as const

let web: Awaited<ReturnType<typeof startWebEnPanne>>

test.use({ tolere: [/503/] })
test.beforeAll(async ({ application }) => {
  web = await startWebEnPanne(application.serviceUrl)
})
test.afterAll(() => web.stop())

for (const [path, call, message, retry] of PANNES)
  test(`${path} dit « ${message} » quand ${call.source} échoue`, async ({ page }) => {
    web.strike(call)
    const answer = await page.goto(`${web.url}${path}`)
    expect(answer?.status()).toBe(503)
    const alert = page.getByRole('alert').filter({ hasText: 'Erreur: ' })
    await expect(alert).toContainText(`Erreur: ${message}`)
    await expect(alert).toContainText('La base de données ne répond pas.')
    await expect(alert.getByRole('link', { name: 'Réessayer' })).toHaveCount(retry ? 1 : 0)
    await expect(page.getByRole('navigation', { name: 'Navigation principale' })).toBeVisible()
  })

/** A form that is sent, the call that fails meanwhile, and what the next page says. */
const ENVOIS = [
  ['/upload', { type: 'donateurs' }, AUCUN, 'Fichier de contacts manquant'],
  ['/upload', { type: 'donations' }, AUCUN, 'Fichier de donations manquant'],
  [
    '/upload',
    { type: 'donateurs', fichier_id: 'x' },
    /donateurs\/upload/,
    "Erreur lors de l'upload des donateurs. La base de données ne répond pas. L’import a peut-être commencé",
  ],
  [
    '/upload',
    { type: 'donations', fichier_id: 'x' },
    /donations\/upload/,
    "Erreur lors de l'upload des donations",
  ],
  [
    '/rafraichissement',
    { retour: '/montant' },
    /refresh-views/,
    'Erreur lors du démarrage du rafraîchissement. La base de données ne répond pas. Il a peut-être commencé',
  ],
  [
    '/donations/exclusion',
    { contact_id: 'C000001', operation: 'exclure' },
    /exclusions\/exclure/,
    '❌ La base de données ne répond pas. L’issue n’est pas connue',
  ],
] as const

for (const [path, form, call, message] of ENVOIS)
  test(`un envoi vers ${path} sans suite dit « ${message} »`, async ({ request }) => {
    web.strike(call)
    const answer = await request.post(`${web.url}${path}`, { form, headers: { origin: web.url } })
    expect(answer.status()).toBe(200)
    const text = (await answer.text()).replaceAll('&#x27;', "'")
    expect(text).toContain(message)
  })

test('« Réessayer » montre l’écran dès que le service répond', async ({ page }) => {
  web.strike(/stats-complet/)
  await page.goto(`${web.url}/actifs?annee=2020`)
  web.strike(AUCUN)
  await page.getByRole('link', { name: 'Réessayer' }).click()
  await expect(page.getByText('Activité des donateurs de l’année 2020')).toBeVisible()
})

test.describe('Une erreur que personne n’attend', () => {
  test.use({ tolere: [/500/] })

  test('donne un numéro d’incident que le journal garde', async ({ page }) => {
    web.strike(/montants/, 'charabia')
    const answer = await page.goto(`${web.url}/montant`)
    expect(answer?.status()).toBe(500)
    const alert = page.getByRole('alert')
    await expect(alert).toContainText('Une erreur inattendue s’est produite')
    const incident = (await alert.locator('code').textContent()) ?? ''
    expect(incident).toMatch(/^[\w-]{8,64}$/)
    expect(web.output()).toContain(`incident ${incident}`)
    await expect(page.getByRole('navigation', { name: 'Navigation principale' })).toBeVisible()
    web.strike(AUCUN)
  })
})

test('chaque donnée secondaire des nouveaux qui manque le dit sans alerte, le reste est là', async ({
  page,
}) => {
  web.strike(/nouveaux-anciens\/(media|origine|campagnes)|campagnes\/evolution/)
  await page.goto(`${web.url}/nouveaux?annee=2020`)
  await expect(page.getByRole('main').locator('table:visible')).toHaveCount(2)
  await expect(page.getByRole('alert').filter({ hasText: 'Erreur' })).toHaveCount(0)
  await expect(page.locator('.unavailable')).toHaveText([
    /^Le graphique par année n’a pas pu être chargé\./,
    /^La répartition par code média n’a pas pu être chargée\./,
    /^La répartition par profil de campagne n’a pas pu être chargée\./,
    /^La répartition par code origine n’a pas pu être chargée\./,
  ])
  expect(web.output()).toContain('codes média : La base de données ne répond pas.')
})

test('sans l’évolution par année, l’activité montre le reste', async ({ page }) => {
  web.strike(/activite\/evolution/)
  await page.goto(`${web.url}/actifs?annee=2020`)
  await expect(page.getByRole('figure')).toHaveCount(1)
  await expect(page.getByRole('alert').filter({ hasText: 'Erreur' })).toHaveCount(0)
})

for (const [path, call, sentence] of [
  ['/actifs?annee=2020', /activite\/evolution/, 'Le graphique par année n’a pas pu être chargé.'],
  ['/actifs?annee=2020', /fraicheur/, 'La date de ces données n’a pas pu être lue.'],
  ['/donations', /donations\/stats/, 'Les statistiques n’ont pas pu être chargées.'],
  ['/donations/historique', /chaine/, 'L’état de la chaîne n’a pas pu être vérifié.'],
  ['/upload', /upload\/journal/, 'Le journal des imports n’a pas pu être chargé.'],
  ['/dashboard', /dashboard\/annees/, 'La liste des années n’a pas pu être chargée'],
] as const)
  test(`${path} dit « ${sentence} » à la place de ce qui manque`, async ({ page }) => {
    web.strike(call)
    const answer = await page.goto(`${web.url}${path}`)
    expect(answer?.status()).toBe(200)
    await expect(page.locator('.unavailable')).toContainText(sentence)
    await expect(page.getByRole('alert').filter({ hasText: 'Erreur' })).toHaveCount(0)
  })
