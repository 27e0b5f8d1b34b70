import { expect, test } from 'vitest'
import { lireColonnes } from '../../../service/imports/fichiers/colonnes'
import { trouverEntete } from '../../../service/imports/fichiers/entete'
import { NOMS_CONNUS } from '../../../service/imports/fichiers/noms-connus'
import { proposer } from '../../../service/imports/fichiers/proposer'

/** What each column is taken for, « ? » where only its cells say so. */
function supposer(text: string): Record<string, string | null> {
  const file = Buffer.from(text)
  const columns = lireColonnes(trouverEntete(file, NOMS_CONNUS), file, true)
  return Object.fromEntries(
    columns.map(({ nom, propose, suppose }) => [nom, suppose ? `${propose}?` : propose]),
  )
}

test('le tableau d’un trésorier se reconnaît à ses titres, sous ceux de sa page', () => {
  expect(
    supposer(
      [
        'Association Les Amis du Lac;;;;;;',
        'Dons 2025, au 12/11/2025;;;;;;',
        ';;;;;;',
        'Date de versement;N° adhérent;Nom et prénom;Adresse mail;Montant (€);N° de don;Remarque',
        '3/02/25;12;DUPONT Jean;a@ex.fr;50,00 €;1;',
        '28/02/25;13;Mme LE GALL Anne;;20;2;à relancer',
      ].join('\n'),
    ),
  ).toEqual({
    'Date de versement': 'order_date',
    'N° adhérent': 'contact_id',
    'Nom et prénom': 'nom_complet',
    'Adresse mail': 'email',
    'Montant (€)': 'plus',
    'N° de don': 'id',
    Remarque: null,
  })
})

test('« Nom du donateur » est le nom entier, sauf à côté du prénom', () => {
  expect(supposer('Date;Montant;Nom du donateur\n1/2/25;10;DUPONT Jean')).toMatchObject({
    'Nom du donateur': 'nom_complet',
  })
  expect(
    supposer('Date;Montant;Nom du donateur;Prénom du donateur\n1/2/25;10;DUPONT;Jean'),
  ).toMatchObject({ 'Nom du donateur': 'lastname', 'Prénom du donateur': 'firstname' })
  expect(supposer('Amount;Full Name;First Name;Last Name\n10;Jean DUPONT;Jean;DUPONT')).toEqual({
    Amount: 'plus',
    'Full Name': 'nom_complet',
    'First Name': 'firstname',
    'Last Name': 'lastname',
  })
})

test.each([
  [['CB', 'Chèque', 'CB refusée'], 'sort?'],
  [['payé', 'Impayé'], 'sort?'],
  [['Paid', 'refunded'], 'sort?'],
  [['Oui', 'En attente', 'Échoué'], 'sort?'],
  [['CB', 'Chèque', 'Espèces'], null],
  // One answer of all that speaks of failure is asked about, too; one of another kind tells nothing apart, and texts are none.
  [['Remboursement'], 'sort?'],
  [['CB'], null],
  [Array.from({ length: 20 }, (_, at) => `à rembourser par ${at}`), null],
])(
  'une colonne dont les cellules (%o) distinguent les paiements qui comptent : %s',
  (cells, what) => {
    const rows = cells.map((cell, at) => `2025-01-0${(at % 9) + 1};10;${cell}`)
    expect(supposer(['Date;Montant;Règlement', ...rows].join('\n'))).toMatchObject({
      Règlement: what,
    })
  },
)

test.each([
  // What is sold among gifts, each twice; but of a remark of one row nobody is asked.
  [['Don', 'Billet', 'Don', 'Billet'], 'sort?'],
  [['Don', 'Billet', 'Don'], null],
])('une colonne de nom inconnu (%o) distingue ce qui s’achète : %s', (cells, what) => {
  const rows = cells.map((cell) => `2025-01-02;10;${cell}`)
  expect(supposer(['Date;Montant;Objet', ...rows].join('\n'))).toMatchObject({ Objet: what })
})

test.each([
  [['3/2/25', '28/02/25'], 'order_date?'],
  [['3.2.2025', '28.02.2025 10:12'], 'order_date?'],
  [['2025-02-03', '2025-02-28T10:12:00Z'], 'order_date?'],
  [['3/2-25', '28/02/25'], null],
  [['06.12.34.56.78', '07.01.02.03.04'], null],
  [['75001', '2A004'], null],
  [['75001', '20000'], 'zip?'],
])('des cellules %o font supposer %s', (cells, what) => {
  expect(supposer(['Montant;Autre', ...cells.map((cell) => `1;${cell}`)].join('\n'))).toMatchObject(
    { Autre: what },
  )
})

test.each([
  ['Montant reçu', ['50,00 €', '1 234,56 €', '20', '15,5 €', '-30,00 €'], 'plus?'],
  ['Don', ['50,00', '1234.56', '20.00'], 'plus?'],
  // A workbook writes whole euros without cents: then its name must say so.
  ['Montant reçu', ['50', '20', '100'], 'plus?'],
  ['DON', ['50', '20', '100'], 'plus?'],
  ['Dons (€)', ['50', '20', '100'], 'plus?'],
  ['Donation Amount', ['50', '20'], 'plus?'],
  // A number that no row has twice is the gift's.
  ['Don n', ['50', '20', '100'], 'id'],
  ['Don n', ['50', '20', '50'], null],
  ['Don n', ['50'], null],
  ['Place', ['75', '1 200', '3'], null],
  ['Frais', ['0,50', '1,20'], null],
  ['Montant de la commission', ['0,50', '1,20'], null],
  ['Solde', ['1 250,50', '1 300,50'], null],
  ['Heure', ['10.30', '11.45', 'midi'], null],
])('une colonne « %s » (%o) fait supposer %s', (name, cells, what) => {
  const rows = cells.map((cell) => `3/2/25;${cell}`)
  expect(supposer([`Date;${name}`, ...rows].join('\n'))).toEqual({
    Date: 'order_date',
    [name]: what,
  })
})

test.each([
  // A year of two digits is read where a day tells which number it is; American days are not read the other way round.
  [['3/2/25', '28/02/25'], 'jma'],
  [['03/02/2025', '12/31/2025'], 'mja'],
  [['3/2/25 10:00', '2/28/25 11:30'], 'mja'],
  // Nothing proves an order, both do, or none is needed.
  [['3/2/25', '1/12/25'], 'auto'],
  [['13/2/25', '2/13/25'], 'auto'],
  [['3/2/2025', '28/02/2025'], 'auto'],
  [['2025-02-28', '2025-12-31'], 'auto'],
])('des jours %o font proposer l’ordre %s', (cells, jours) => {
  const file = Buffer.from(
    ['N° de don;Date;Montant;Email', ...cells.map((cell, at) => `${at};${cell};1;a@b.fr`)].join(
      '\n',
    ),
  )
  const entete = trouverEntete(file, NOMS_CONNUS)
  const at = { ligne_entete: 1, feuille: '', nom: 'dons.csv' }
  expect(proposer(lireColonnes(entete, file, true), entete.noms, at)?.jours).toBe(jours)
})

test('de deux colonnes de jours que rien ne nomme, aucune n’est supposée celle du don, sauf si elles se répètent', () => {
  const avec = (seconde: string) =>
    `Somme;Premier;Dernier\n10;2021-01-05;${seconde}\n20;2022-02-06;2022-02-06`
  expect(supposer(avec('2024-01-05'))).toEqual({ Somme: 'plus', Premier: null, Dernier: null })
  expect(supposer(avec('2021-01-05'))).toMatchObject({ Premier: 'order_date?', Dernier: null })
})

test('ce qui fut rendu est supposé à retirer, où il s’écrit au-dessus de 0', () => {
  const avec = (rendu: string) => `Total Amount;Refund Amount\n€20.00;€0.00\n€100.00;${rendu}`
  expect(supposer(avec('€40.00'))).toEqual({ 'Total Amount': 'plus', 'Refund Amount': 'moins?' })
  expect(supposer(avec('-€40.00'))).toEqual({ 'Total Amount': 'plus', 'Refund Amount': null })
})
