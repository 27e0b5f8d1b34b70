import { expect, test } from 'vitest'
import { propre } from '../support/ecrans'
import { attribute, find, findAll, listByRole } from '../support/html'
import { attendre, bouton, compter, lire, mots } from '../support/lecture-web'
import { lireTableau } from '../support/tableau'
import { validate } from '../support/validation'

const visite = propre('vide')

/** One name and town; who gives by cheque and who gives by card are two. */
const RECUS = [
  'N° de reçu;Date;Montant;Prénom;Nom;E-mail;Code postal',
  '1;01/02/2023;10,00;Rose;Martin;;75011',
  '2;01/03/2023;20,00;Rose;Martin;rose@example.org;75011',
  '3;05/05/2024;30,00;Rose;Martin;rose@example.org;75011',
  '4;06/05/2024;7,00;Paul;Durand;paul@example.org;75012',
].join('\n')

test('sur la fiche, ce qu’un fichier a réuni se sépare clé par clé, montré avant et dit après', async () => {
  const page = await compter(visite, await lire(visite, 'recus.csv', RECUS))
  const begun = await visite.presser(page, bouton(page, /^Importer$/))
  await attendre(visite, begun, 'Import terminé')

  const trouves = await visite.ouvrir('/donateurs/recherche?q=rose%40example.org')
  const adresse =
    findAll(trouves.document, 'a[href^="/donateurs/fiche"]').map(
      (link) => attribute(link, 'href') ?? '',
    )[0] ?? ''
  const fiche = await visite.ouvrir(adresse)
  const contact = new URL(fiche.adresse, visite.url).searchParams.get('contact') ?? ''
  expect(mots(fiche)).toContain(
    `Des fichiers sont arrivés au contact ${contact} par plusieurs clés`,
  )

  const cles = await visite.suivre(fiche, 'séparer ces clés')
  expect(await validate(cles.html)).toEqual([])
  expect(mots(cles)).toMatch(
    /Une adresse e-mail et un nom : Rose Martin, rose@example\.org, 75011 ?2 dons, 50,00 €, le dernier le 05\/05\/2024/,
  )
  expect(mots(cles)).toMatch(/Un nom et un code postal : Rose Martin, 75011 ?1 don, 10,00 €/)
  // Nothing ticked, all ticked: a sentence, and the page again.
  const rien = await visite.ouvrir(`${cles.adresse}&voir=1`)
  expect(mots(rien)).toContain('Choisissez au moins une clé.')
  const boxes = findAll(cles.document, 'input[name="cle[]"]').map(
    (box) => attribute(box, 'value') ?? '',
  )
  const toutes = await visite.ouvrir(
    `${cles.adresse}&voir=1&${boxes.map((cle) => `cle[]=${cle}`).join('&')}`,
  )
  expect(mots(toutes)).toContain('laissez-en au moins une à ce contact')

  const [premiere = ''] = boxes
  const vue = await visite.ouvrir(`${cles.adresse}&voir=1&cle[]=${premiere}`)
  expect(await validate(vue.html)).toEqual([])
  expect(
    lireTableau(vue.document, 'Les dons de chacun, par année').lignes.map((ligne) =>
      ligne.join(' ').replaceAll(/\s/g, ' '),
    ),
  ).toEqual(['2024 0 0,00 € 1 30,00 €', '2023 1 10,00 € 1 20,00 €'])
  const sansNom = await visite.presser(vue, bouton(vue, 'Séparer'), { nom: 'Anne', raison: '' })
  expect(mots(sansNom)).toContain('Dites pourquoi.')
  const faite = await visite.presser(vue, bouton(vue, 'Séparer'), {
    nom: 'Anne',
    raison: 'La mère et la fille',
  })
  const [, nouveau = ''] = /ont leur propre numéro : (\S+)\./.exec(mots(faite)) ?? []
  expect(nouveau).not.toBe('')
  expect(mots(faite)).not.toContain('rose@example.org')
  const nouvelle = await visite.ouvrir(`/donateurs/fiche?contact=${nouveau}`)
  expect(mots(nouvelle)).toContain('rose@example.org')
  expect(mots(await visite.ouvrir('/donations/historique'))).toContain('La mère et la fille')
  const journal = await visite.ouvrir('/upload')
  const lien = listByRole(journal.document, 'link', `Séparation de ${contact} et ${nouveau}`)
  expect(lien.map((one) => attribute(one, 'href'))).toEqual([`/donateurs/fiche?contact=${contact}`])
  // With one key there is nothing to part any more, and the page says so.
  const apres = await visite.ouvrir(cles.adresse)
  expect(mots(apres)).toContain('Une seule clé mène à ce contact')
  expect(find(apres.document, 'h1')).toBeDefined()
})
