import { expect, test } from 'vitest'
import type { Fiche } from '#contract/fiches'
import { formatCount, formatDay, formatMoney } from '../../service/figures/format'
import { partagee, propre } from '../support/ecrans'
import {
  attribute,
  find,
  findAll,
  getByRole,
  listByRole,
  listByText,
  textOf,
  wordsOf,
} from '../support/html'
import { attendre, bouton, compter, lire, mots } from '../support/lecture-web'
import { requete } from '../support/requete'
import { attendreCalme, importerFichier, poster } from '../support/semer'
import { lienDuMenu, lireGraphique, lireMarques, lireTableau } from '../support/tableau'
import { validate } from '../support/validation'

const application = partagee()

/** Who gave more than a page holds. */
const { contact_id: contact } = await requete(
  application.databaseUrl,
  `select contact_id
   from donations
   group by contact_id
   having count(*) between 25 and 60 and count(*) filter (where order_amount = 0) = 0
   order by contact_id
   limit 1`,
)
const adresse = `/donateurs/fiche?contact=${String(contact)}`
const fiche = (await (
  await fetch(`${application.serviceUrl}/api/donateurs/fiche/${String(contact)}`)
).json()) as Fiche
const ecran = await application.ouvrir(adresse)
const { document, html, status } = ecran

test('la fiche montre l’identité, le statut et sa raison, et la carrière', async () => {
  expect(status).toBe(200)
  expect(await validate(html)).toEqual([])
  const { identite, raison, carriere, annees } = fiche
  expect(wordsOf(find(document, 'h1'))).toBe(`${identite.firstname} ${identite.lastname}`)
  expect(wordsOf(find(document, '.facts'))).toContain(`${identite.zip} ${identite.city}`)
  expect(wordsOf(find(document, '.status-now')).toLowerCase()).toContain(
    (raison ?? '').replace(/\s/g, ' '),
  )
  const strip = findAll(document, '.status-strip li').map(wordsOf)
  expect(strip).toHaveLength(annees.length)
  expect(strip[0]).toBe(`${annees[0]?.annee} Actif`)
  const cards = findAll(document, '.kpi dd').map(textOf)
  expect(cards).toContain(formatMoney(carriere.cumul))
  expect(cards).toContain(formatCount(carriere.nombre_dons))
  expect(cards).toContain(formatDay(carriere.dernier_don))
})

test('le graphique, le tableau des années et les dons disent la même chose', async () => {
  const { annees, donations, pagination } = fiche
  expect(lireTableau(document, 'Année par année').lignes.map((cells) => cells.slice(0, 3))).toEqual(
    annees.map(({ annee, nombre_dons, montant }) => [
      String(annee),
      formatCount(nombre_dons),
      formatMoney(montant),
    ]),
  )
  expect(lireMarques(lireGraphique(document, 'Montant donné par année'))).toEqual(
    annees.map(({ annee, montant }) => `${annee} : ${formatMoney(montant)}`),
  )
  expect(lireTableau(document, 'Tous les dons').lignes.map(([id]) => id)).toEqual(
    donations.map(({ id }) => id),
  )
  const second = await application.suivre(ecran, 'Suivant')
  expect(second.adresse).toBe(`${adresse}&page=2`)
  const file = lienDuMenu(document, /^Télécharger « Tous les dons »/)
  const answer = await application.demander(attribute(file, 'href') ?? '')
  const lines = (await answer.text()).trimEnd().split('\r\n').slice(1)
  expect(lines).toHaveLength(pagination.total_items)
})

test('chaque nom des donations et chaque contact de l’historique mènent à une fiche', async () => {
  const donations = await application.ouvrir('/donations?annee=2020')
  const links = findAll(donations.document, 'tbody a[href^="/donateurs/fiche"]')
  expect(links).toHaveLength(findAll(donations.document, 'tbody tr').length)
  const [first] = links
  const followed = await application.ouvrir((first && attribute(first, 'href')) ?? '')
  expect(wordsOf(find(followed.document, 'h1'))).toBe(first && wordsOf(first))
})

test('un contact inconnu est introuvable ; sans contact, on cherche', async () => {
  const inconnu = await application.ouvrir('/donateurs/fiche?contact=inconnu')
  expect(inconnu.status).toBe(404)
  expect(wordsOf(getByRole(inconnu.document, 'alert'))).toContain(
    'Le contact inconnu n’existe pas.',
  )
  getByRole(inconnu.document, 'link', 'Rechercher un donateur')
  expect(await validate(inconnu.html)).toEqual([])
  expect((await application.ouvrir('/donateurs/fiche')).adresse).toBe('/donateurs/recherche')
  expect((await application.ouvrir('/donateurs/fiche?contact=%00')).status).toBeLessThan(500)
})

const vide = propre('vide')

test('on exclut et réintègre depuis la fiche, et on y revient', async () => {
  await importerFichier(
    vide.serviceUrl,
    'donations',
    [
      'id,order_amount,order_date,contact_id',
      '1,50,2024-05-01,Faux & Cie',
      '2,0,2024-05-02,Faux & Cie',
      'G1,50,2023-05-01,Jean',
      'G2,20,2024-05-02,Jeannot',
      '',
    ].join('\n'),
  )
  const depart = await vide.ouvrir(`/donateurs/fiche?contact=${encodeURIComponent('Faux & Cie')}`)
  expect(wordsOf(find(depart.document, 'h1'))).toBe('Donateur sans nom')
  expect(listByText(depart.document, /n’est connu que par ses dons/)).toHaveLength(1)
  const confirmation = await vide.presser(
    depart,
    getByRole(depart.document, 'button', 'Exclure le donateur Faux & Cie'),
  )
  const exclu = await vide.presser(
    confirmation,
    getByRole(confirmation.document, 'button', 'Exclure'),
  )
  expect(exclu.adresse).toBe(depart.adresse)
  expect(listByText(exclu.document, /✅ Le donateur Faux & Cie est exclu/)).toHaveLength(1)
  expect(wordsOf(find(exclu.document, '.alert-warning'))).toContain(
    'Ses dons ne comptent dans aucun',
  )
  expect(lireTableau(exclu.document, 'Exclusions et réintégrations').lignes).toHaveLength(1)
  expect(await validate(exclu.html)).toEqual([])
  const history = await vide.ouvrir('/donations/historique')
  const link = find(history.document, 'tbody a[href^="/donateurs/fiche"]')
  expect((await vide.ouvrir(attribute(link, 'href') ?? '')).status).toBe(200)
  await poster(vide.serviceUrl, '/api/exclusions/reintegrer', { contact_id: 'Faux & Cie' })
  const revenu = await vide.ouvrir(depart.adresse)
  expect(findAll(revenu.document, '.alert-warning')).toEqual([])
  getByRole(revenu.document, 'button', 'Exclure le donateur Faux & Cie')
})

test('on réunit deux contacts depuis la fiche, et on les sépare, sans script', async () => {
  await attendreCalme(vide.serviceUrl)
  const confirmation = await vide.ouvrir('/donateurs/fusion?principal=Jean&contact=Jeannot')
  expect(await validate(confirmation.html)).toEqual([])
  expect(wordsOf(find(confirmation.document, '.alert-warning'))).toContain(
    '2 donateurs avant, 1 donateur après',
  )
  expect(wordsOf(find(confirmation.document, '.alert-warning'))).toContain(
    'ne changent dans aucune année',
  )
  expect(lireTableau(confirmation.document, 'Ce qui change, par année').lignes).toEqual([
    ['2024', '2', '2', '2', '1', '0,0\u00A0%', '100,0\u00A0%'],
  ])
  const reunis = await vide.presser(
    confirmation,
    getByRole(confirmation.document, 'button', 'La même personne'),
    { raison: 'Le même e-mail' },
  )
  expect(reunis.adresse).toBe('/donateurs/fiche?contact=Jean')
  expect(wordsOf(find(reunis.document, '#personne'))).toContain('« Le même e-mail »')
  expect(lireTableau(reunis.document, 'Tous les dons').lignes.map((cells) => cells[2])).toEqual([
    'Jeannot',
    'Jean',
  ])
  expect(await validate(reunis.html)).toEqual([])
  const exclusion = await vide.presser(
    reunis,
    getByRole(reunis.document, 'button', 'Exclure le donateur Jean'),
  )
  expect(wordsOf(find(exclusion.document, '.alert-warning'))).toContain(
    'Avec lui, la même personne : contact Jeannot.',
  )
  const separation = await vide.suivre(reunis, 'Séparer le contact Jeannot')
  expect(await validate(separation.html)).toEqual([])
  const [cartes] = findAll(separation.document, '.cartes')
  expect(cartes && findAll(cartes, 'thead th').map(wordsOf)).toEqual(['Jeannot se sépare', 'Jean'])
  const separes = await vide.presser(
    separation,
    getByRole(separation.document, 'button', 'Séparer'),
    { raison: 'Père et fils' },
  )
  expect(wordsOf(find(separes.document, '#personne'))).toContain('n’est avec aucun autre')
  const history = await vide.ouvrir('/donations/historique')
  expect(findAll(history.document, 'tbody .badge').map(wordsOf).slice(0, 2)).toEqual([
    'Séparation',
    'Fusion',
  ])
})

/** One name and town; who gives by cheque and who gives by card are two. */
const RECUS = [
  'N° de reçu;Date;Montant;Prénom;Nom;E-mail;Code postal',
  '1;01/02/2023;10,00;Rose;Martin;;75011',
  '2;01/03/2023;20,00;Rose;Martin;rose@example.org;75011',
  '3;05/05/2024;30,00;Rose;Martin;rose@example.org;75011',
  '4;06/05/2024;7,00;Paul;Durand;paul@example.org;75012',
].join('\n')

test('sur la fiche, ce qu’un fichier a réuni se sépare clé par clé, montré avant et dit après', async () => {
  const page = await compter(vide, await lire(vide, 'recus.csv', RECUS))
  const begun = await vide.presser(page, bouton(page, /^Importer$/))
  await attendre(vide, begun, 'Import terminé')

  const trouves = await vide.ouvrir('/donateurs/recherche?q=rose%40example.org')
  const adresse =
    findAll(trouves.document, 'a[href^="/donateurs/fiche"]').map(
      (link) => attribute(link, 'href') ?? '',
    )[0] ?? ''
  const fiche = await vide.ouvrir(adresse)
  const contact = new URL(fiche.adresse, vide.url).searchParams.get('contact') ?? ''
  expect(mots(fiche)).toContain(
    `Des fichiers sont arrivés au contact ${contact} par plusieurs clés`,
  )

  const cles = await vide.suivre(fiche, 'séparer ces clés')
  expect(await validate(cles.html)).toEqual([])
  expect(mots(cles)).toMatch(
    /Une adresse e-mail et un nom : Rose Martin, rose@example\.org, 75011 ?2 dons, 50,00 €, le dernier le 05\/05\/2024/,
  )
  expect(mots(cles)).toMatch(/Un nom et un code postal : Rose Martin, 75011 ?1 don, 10,00 €/)
  // Nothing ticked, all ticked: a sentence, and the page again.
  const rien = await vide.ouvrir(`${cles.adresse}&voir=1`)
  expect(mots(rien)).toContain('Choisissez au moins une clé.')
  const boxes = findAll(cles.document, 'input[name="cle[]"]').map(
    (box) => attribute(box, 'value') ?? '',
  )
  const toutes = await vide.ouvrir(
    `${cles.adresse}&voir=1&${boxes.map((cle) => `cle[]=${cle}`).join('&')}`,
  )
  expect(mots(toutes)).toContain('laissez-en au moins une à ce contact')

  const [premiere = ''] = boxes
  const vue = await vide.ouvrir(`${cles.adresse}&voir=1&cle[]=${premiere}`)
  expect(await validate(vue.html)).toEqual([])
  expect(
    lireTableau(vue.document, 'Les dons de chacun, par année').lignes.map((ligne) =>
      ligne.join(' ').replaceAll(/\s/g, ' '),
    ),
  ).toEqual(['2024 0 0,00 € 1 30,00 €', '2023 1 10,00 € 1 20,00 €'])
  const sansNom = await vide.presser(vue, bouton(vue, 'Séparer'), { nom: 'Anne', raison: '' })
  expect(mots(sansNom)).toContain('Dites pourquoi.')
  const faite = await vide.presser(vue, bouton(vue, 'Séparer'), {
    nom: 'Anne',
    raison: 'La mère et la fille',
  })
  const [, nouveau = ''] = /ont leur propre numéro : (\S+)\./.exec(mots(faite)) ?? []
  expect(nouveau).not.toBe('')
  expect(mots(faite)).not.toContain('rose@example.org')
  const nouvelle = await vide.ouvrir(`/donateurs/fiche?contact=${nouveau}`)
  expect(mots(nouvelle)).toContain('rose@example.org')
  expect(mots(await vide.ouvrir('/donations/historique'))).toContain('La mère et la fille')
  const journal = await vide.ouvrir('/upload')
  const lien = listByRole(journal.document, 'link', `Séparation de ${contact} et ${nouveau}`)
  expect(lien.map((one) => attribute(one, 'href'))).toEqual([`/donateurs/fiche?contact=${contact}`])
  // With one key there is nothing to part any more, and the page says so.
  const apres = await vide.ouvrir(cles.adresse)
  expect(mots(apres)).toContain('Une seule clé mène à ce contact')
  expect(find(apres.document, 'h1')).toBeDefined()
})
