import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { ACTEUR, RAISON_PAR_DEFAUT } from '#contract/constants'
import type { RefreshStatus } from '#contract/rafraichissement'
import { confirmer, decider, demanderDecision, issueDe, valides } from '../support/decider'
import { propre } from '../support/ecrans'
import {
  attribute,
  find,
  findAll,
  getByRole,
  listByRole,
  listByText,
  wordsOf,
} from '../support/html'
import { AUCUN, startWebEnPanne } from '../support/panne'
import { requete } from '../support/requete'
import { type Ecran, type Visite, visiter } from '../support/visite'

const application = propre('demo')
let web: Awaited<ReturnType<typeof startWebEnPanne>>
let visite: Visite
/** The list that each test decides from, about somebody of its own. */
let list: Ecran
let others: string[]
const nextContact = () => others.shift() ?? ''
beforeAll(async () => {
  web = await startWebEnPanne(application.serviceUrl)
  visite = visiter(web.url)
  list = await visite.ouvrir('/donations?annee=2020')
  others = valides(list)
})
afterEach(() => void web.strike(AUCUN))
afterAll(() => web.stop())

const rowsOf = (ecran: Ecran, contact: string) =>
  listByRole(ecran.document, 'row').filter(
    (row) => listByRole(row, 'button', `donateur ${contact}`).length > 0,
  )

const countOf = (contact: string) =>
  requete(
    application.databaseUrl,
    'select count(*) as evenements from evenements_exclusion where contact_id = $1',
    [contact],
  )

const excludeMeanwhile = async (contact: string) => {
  const answer = await fetch(`${application.serviceUrl}/api/exclusions/exclure`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ contact_id: contact }),
  })
  expect(answer.status).toBe(200)
}

test('un donateur est exclu après confirmation, puis réintégré, et l’historique le garde', async () => {
  const contact = nextContact()
  const question = await demanderDecision(visite, list, 'Exclure', contact)
  expect(
    listByText(question.document, /Êtes-vous sûr de vouloir exclure ce donateur/),
  ).toHaveLength(1)
  const excluded = await confirmer(visite, question)
  expect(excluded.adresse).toBe('/donations?annee=2020')
  expect(issueDe(excluded)).toMatch(/^✅ /)
  expect(issueDe(excluded)).toContain(contact)
  for (const row of rowsOf(excluded, contact)) expect(wordsOf(row)).toContain('EXCLU')
  // The list that follows asks who of it is to be looked at.
  const sent = () => web.calls.findLast(({ address }) => address.startsWith('/api/exclusions/'))
  expect(sent()).toMatchObject({
    address: '/api/exclusions/exclure',
    body: { contact_id: contact, raison: RAISON_PAR_DEFAUT, exclu_par: ACTEUR },
  })

  const back = await decider(visite, excluded, 'Réintégrer', contact)
  expect(issueDe(back)).toMatch(/^✅ .*réintégré/)
  expect(sent()).toMatchObject({
    address: '/api/exclusions/reintegrer',
    body: { contact_id: contact },
  })
  for (const row of rowsOf(back, contact)) expect(wordsOf(row)).toContain('VALIDE')

  const history = await visite.suivre(back, 'Historique des exclusions')
  const own = await visite.presser(history, find(history.document, '.filters button'), {
    contact_id: contact,
  })
  const [last, first] = findAll(own.document, 'tbody tr').map(wordsOf)
  expect(last).toContain('Réintégration')
  expect(first).toContain('Exclusion')
  expect(listByText(own.document, 'Chaîne intacte')).not.toHaveLength(0)
})

test('un donateur exclu se réintègre aussi depuis l’historique', async () => {
  const contact = nextContact()
  await excludeMeanwhile(contact)
  const history = await visite.ouvrir(`/donations/historique?contact_id=${contact}`)
  const back = await decider(visite, history, 'Réintégrer', contact)
  expect(issueDe(back)).toMatch(/^✅ .*réintégré/)
  expect(back.adresse).toContain('/donations/historique')
  expect(findAll(back.document, 'tbody tr')).toHaveLength(2)
  expect(listByRole(back.document, 'button', `donateur ${contact}`)).toEqual([])
})

test('un refus du service est dit avec ses mots', async () => {
  const contact = nextContact()
  const question = await demanderDecision(visite, list, 'Exclure', contact)
  await excludeMeanwhile(contact)
  const refused = await confirmer(visite, question)
  expect(wordsOf(getByRole(refused.document, 'alert'))).toMatch(/^❌ .*exclu/)
})

test('[0.1.0 B12] une décision dont la réponse se perd n’est pas dite échouée : son issue se vérifie', async () => {
  const contact = nextContact()
  web.strike(/exclusions\/exclure/, 'réponse perdue')
  const lost = await decider(visite, list, 'Exclure', contact)
  expect(issueDe(lost)).toContain("❌ Erreur lors de l'exclusion.")
  expect(issueDe(lost)).toContain(`le donateur ${contact} est peut-être exclu`)
  expect(issueDe(lost)).toContain('l’historique des exclusions')
  expect(wordsOf(getByRole(lost.document, 'alert', '❌'))).toContain('❌')
  for (const row of rowsOf(lost, contact)) expect(wordsOf(row)).toContain('EXCLU')
  expect(await countOf(contact)).toEqual({ evenements: '1' })

  web.strike(/exclusions\/reintegrer/, 'refuse sans phrase')
  const unknown = await decider(visite, lost, 'Réintégrer', contact)
  expect(issueDe(unknown)).toContain('❌ Erreur lors de la réintégration.')
  expect(issueDe(unknown)).toContain(`le donateur ${contact} est peut-être réintégré`)
  for (const row of rowsOf(unknown, contact)) expect(wordsOf(row)).toContain('EXCLU')
})

test('[0.1.0 B12] le même formulaire renvoyé après une réponse perdue dit ce qui a été fait, une seule fois', async () => {
  const contact = nextContact()
  const question = await demanderDecision(visite, list, 'Exclure', contact)
  web.strike(/exclusions\/exclure/, 'réponse perdue')
  expect(issueDe(await confirmer(visite, question))).toContain('L’issue n’est pas connue')
  web.strike(AUCUN)
  for (const again of [await confirmer(visite, question), await confirmer(visite, question)])
    expect(issueDe(again)).toContain(`✅ Le donateur ${contact} est exclu`)
  expect(await countOf(contact)).toEqual({ evenements: '1' })
})

test('[0.1.0 B10] ce qui est dit d’une décision attend sa page, quoi que montre un autre onglet entre-temps', async () => {
  const retour = '/donations?annee=2014&details=1'
  const contact = nextContact()
  const decided = await visite.demander('/donations/exclusion', {
    method: 'POST',
    body: new URLSearchParams({
      contact_id: contact,
      operation: 'exclure',
      retour,
      evenement_id: randomUUID(),
    }),
  })
  expect(decided.headers.get('location')).toBe(retour)
  expect((await visite.ouvrir('/dashboard')).html).not.toContain('✅')
  expect((await visite.ouvrir('/donations?annee=2014')).html).not.toContain('✅')
  expect(issueDe(await visite.ouvrir(retour))).toContain(`✅ Le donateur ${contact} est exclu`)
  expect((await visite.ouvrir(retour)).html, 'une seule fois').not.toContain('✅')
})

test('[0.1.0 B12] une réponse illisible laisse l’issue ouverte elle aussi', async () => {
  const contact = nextContact()
  web.strike(/exclusions\/exclure/, 'charabia')
  const broken = await decider(visite, list, 'Exclure', contact)
  expect(broken.status).toBe(500)
  const alert = getByRole(broken.document, 'alert', 'Erreur: ')
  expect(wordsOf(alert)).toContain('elle est peut-être enregistrée')
  expect(wordsOf(alert)).not.toContain('Rechargez la page')
  const again = await visite.suivre(broken, 'Réessayer')
  expect(wordsOf(getByRole(again.document, 'heading', /^Donations$/))).toBe('Donations')
})

test('« Actualiser » recalcule les vues, puis ramène à son écran, sans script', async () => {
  const screen = await application.ouvrir('/montant')
  const button = getByRole(screen.document, 'button', 'Actualiser')
  expect(attribute(button, 'class')).toContain('button-outline')
  const begun = await application.presser(screen, button)
  expect(begun.adresse).toMatch(/^\/montant\?rafraichissement=/)
  const said = wordsOf(getByRole(begun.document, 'dialog'))
  expect(said).toContain('Rafraîchissement des vues matérialisées')
  expect(said).toMatch(/Vue \d+ sur \d+/)
  const status = async () => {
    const answer = await application.demander(begun.adresse.replace(/.*=/, '/rafraichissement/'))
    return ((await answer.json()) as RefreshStatus).status
  }
  await expect.poll(status, { timeout: 30_000, interval: 100 }).toBe('completed')
  const shown = await application.ouvrir(begun.adresse)
  const next = findAll(shown.document, 'meta[http-equiv=refresh]')
  expect(next.map((meta) => attribute(meta, 'content'))).toEqual(['2;url=/montant'])
  const dialog = getByRole(shown.document, 'dialog')
  expect(findAll(dialog, '.badge').map(wordsOf)).toEqual(
    findAll(dialog, '.view-card').map(() => 'Terminé'),
  )
  for (const card of findAll(dialog, '.view-card')) expect(wordsOf(card)).toMatch(/Pour /)
  const closed = await application.presser(shown, getByRole(dialog, 'button', 'Fermer'))
  expect(closed.adresse.replace(/\?$/, '')).toBe('/montant')
  expect(listByRole(closed.document, 'dialog')).toEqual([])
  expect(listByText(closed.document, /^Dernier don : \d/)).toHaveLength(1)
})
