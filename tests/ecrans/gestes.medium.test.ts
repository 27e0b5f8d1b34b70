import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { fichier } from '../support/deposer'
import { propre } from '../support/ecrans'
import { attribute, find, findAll, getByRole, listByRole, nameOf, wordsOf } from '../support/html'
import { attendre, bouton, chiffres, compter, mots } from '../support/lecture-web'
import { validate } from '../support/validation'
import type { Ecran } from '../support/visite'

const visite = propre('vide')

/** Presses and follows as a person does, and counts it; a choice in a list is one gesture more. */
function compteur() {
  let gestes = 0
  return {
    combien: () => gestes,
    deposer: async (nom: string, contenu: string | Uint8Array<ArrayBuffer>) => {
      const page = await visite.ouvrir('/upload?type=fichier')
      gestes++
      return visite.presser(page, bouton(page, 'Lire le fichier'), {
        fichier: fichier(nom, contenu),
      })
    },
    presser: (page: Ecran, nom: string | RegExp, choix: Record<string, string> = {}) => {
      gestes += 1 + Object.keys(choix).length
      const button =
        nom === 'Relire avec ces choix'
          ? getByRole(find(page.document, '.fates-form'), 'button', nom)
          : bouton(page, nom)
      return visite.presser(page, button, choix)
    },
    suivre: (page: Ecran, nom: string | RegExp) => {
      gestes++
      return visite.suivre(page, nom)
    },
  }
}

const LISTE = [
  'N° reçu;Date du don;Nom;Prénom;Email;Code postal;Montant;Mode de paiement',
  '1;14/01/2025;Durand;Camille;camille@example.org;44000;50,00;Chèque',
  '2;15/01/2025;Petit;Jean;jean@example.org;35000;20,00;CB',
  '3;15/02/2025;Durand;Camille;camille@example.org;44000;30,00;Chèque',
].join('\n')

test('un fichier sans doute va droit à son compte : deux gestes jusqu’à « Importer »', async () => {
  const { deposer, presser, combien } = compteur()
  const page = await compter(visite, await deposer('recus.csv', LISTE))
  expect(chiffres(page)).toMatchObject({
    Dons: '3',
    Montant: '100,00 €',
    'Nouveaux donateurs': '2',
  })
  const choices = find(page.document, '.reading section > details')
  expect(attribute(choices, 'open'), 'les choix sont repliés').toBeUndefined()
  expect(await validate(page.html)).toEqual([])
  await attendre(visite, await presser(page, /^Importer$/), 'Import terminé')
  expect(combien()).toBe(2)
})

test('ce qui n’est que supposé reste à vérifier d’abord', async () => {
  const { deposer } = compteur()
  const page = await deposer('doute.csv', LISTE.replace('Date du don', 'Quand'))
  expect(mots(page)).toContain('supposé')
  expect(listByRole(page.document, 'button', /^Importer$/)).toEqual([])
})

test('la deuxième feuille d’un classeur se lit d’un geste, comme la première', async () => {
  const { deposer, presser, suivre, combien } = compteur()
  const classeur = new Uint8Array(readFileSync('tests/support/mains/main-feuilles.xlsx'))
  const page = await compter(visite, await deposer('dons.xlsx', classeur))
  expect(chiffres(page)).toMatchObject({ Dons: '4', Montant: '215,00 €' })
  const done = await attendre(visite, await presser(page, /^Importer$/), 'Import terminé')
  expect(combien()).toBe(2)
  expect(mots(done)).not.toContain('Récap')
  const next = await compter(visite, await suivre(done, '2024 : même lecture'))
  expect(mots(next)).toContain('Ces choix sont ceux du dernier import')
  expect(chiffres(next)).toMatchObject({ Dons: '4', Montant: '340,00 €' })
  const both = await attendre(visite, await presser(next, /^Importer$/), 'Import terminé')
  expect(combien()).toBe(4)
  expect(mots(both)).not.toContain('même lecture')
  expect(mots(await visite.ouvrir(done.adresse)), 'rien n’attend plus').not.toContain(
    'même lecture',
  )
})

/** Invented: 147 rows of orders with gifts, memberships, codes, and a question of the form's own. */
const BOUTIQUE = [
  'Référence commande;Date de la commande;Statut de la commande;Nom payeur;Prénom payeur;Email payeur;Raison sociale;Moyen de paiement;Tarif;Montant tarif;Code Promo;Montant code promo;Votre téléphone ?',
  ...Array.from({ length: 147 }, (_, at) => {
    const [order, part] = [8000 + Math.floor(at / 3), at % 3]
    const [tarif, montant, promo] = [
      ['Adhésion', '30,00', ''],
      ['Don', '20,00', ''],
      ['Adhésion enfant', '10,00', 'FRATRIE;5,00'],
    ][part] ?? ['', '', '']
    return `${order};1${order % 10}/09/2024 10:00;Validé;Nom${order};Prénom;h${order}@example.org;;Carte bancaire;${tarif};${montant};${promo || ';'};06 11 22 33 ${10 + (order % 80)}`
  }),
].join('\r\n')

test('un export de HelloAsso de 147 lignes s’importe en six gestes au plus', async () => {
  const { deposer, presser, combien } = compteur()
  const page = await compter(visite, await deposer('adhesions.csv', BOUTIQUE))
  const proposed = findAll(page.document, '.fate select').map((select) => [
    nameOf(select),
    findAll(select, 'option')
      .filter((option) => attribute(option, 'selected') !== undefined)
      .map(wordsOf)[0],
  ])
  expect(proposed).toEqual(
    expect.arrayContaining([
      ['Adhésion', 'Ne compte pas'],
      ['Adhésion enfant', 'Ne compte pas'],
    ]),
  )
  const don = findAll(page.document, '.fate select').find((one) => nameOf(one) === 'Don')
  const counted = await compter(
    visite,
    await presser(page, 'Relire avec ces choix', {
      [(don && attribute(don, 'name')) ?? '']: 'compte',
    }),
  )
  expect(chiffres(counted)).toMatchObject({ Dons: '49', Montant: '980,00 €' })
  await attendre(visite, await presser(counted, /^Importer$/), 'Import terminé')
  expect(combien()).toBeLessThanOrEqual(6)
})
