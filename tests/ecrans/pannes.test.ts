import { afterAll, beforeAll, expect, test } from 'vitest'
import { partagee } from '../support/ecrans'
import { find, findAll, getByRole, isShown, listByRole, textOf, wordsOf } from '../support/html'
import { AUCUN, startWebEnPanne } from '../support/panne'
import { type Ecran, type Visite, visiter } from '../support/visite'

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

let visite: Visite
beforeAll(async () => {
  web = await startWebEnPanne(partagee().serviceUrl)
  visite = visiter(web.url)
})
afterAll(() => web.stop())

const failures = ({ document }: Ecran) => listByRole(document, 'alert', 'Erreur: ')

for (const [path, call, message, retry] of PANNES)
  test(`${path} dit « ${message} » quand ${call.source} échoue`, async () => {
    web.strike(call)
    const ecran = await visite.ouvrir(path)
    expect(ecran.status).toBe(503)
    const alert = getByRole(ecran.document, 'alert', 'Erreur: ')
    expect(wordsOf(alert)).toContain(`Erreur: ${message}`)
    expect(wordsOf(alert)).toContain('La base de données ne répond pas.')
    expect(listByRole(alert, 'link', 'Réessayer')).toHaveLength(retry ? 1 : 0)
    getByRole(ecran.document, 'navigation', 'Navigation principale')
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
  test(`un envoi vers ${path} sans suite dit « ${message} »`, async () => {
    web.strike(call)
    const { status, document } = await visite.poster(path, form)
    expect(status).toBe(200)
    const said = [...listByRole(document, 'alert'), ...findAll(document, '.outcome')]
    expect(said.map(wordsOf).join(' ')).toContain(message)
  })

test('« Réessayer » montre l’écran dès que le service répond', async () => {
  web.strike(/stats-complet/)
  const ecran = await visite.ouvrir('/actifs?annee=2020')
  web.strike(AUCUN)
  const { status, document } = await visite.suivre(ecran, 'Réessayer')
  expect(status).toBe(200)
  expect(wordsOf(find(document, '.subtitle'))).toBe('Activité des donateurs de l’année 2020')
})

test('une erreur que personne n’attend donne un numéro d’incident que le journal garde', async () => {
  web.strike(/montants/, 'charabia')
  const { status, document } = await visite.ouvrir('/montant')
  web.strike(AUCUN)
  expect(status).toBe(500)
  const alert = getByRole(document, 'alert')
  expect(wordsOf(alert)).toContain('Une erreur inattendue s’est produite')
  const incident = textOf(find(alert, 'code'))
  expect(incident).toMatch(/^[\w-]{8,64}$/)
  await expect.poll(() => web.output()).toContain(`incident ${incident}`)
  getByRole(document, 'navigation', 'Navigation principale')
})

test('[0.1.0 E] chaque donnée secondaire des nouveaux qui manque le dit sans alerte, le reste est là', async () => {
  web.strike(/nouveaux-anciens\/(media|origine|campagnes)|campagnes\/evolution/)
  const ecran = await visite.ouvrir('/nouveaux?annee=2020')
  const main = getByRole(ecran.document, 'main')
  expect(findAll(main, 'table').filter(isShown)).toHaveLength(2)
  expect(failures(ecran)).toEqual([])
  expect(findAll(main, '.unavailable').map(wordsOf)).toEqual([
    expect.stringMatching(/^Le graphique par année n’a pas pu être chargé\./),
    expect.stringMatching(/^La répartition par code média n’a pas pu être chargée\./),
    expect.stringMatching(/^La répartition par profil de campagne n’a pas pu être chargée\./),
    expect.stringMatching(/^La répartition par code origine n’a pas pu être chargée\./),
  ])
  await expect.poll(() => web.output()).toContain('codes média : La base de données ne répond pas.')
})

test('sans l’évolution par année, l’activité montre le reste', async () => {
  web.strike(/activite\/evolution/)
  const ecran = await visite.ouvrir('/actifs?annee=2020')
  expect(listByRole(ecran.document, 'figure')).toHaveLength(1)
  expect(failures(ecran)).toEqual([])
})

for (const [path, call, sentence] of [
  ['/actifs?annee=2020', /activite\/evolution/, 'Le graphique par année n’a pas pu être chargé.'],
  ['/actifs?annee=2020', /fraicheur/, 'La date de ces données n’a pas pu être lue.'],
  ['/donations', /donations\/stats/, 'Les statistiques n’ont pas pu être chargées.'],
  ['/donations/historique', /chaine/, 'L’état de la chaîne n’a pas pu être vérifié.'],
  ['/upload', /upload\/journal/, 'Le journal des imports n’a pas pu être chargé.'],
  ['/dashboard', /dashboard\/annees/, 'La liste des années n’a pas pu être chargée'],
] as const)
  test(`[0.1.0 E] ${path} dit « ${sentence} » à la place de ce qui manque`, async () => {
    web.strike(call)
    const ecran = await visite.ouvrir(path)
    expect(ecran.status).toBe(200)
    expect(findAll(ecran.document, '.unavailable').map(wordsOf).join(' ')).toContain(sentence)
    expect(failures(ecran)).toEqual([])
  })

for (const [path, call] of [
  ['/dashboard?annee=2020', /fraicheur/],
  ['/dashboard?annee=2020', /a-verifier\/2020/],
  ['/campagnes/ventilation?annee=2020', /a-verifier\/2020\/campagne/],
  ['/dashboard/mois?mois=2020-03', /a-verifier\/2020/],
] as const)
  test(`${path} ne juge rien quand ${call.source} ne répond pas, et le dit`, async () => {
    web.strike(call)
    const ecran = await visite.ouvrir(path)
    expect(ecran.status).toBe(200)
    expect(findAll(ecran.document, '.notice').map(wordsOf)).toContain(
      'Les donateurs à vérifier n’ont pas pu être lus : rien n’est dit en hausse, en baisse ni atteint. Rechargez la page.',
    )
    expect(failures(ecran)).toEqual([])
  })
