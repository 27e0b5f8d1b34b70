import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { RAISON_PAR_DEFAUT } from '#contract/constants'
import type { AVerifier } from '#contract/verification'
import { OPERATIONS } from '../../remix/forms/operation'
import { formatMoney } from '../../service/figures/format'
import { attendreAVerifier } from '../support/a-verifier-web'
import { confirmer, demanderDecision, issueDe } from '../support/decider'
import { propre } from '../support/ecrans'
import { HOSTILE } from '../support/hostile'
import { attribute, find, findAll, getByRole, listByRole, textOf, wordsOf } from '../support/html'
import { AUCUN, startWebEnPanne } from '../support/panne'
import { requete } from '../support/requete'
import { lireTableau } from '../support/tableau'
import { validate } from '../support/validation'
import { type Ecran, type Visite, visiter } from '../support/visite'

const FILE = '/donations/a-verifier'
const application = propre('demo')
let web: Awaited<ReturnType<typeof startWebEnPanne>>
let visite: Visite
let found: AVerifier
beforeAll(async () => {
  web = await startWebEnPanne(application.serviceUrl)
  visite = visiter(web.url)
  found = await attendreAVerifier(application.serviceUrl)
})
afterEach(() => void web.strike(AUCUN))
afterAll(() => web.stop())

const donateurDe = (lastname: string) => {
  const donateur = found.donateurs.find((one) => one.lastname === lastname)
  if (!donateur) throw new Error(`${lastname} n’est pas à vérifier`)
  return donateur
}

/** How many events a donor has, and the reason of the last. */
const journal = (contact: string) =>
  requete(
    application.databaseUrl,
    `select count(*) as evenements,
      coalesce((array_agg(type || ' ' || raison order by numero desc))[1], 'aucun') as dernier
    from evenements_exclusion where contact_id = $1`,
    [contact],
  )

const ouvrirLegitime = (contact: string) =>
  visite.ouvrir(`/donations/legitime?contact=${contact}&retour=${encodeURIComponent(FILE)}`)

const jugerLegitime = (ecran: Ecran, raison: string) =>
  visite.presser(ecran, getByRole(getByRole(ecran.document, 'main'), 'button', /^Légitime$/), {
    raison,
  })

const ensemble = (...contacts: string[]) =>
  visite.ouvrir(
    `/donations/exclusions?${new URLSearchParams([
      ...contacts.map((contact) => ['contact[]', contact]),
      ['retour', FILE],
    ])}`,
  )

const confirmerEnsemble = (ecran: Ecran) =>
  visite.presser(ecran, getByRole(getByRole(ecran.document, 'main'), 'button', /^Exclure \d/))

describe('« Légitime »', () => {
  test('demande pourquoi, puis le donateur quitte la file, et sa fiche et la liste disent qui et pourquoi', async () => {
    const { contact_id, raisons } = donateurDe('Duck')
    const list = await visite.ouvrir(FILE)
    const page = await visite.suivre(list, `Légitime : le donateur ${contact_id}`)
    expect(findAll(page.document, '.reasons li').map(textOf)).toEqual(raisons)
    expect(await validate(page.html)).toEqual([])

    const empty = await jugerLegitime(page, '   ')
    expect(empty.status).toBe(422)
    expect(wordsOf(find(empty.document, '.field-fault'))).toBe(
      'Dites pourquoi ce donateur est légitime.',
    )
    const done = await jugerLegitime(empty, `Connu de l’équipe ${HOSTILE[0]}`)
    expect(done.adresse).toBe(FILE)
    expect(issueDe(done)).toMatch(/^✅ .*jugé légitime/)
    expect(listByRole(done.document, 'button', `donateur ${contact_id}`)).toEqual([])

    const decisions = await visite.ouvrir('/donations/legitimes')
    const { lignes } = lireTableau(decisions.document, 'Donateurs jugés légitimes')
    expect(lignes).toHaveLength(1)
    expect(lignes[0]?.[0]).toBe(contact_id)
    expect(lignes[0]?.slice(2, 5)).toEqual([
      'Légitime',
      `Connu de l’équipe ${HOSTILE[0]}`,
      'Utilisateur',
    ])
    expect(
      findAll(decisions.document, 'script').filter((one) => /^alert/.test(textOf(one))),
    ).toEqual([])

    const card = await visite.ouvrir(`/donateurs/fiche?contact=${contact_id}`)
    expect(lireTableau(card.document, 'Décisions sur ce contact').lignes).toHaveLength(1)
    expect(findAll(card.document, '.reasons li').map(textOf)).toEqual(raisons)

    const still = await visite.ouvrir(`${FILE}?etat=legitimes`)
    expect(wordsOf(find(still.document, 'main'))).toContain('Jugé légitime le')
    expect(findAll(still.document, '[type="checkbox"][name]')).toEqual([])
    const again = await ouvrirLegitime(contact_id)
    expect(wordsOf(find(again.document, 'main'))).toContain(
      'n’est pas à vérifier, ou ne l’est plus',
    )
  })

  test('le même formulaire renvoyé ne décide qu’une fois ; une réponse perdue le dit', async () => {
    const { contact_id } = donateurDe('Qwerty')
    const page = await ouvrirLegitime(contact_id)
    web.strike(/donateurs\/legitime/, 'réponse perdue')
    expect(issueDe(await jugerLegitime(page, 'Vrai nom'))).toContain('L’issue n’est pas connue')
    web.strike(AUCUN)
    expect(issueDe(await jugerLegitime(page, 'Vrai nom'))).toMatch(/^✅ /)
    expect(
      await requete(
        application.databaseUrl,
        "select string_agg(raison, ', ') as raisons from decisions_legitimes where contact_id = $1",
        [contact_id],
      ),
    ).toEqual({ raisons: 'Vrai nom' })
  })

  test('un donateur inconnu est dit inconnu', async () => {
    const { status, document } = await ouvrirLegitime('Personne')
    expect(status).toBe(404)
    expect(wordsOf(find(document, 'main'))).toContain('Le donateur Personne n’existe pas.')
  })
})

describe('Le poids d’une règle', () => {
  const peser = (ecran: Ecran, champs: Record<string, string>) =>
    visite.presser(ecran, getByRole(ecran.document, 'button', 'Donner ce poids'), champs)
  const effets = ({ document }: Ecran) =>
    lireTableau(document, 'Ce qu’un autre poids changerait').lignes
  const pointsDe = ({ donateurs }: AVerifier) =>
    donateurs.find(({ lastname }) => lastname === 'TEST')?.points ?? 0

  test('se lit avec ce qu’un autre changerait, se donne sous un nom, et la file suit', async () => {
    const before = await attendreAVerifier(application.serviceUrl)
    const asked = await visite.suivre(await visite.ouvrir(FILE), 'Poids de la règle T1')
    const [whole, half, quarter] = effets(asked)
    expect([whole?.[0], half?.[0], quarter?.[0]]).toEqual([
      '100\u00A0% (aujourd’hui)',
      '50\u00A0%',
      '25\u00A0%',
    ])
    expect(whole?.[1]).toBe(String(before.total))
    expect(await validate(asked.html)).toEqual([])

    const unsaid = await peser(asked, { poids: '25', raison: ' ', nom: 'Zoé' })
    expect(unsaid.status).toBe(422)
    expect(wordsOf(find(unsaid.document, '.field-fault'))).toContain('Dites pourquoi')
    const raison = `Trop de gens honnêtes ${HOSTILE[0]}`
    const unnamed = await peser(unsaid, { poids: '25', raison, nom: ' ' })
    expect(unnamed.status).toBe(422)
    web.strike(/regles\/poids/, 'réponse perdue')
    const lost = await peser(unnamed, { poids: '25', raison, nom: 'Zoé' })
    expect(issueDe(lost)).toContain('L’issue n’est pas connue')
    web.strike(AUCUN)
    const done = await peser(unnamed, { poids: '25', raison, nom: 'Zoé' })
    expect(done.adresse).toBe(FILE)
    expect(issueDe(done)).toMatch(/^✅ /)

    const after = await attendreAVerifier(application.serviceUrl)
    expect(String(after.total)).toBe(quarter?.[1])
    expect(pointsDe(after)).toBeLessThan(pointsDe(before))
    const weighed = await visite.ouvrir('/donations/poids?regle=T1')
    expect(effets(weighed)[2]).toEqual(['25\u00A0% (aujourd’hui)', ...(quarter?.slice(1) ?? [])])
    const { lignes } = lireTableau(weighed.document, 'Qui a décidé de ce poids')
    expect(lignes.map((ligne) => ligne.slice(1, 4))).toEqual([
      ['25\u00A0%', raison, 'Utilisateur (Zoé, nom saisi)'],
    ])

    await peser(weighed, { poids: '100', raison: 'Comme avant', nom: 'Zoé' })
    expect(pointsDe(await attendreAVerifier(application.serviceUrl))).toBe(pointsDe(before))
  })

  test('une règle qui n’existe pas ramène à la file', async () => {
    expect((await visite.ouvrir('/donations/poids?regle=Z9')).adresse).toBe(FILE)
  })
})

describe('Exclure depuis la file', () => {
  test('propose les raisons, que l’on peut récrire, et dit l’effet par année avant de confirmer', async () => {
    const { contact_id, raisons, montant, donations } = donateurDe('TEST')
    const list = await visite.ouvrir(FILE)
    const question = await demanderDecision(visite, list, 'Exclure', contact_id)
    expect(await validate(question.html)).toEqual([])
    const { question: asked, consequence } = OPERATIONS.exclure
    expect(wordsOf(find(question.document, 'main'))).toContain(asked.replace('\u202F', ' '))
    expect(wordsOf(find(question.document, 'main'))).toContain(consequence)
    const { lignes } = lireTableau(question.document, 'Ce que les chiffres perdent')
    expect(lignes.map((cells) => cells.slice(0, 3))).toEqual([
      ['2026', String(donations), formatMoney(montant)],
    ])
    const field = find(question.document, 'textarea[name="raison"]')
    expect(textOf(field)).toBe(raisons.join(' '))
    const button = getByRole(getByRole(question.document, 'main'), 'button', /^Exclure$/)
    const done = await visite.presser(question, button, {
      raison: 'Carte volée\r\nvu au téléphone',
    })
    expect(issueDe(done)).toMatch(/^✅ /)
    expect(done.adresse).toBe(FILE)
    expect(await journal(contact_id)).toEqual({
      evenements: '1',
      dernier: 'EXCLUSION Carte volée\nvu au téléphone',
    })
    const excluded = await visite.ouvrir(`${FILE}?etat=exclus&regle=T1`)
    const back = await confirmer(
      visite,
      await demanderDecision(visite, excluded, 'Réintégrer', contact_id),
    )
    expect(issueDe(back)).toMatch(/^✅ .*réintégré/)
  })

  test('une raison effacée redevient le texte fixe ; trop longue, elle est refusée et rien n’est inscrit', async () => {
    const { contact_id } = donateurDe('TEST')
    const before = await journal(contact_id)
    const form = { contact_id, operation: 'exclure', retour: FILE }
    const long = await visite.poster('/donations/exclusion', { ...form, raison: 'x'.repeat(1001) })
    expect(issueDe(long)).toBe('❌ La raison est trop longue (1000 caractères au plus).')
    expect(await journal(contact_id)).toEqual(before)
    const question = await visite.ouvrir(`/donations/exclusion?${new URLSearchParams(form)}`)
    expect(textOf(find(question.document, 'textarea[name="raison"]'))).toContain('mot de test')
    const button = getByRole(getByRole(question.document, 'main'), 'button', /^Exclure$/)
    expect(issueDe(await visite.presser(question, button, { raison: ' ' }))).toMatch(/^✅ /)
    expect((await journal(contact_id))['dernier']).toBe(`EXCLUSION ${RAISON_PAR_DEFAUT}`)
    const list = await visite.ouvrir(`${FILE}?etat=exclus`)
    await confirmer(visite, await demanderDecision(visite, list, 'Réintégrer', contact_id))
  })

  test('la file coche des donateurs pour une seule page, sans script', async () => {
    const list = await visite.ouvrir(FILE)
    const { document } = list
    const button = getByRole(document, 'button', 'Exclure les donateurs choisis')
    const form = find(document, 'form#ensemble')
    expect(attribute(form, 'action')).toBe('/donations/exclusions')
    expect(attribute(form, 'method')).toBe('get')
    const boxes = findAll(document, 'tbody [type="checkbox"]')
    expect(boxes.map((box) => attribute(box, 'value'))).toEqual(
      expect.arrayContaining([donateurDe('TEST').contact_id]) as string[],
    )
    for (const box of boxes) expect(attribute(box, 'form')).toBe('ensemble')
    const none = await visite.presser(list, button)
    expect(issueDe(none)).toContain('Cochez-en au moins un')
  })

  test('si l’un d’eux est exclu entre-temps, les autres restent choisis', async () => {
    const [mine, other] = [
      donateurDe('TEST').contact_id,
      donateurDe('Essai carte bancaire').contact_id,
    ]
    const page = await ensemble(mine, other)
    const list = await visite.ouvrir(FILE)
    await confirmer(visite, await demanderDecision(visite, list, 'Exclure', other))
    const again = await confirmerEnsemble(page)
    expect(issueDe(again)).toMatch(/^❌ /)
    expect(wordsOf(find(again.document, 'h1'))).toBe('Exclure 1 donateur')
    expect(attribute(find(again.document, '[name="contact[]"]'), 'value')).toBe(mine)
    const excluded = await visite.ouvrir(`${FILE}?etat=exclus`)
    await confirmer(visite, await demanderDecision(visite, excluded, 'Réintégrer', other))
  })

  test('plusieurs à la fois : l’effet total par année, puis une exclusion chacun, avec ses raisons', async () => {
    // What one gift in a thousand exceeds is another since the decisions above.
    found = await attendreAVerifier(application.serviceUrl)
    const chosen = [donateurDe('TEST'), donateurDe('Essai carte bancaire')]
    const contacts = chosen.map(({ contact_id }) => contact_id)
    const page = await ensemble(...contacts, 'Personne')
    expect(wordsOf(find(page.document, 'h1'))).toBe('Exclure 2 donateurs')
    expect(wordsOf(find(page.document, 'main'))).toContain(
      'Un donateur coché n’est plus à vérifier : il est laissé de côté.',
    )
    expect(await validate(page.html)).toEqual([])
    const { lignes, totaux } = lireTableau(page.document, 'Ce que les chiffres perdent, par année')
    const sum = formatMoney(99_999.99 + 25_000)
    expect(lignes).toEqual([['2026', '2', '2', sum]])
    expect(totaux).toEqual([['Toutes les années', '2', '2', sum]])
    expect(findAll(page.document, 'textarea').map(textOf)).toEqual(
      chosen.map(({ raisons }) => raisons.join(' ')),
    )
    const done = await confirmerEnsemble(page)
    expect(done.adresse).toBe(FILE)
    expect(issueDe(done)).toMatch(/^✅ 2\sdonateurs sont exclus/)
    for (const { contact_id, raisons } of chosen)
      expect((await journal(contact_id))['dernier']).toBe(`EXCLUSION ${raisons.join(' ')}`)
    expect(issueDe(await confirmerEnsemble(page)), 'renvoyé').toMatch(
      /^✅ 2\sdonateurs sont exclus/,
    )
    const nobody = await ensemble(...contacts)
    expect(nobody.adresse).toBe(FILE)
    expect(issueDe(nobody)).toContain('Aucun donateur coché n’est à vérifier.')
    const { totaux: regles } = lireTableau(nobody.document, 'Les règles, et ce qu’elles ont trouvé')
    expect(regles).toEqual([
      ['Toutes les règles', '–', '4', formatMoney(found.bilan.montant), '0', '2', '2', '0', ''],
    ])
    expect(wordsOf(find(nobody.document, 'main'))).toContain('décidés : 2 exclus, 2 légitimes.')
  })
})
