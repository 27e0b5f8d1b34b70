import { expect, test } from 'vitest'
import { lireColonnes, NOMS_CONNUS } from '../../../service/imports/fichiers/colonnes'
import { trouverEntete } from '../../../service/imports/fichiers/entete'

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
  // One answer of all tells nothing apart, and texts are none.
  [['Remboursement'], null],
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
