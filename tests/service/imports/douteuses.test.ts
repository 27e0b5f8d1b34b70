import { expect, test } from 'vitest'
import { compter, demanderImport, depose } from '../../support/fichiers-outil'
import { waitForImport } from '../../support/imports'
import { startService } from '../../support/service'

const { app, database } = await startService()

/** Euros of the stored gifts under a prefix. */
const stockes = async (prefixe: string) =>
  (
    await database.db
      .selectFrom('donations')
      .select('order_amount')
      .where('id', 'like', `${prefixe}-%`)
      .execute()
  ).reduce((sum, { order_amount }) => sum + order_amount, 0)

test('des lignes de total ne comptent pas, aussi avec « Donateur anonyme »', async () => {
  const csv = [
    'Date;Nom;Prénom;Email;Code postal;Montant',
    '05/01/2025;Alba;Rose;rose@exemple.fr;44000;50,00',
    '20/01/2025;Brun;Paul;paul@exemple.fr;35000;30,00',
    '31/01/2025;Total janvier;;;;80,00',
    '03/02/2025;Clair;Ana;ana@exemple.fr;29000;20,00',
    '28/02/2025;Total février;;;;20,00',
    ';TOTAL GENERAL;;;;100,00',
  ].join('\n')
  const file = await depose(app, csv, 'sous-totaux.csv')
  if (!file.lecture) throw new Error('no reading is proposed')
  const lecture = {
    ...file.lecture,
    cle: 'contact_jour_montant' as const,
    sans_identite: 'anonyme' as const,
    prefixe: 'TOT',
  }
  const { compte, empreinte, apercu } = await compter(app, file.fichier_id, lecture)
  expect(compte.dons).toMatchObject({ total: 3, montant: 100 })
  expect(compte.montants).toMatchObject({ lues: 300, dons: 100, rejets: 200 })
  expect(compte.rejets_par_motif).toMatchObject([{ nombre: 3, lignes: [4, 6, 7] }])
  expect(apercu[2]?.raison).toMatch(/^La ligne est un total, un sous-total/)
  await demanderImport(app, file.fichier_id, { lecture, empreinte })
  await waitForImport(app, file.fichier_id)
  expect(await stockes('TOT')).toBe(100)
})

const DONNEES = 'Date du don;Nom;Prénom;Email;Montant'
const don = (at: number) => `${10 + at}/01/2025;N${at};P${at};p${at}@exemple.fr;10,00`

/** The account of a file as it is proposed, its rows told apart by donor, day and amount. */
async function proposer(csv: string, more: object = {}) {
  const file = await depose(app, csv)
  if (!file.lecture) throw new Error('no reading is proposed')
  const lecture = { ...file.lecture, cle: 'contact_jour_montant' as const, ...more }
  return { file, ...(await compter(app, file.fichier_id, lecture)) }
}

test('tout ce qui peut décider est demandé, par son titre, sa case remplie ou sa monnaie', async () => {
  const titres =
    'Remboursé;Annulé;Payé;Encaissé;Mode test;is_test;Livemode;Supprimé;Valide;Refunded;Disputed;Captured;Annulation le;Date de remboursement;Motif de rejet;Devise;Currency;Currency Code;Monnaie;Type de don;Gift Type;Nature;Payment Status;Statut'
  const bonnes =
    'non;0;oui;x;false;0;true;;1;FALSE;false;true;;;;EUR;EUR;EUR;EUR;numéraire;Pay-Cash;Don;succeeded;OK'
  const mauvaises =
    'oui;1;non;;true;1;false;1;0;TRUE;true;false;03/02/2025;04/02/2025;AM04;USD;CHF;GBP;XOF;nature;Pledge;Cotisation;requires_payment_method;KO'
  const csv = [
    `${DONNEES};${titres}`,
    ...[0, 1, 2, 3, 4, 5].map((at) => `${don(at)};${at % 2 === 0 ? bonnes : mauvaises}`),
  ].join('\n')
  const { file, compte, lecture, empreinte } = await proposer(csv)
  expect(compte.bloque.map(({ colonne }) => colonne)).toEqual(
    expect.arrayContaining(titres.split(';')),
  )
  expect(compte.dons.total).toBe(0)
  const of = (titre: string) =>
    compte.valeurs
      .filter(({ colonne }) => colonne === titre)
      .map(({ valeur, lignes, montant, sort, est_devise }) => [
        valeur,
        lignes,
        montant,
        sort,
        est_devise,
      ])
  expect(of('Date de remboursement')).toEqual([
    ['rempli', 3, 30, null, false],
    ['vide', 3, 30, null, false],
  ])
  expect(of('Monnaie')).toEqual([
    ['EUR', 3, 30, 'compte', true],
    ['XOF', 3, 30, null, true],
  ])
  const refused = await demanderImport(app, file.fichier_id, { lecture, empreinte })
  expect([refused.statusCode, refused.json()]).toMatchObject([422, { champ: 'sorts' }])
})

test('les promesses comptent ou non selon ce qui est décidé, et la monnaie n’est jamais convertie', async () => {
  const csv = [
    'Gift ID,Gift Type,Gift Date,Name,Email,Gift Amount,Currency',
    'G1,Pledge,15/01/2025,Rose Alba,r@exemple.fr,1200.00,EUR',
    'G2,Pay-Cash,25/01/2025,Rose Alba,r@exemple.fr,100.00,EUR',
    'G3,Pay-Cash,15/02/2025,Rose Alba,r@exemple.fr,100.00,€',
    'G4,Pay-Cash,16/02/2025,Paul Brun,p@exemple.fr,2000.00,XOF',
  ].join('\n')
  const { file, lecture, compte } = await proposer(csv, { prefixe: 'PRO' })
  expect(compte.bloque.map(({ valeur }) => valeur).toSorted()).toEqual([
    'Pay-Cash',
    'Pledge',
    'XOF',
  ])
  const decided = (xof: 'compte' | 'ne_compte_pas') => ({
    ...lecture,
    sorts: [
      {
        colonne: 'Gift Type',
        valeurs: { Pledge: 'ne_compte_pas' as const, 'Pay-Cash': 'compte' as const },
      },
      { colonne: 'Currency', valeurs: { XOF: xof } },
    ],
  })
  const counted = async (xof: 'compte' | 'ne_compte_pas') =>
    (await compter(app, file.fichier_id, decided(xof))).compte
  expect(await counted('compte')).toMatchObject({ bloque: [], dons: { montant: 2200 } })
  expect(await counted('ne_compte_pas')).toMatchObject({ bloque: [], dons: { montant: 200 } })
})

test('une valeur que les premières lignes n’ont pas est demandée aussi', async () => {
  const rows = Array.from({ length: 1500 }, (_, at) => `${don(at % 19)};EUR;2025`)
  const csv = [`${DONNEES};Devise;Année`, ...rows, `${don(3)};CHF;2025`].join('\n')
  const { compte } = await proposer(csv)
  expect(compte.bloque).toMatchObject([{ colonne: 'Devise', valeur: 'CHF', lignes: 1 }])
})
