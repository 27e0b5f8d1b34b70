import { expect, test } from 'vitest'
import type { Liste } from '#contract/listes'
import { propre } from '../support/ecrans'
import { attribute, find, findAll, getByRole, parseHtml, textOf, wordsOf } from '../support/html'
import { lireTableau } from '../support/tableau'
import { validate } from '../support/validation'
import { lienDe } from '../support/visite'

const application = propre('demo')

test('une liste se garde sous son propre titre, et son adresse ne se montre ni ne se demande', async () => {
  const liste = await application.ouvrir('/donateurs/liste?ensemble=actifs&annee=2020')
  const garder = await application.suivre(liste, 'Garder cette liste')
  const nom = find(garder.document, 'input[name=nom_liste]')
  expect(attribute(nom, 'value')).toBe('Donateurs actifs de 2020')
  expect(attribute(find(garder.document, 'input[name=adresse]'), 'type')).toBe('hidden')
  expect(wordsOf(find(garder.document, 'main'))).not.toContain('ensemble=')

  const bouton = getByRole(garder.document, 'button', 'Garder cette liste')
  const refusee = await application.presser(garder, bouton, { nom_liste: '', nom: 'Anne' })
  expect(wordsOf(find(refusee.document, 'main'))).toContain('Donnez un nom à cette liste.')
  const gardee = await application.presser(
    refusee,
    getByRole(refusee.document, 'button', 'Garder cette liste'),
    { nom_liste: 'À remercier de 2020', nom: 'Anne' },
  )
  const gardees = lireTableau(gardee.document, 'Listes gardées').lignes
  expect(gardees.map((ligne) => ligne.slice(0, 2))).toContainEqual([
    'À remercier de 2020',
    'Donateurs actifs de 2020',
  ])
})

test('sans liste ouverte, rien n’est à garder', async () => {
  const { document } = await application.ouvrir('/donateurs/listes-gardees')
  expect(findAll(document, 'input[name=nom_liste]')).toEqual([])
  expect(wordsOf(find(document, 'main'))).toContain('puis choisissez « Garder cette liste »')
})

test('un croisement se garde sous ses deux questions et son année', async () => {
  const croisement = await application.ouvrir(
    '/donateurs/croisements?annee=2020&lignes=profil&colonnes=tranche',
  )
  const garder = await application.suivre(croisement, 'Garder ce croisement')
  expect(attribute(find(garder.document, 'input[name=nom_liste]'), 'value')).toMatch(
    / et .+, 2020$/,
  )
})

test('qui est à remercier se travaille dans la liste, plusieurs à la fois, et sur la fiche', async () => {
  const tous = await application.ouvrir('/donateurs/liste')
  const titres = (document: Parameters<typeof findAll>[0]) =>
    findAll(document, 'thead th').map((cell) => wordsOf(cell))
  expect(titres(tous.document)).not.toContain('Téléphone')
  const aRemercier = await application.ouvrir(
    '/donateurs/liste?ensemble=tous&remercie=non&dernier_min=100&avec_telephone=1&tri=dernier_don',
  )
  expect(await validate(aRemercier.html)).toEqual([])
  expect(titres(aRemercier.document)).toContain('Téléphone')
  const cases = findAll(aRemercier.document, 'input[name="contact[]"]')
  const [un = '', deux = ''] = cases.map((box) => attribute(box, 'value') ?? '')

  const jour = attribute(find(aRemercier.document, 'input[name=jour]'), 'value') ?? ''
  const cocher = (contacts: string[], nom: string) =>
    application.demander(aRemercier.adresse, {
      method: 'POST',
      body: new URLSearchParams([
        ...contacts.map((contact) => ['contact[]', contact]),
        ...Object.entries({ nom, jour, retour: aRemercier.adresse }),
        ['formulaire', 'Noter comme remerciés'],
      ]),
    })
  const personne = parseHtml(await (await cocher([], 'Anne')).text())
  expect(wordsOf(find(personne, 'main'))).toContain('Cochez au moins un donateur.')
  const sansNom = parseHtml(await (await cocher([un, deux], '')).text())
  expect(wordsOf(find(sansNom, 'main'))).toContain('Dites qui vous êtes')
  const coches = findAll(sansNom, 'input[name="contact[]"]').filter(
    (box) => attribute(box, 'checked') !== undefined,
  )
  expect(coches.map((box) => attribute(box, 'value'))).toEqual([un, deux])

  expect((await cocher([un, deux], 'Anne')).status).toBe(303)
  const faits = await application.ouvrir(aRemercier.adresse)
  expect(wordsOf(find(faits.document, 'main'))).toContain('2 donateurs sont notés comme remerciés.')
  const restent = findAll(faits.document, 'input[name="contact[]"]')
  expect(restent.map((box) => attribute(box, 'value'))).not.toContain(un)

  const fiche = await application.ouvrir(`/donateurs/fiche?contact=${un}`)
  expect(wordsOf(find(fiche.document, 'main'))).toContain('par Anne, nom saisi.')
  const reprise = await application.suivre(fiche, /^Reprendre le remerciement/)
  expect(await validate(reprise.html)).toEqual([])
  const repris = await application.presser(
    reprise,
    getByRole(reprise.document, 'button', 'Reprendre ce remerciement'),
    { nom: 'Luc' },
  )
  expect(repris.adresse).toContain(`/donateurs/fiche?contact=${un}`)
  expect(wordsOf(find(repris.document, 'main'))).toContain('Pas encore remercié du don du')
  const encore = await application.presser(
    repris,
    getByRole(repris.document, 'button', 'Remercié'),
    { nom: 'Anne' },
  )
  expect(wordsOf(find(encore.document, 'main'))).not.toContain('Pas encore remercié du don du')

  const registre = await application.ouvrir('/donateurs/remerciements?etat=actes')
  expect(await validate(registre.html)).toEqual([])
  expect(lireTableau(registre.document, 'Tous les actes').lignes.map((ligne) => ligne[1])).toEqual([
    un,
    un,
    deux,
    un,
  ])
})

test('les coordonnées se montrent quand on le demande, et le disent dans l’adresse', async () => {
  const liste = await application.ouvrir('/donateurs/liste?ensemble=actifs&annee=2020')
  const avec = await application.suivre(liste, 'Voir les coordonnées')
  expect(avec.adresse).toContain('coordonnees=1')
  expect(wordsOf(find(avec.document, 'thead'))).toContain('E-mailTéléphone')
  expect(wordsOf(find(avec.document, 'main'))).toContain('@')
  const sans = await application.suivre(avec, 'Masquer les coordonnées')
  expect(sans.adresse).toBe(liste.adresse)
  expect(wordsOf(find(sans.document, 'main'))).not.toContain('@')
})

test('la fiche exporte ce que l’on sait d’une personne, et demande son effacement', async () => {
  const query = 'ensemble=tous&avec_email=1&limit=1'
  const liste = await fetch(`${application.serviceUrl}/api/donateurs/liste?${query}`)
  const [donateur] = ((await liste.json()) as Liste).donateurs
  const contact = donateur?.contact_id ?? ''
  const fiche = await application.ouvrir(`/donateurs/fiche?contact=${contact}`)

  const lisible = await application.suivre(fiche, 'Ce que nous savons d’elle')
  expect(await validate(lisible.html)).toEqual([])
  expect(lireTableau(lisible.document, 'Fiche').lignes).toContainEqual(['Nom', donateur?.lastname])
  expect(lireTableau(lisible.document, 'Dons').lignes.length).toBeGreaterThan(0)
  const json = await application.demander(
    lienDe(fiche.document, 'Exporter ce que nous savons d’elle (JSON)'),
  )
  expect(json.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(await json.json()).toMatchObject({ contact_id: contact })
  const journal = lireTableau((await application.ouvrir('/upload')).document, 'Journal des exports')
  expect(journal.lignes.slice(0, 2).map((ligne) => ligne.slice(1, 5))).toEqual([
    ['Données d’une personne', 'd’un contact', 'Complet', '1'],
    ['Données d’une personne', 'd’un contact', 'Complet', '1'],
  ])

  const demande = await application.suivre(fiche, 'Demander l’effacement')
  expect(await validate(demande.html)).toEqual([])
  const bouton = getByRole(demande.document, 'button', 'Demander l’effacement')
  const sansNom = await application.presser(demande, bouton, { nom: '', raison: 'Sa lettre' })
  expect(wordsOf(find(sansNom.document, 'main'))).toContain('Dites qui vous êtes')
  const faite = await application.presser(demande, bouton, { nom: 'Anne', raison: 'Sa lettre' })
  const dit = wordsOf(find(faite.document, 'main'))
  expect(dit).toContain(
    'L’effacement est demandé : cette personne n’est plus dans aucune sélection.',
  )
  expect(dit).toContain('il sera exécuté par la commande « npm run rgpd -- --demandes ».')
  const page = await application.suivre(faite, 'Effacement demandé…')
  expect(await validate(page.html)).toEqual([])
  expect(lienDe(page.document, 'Retirer la demande')).toContain('/donateurs/oppositions/lever')
  expect(findAll(page.document, 'input[name=effacer]')).toEqual([])
})

test('une décision demande d’abord qui décide, propose la raison connue, et rien n’en est dans l’adresse', async () => {
  const liste = await application.ouvrir('/donations/a-verifier')
  const [bouton] = findAll(liste.document, 'form.exclusion button[value=page]')
  if (!bouton) throw new Error('No button')
  const valeurs = { nom: 'Zoé Ünal', raison: 'Personnage de fiction' }
  const page = await application.presser(liste, bouton, valeurs)
  expect(page.status).toBe(200)
  expect(await validate(page.html)).toEqual([])
  expect(page.adresse).toMatch(/^\/donations\/exclusion\?contact_id=/)
  expect(decodeURIComponent(page.adresse)).not.toMatch(/Zoé|fiction|raison=|nom=/)
  const visibles = findAll(page.document, '.decision input:not([type=hidden]), .decision textarea')
  expect(visibles.map((field) => attribute(field, 'name'))).toEqual(['nom', 'raison'])
  expect(attribute(find(page.document, 'input[name=nom]'), 'value')).toBe('Zoé Ünal')
  expect(textOf(find(page.document, '.decision textarea'))).toBe('Personnage de fiction')

  // Who comes by the address alone finds the reason that the tool knows.
  const seule = await application.ouvrir(page.adresse)
  expect(textOf(find(seule.document, '.decision textarea')).length).toBeGreaterThan(20)
  const faite = await application.presser(page, getByRole(page.document, 'button', 'Exclure'))
  expect(wordsOf(find(faite.document, 'main'))).toContain('✅')
  const historique = await application.ouvrir('/donations/historique')
  expect(wordsOf(find(historique.document, 'main'))).toContain('Personnage de fiction')
})

test('un jugement a pour raison ce que l’outil sait, et veut un nom', async () => {
  const liste = await application.ouvrir('/donations/a-verifier')
  const link = findAll(liste.document, 'a[href^="/donations/legitime"]').at(-1)
  if (!link) throw new Error('Nobody is to be looked at')
  for (const [path, known] of [
    [attribute(link, 'href') ?? '', /^\d+\sdons? en \d+\sannées?, le premier le [\d/]+, /],
    ['/donations/collectif?contact=C000063', /^\d+\sdons et [\d\s]+,\d\d\s€ en \d{4} sous ce seul/],
  ] as const) {
    const { document } = await application.ouvrir(path)
    expect(textOf(find(document, '.decision textarea'))).toMatch(known)
    expect(attribute(find(document, '.decision input[name=nom]'), 'required')).toBeDefined()
  }
})

test('une séparation propose pour raison la fusion qu’elle reprend', async () => {
  const [un, deux] = ['C000010', 'C000011']
  const fusion = await application.ouvrir(`/donateurs/fusion?principal=${un}&contact=${deux}`)
  await application.presser(fusion, getByRole(fusion.document, 'button', 'La même personne'), {
    nom: 'Anne',
    raison: 'Même adresse',
  })
  const separation = await application.ouvrir(`/donateurs/separation?contact=${deux}`)
  expect(wordsOf(find(separation.document, '.decision textarea'))).toMatch(
    /^Fusion du .+ à \d\d:\d\d reprise : « Même adresse »\.$/,
  )
})
