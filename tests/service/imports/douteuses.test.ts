import { expect, test } from 'vitest'
import type { Sort } from '#contract/lecture'
import { forget } from '../../../service/imports/staging/forget'
import { compter, demanderImport, depose } from '../../support/fichiers-outil'
import { importFile, preview, waitForImport } from '../../support/imports'
import { startService } from '../../support/service'
import { ecrireClasseur } from '../../support/xlsx'

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

const LECTURE = {
  ligne_entete: 1,
  colonnes: { order_date: 'Date du don', lastname: 'Nom', firstname: 'Prénom', email: 'Email' },
  constantes: {},
  sorts: [],
  cle: 'contact_jour_montant' as const,
  identite: ['email_et_nom' as const],
  sans_identite: 'rejeter' as const,
  fuseau: 'tel quel' as const,
  jours: 'auto' as const,
  prefixe: 'DEV',
}

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
      .map(({ valeur, lignes, montant, sort, genre }) => [valeur, lignes, montant, sort, genre])
  expect(of('Date de remboursement')).toEqual([
    ['rempli', 3, 30, null, 'rempli'],
    ['vide', 3, 30, null, 'rempli'],
  ])
  expect(of('Monnaie')).toEqual([
    ['EUR', 3, 30, 'compte', 'devise'],
    ['XOF', 3, 30, null, 'devise'],
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

const NUMEROTES = 'Numéro du don;Date du don;Nom;Prénom;Email;Montant'
const numerotes = (rows: readonly (readonly [jour: string, montant: string])[]) =>
  [
    NUMEROTES,
    ...rows.map(
      ([jour, montant], at) => `R${at};${jour};N${at};P${at};p${at}@exemple.fr;${montant}`,
    ),
  ].join('\n')

/** The account of a file as it is proposed, with what is decided on a column. */
async function decider(content: string | Buffer, colonne?: string, valeurs?: Record<string, Sort>) {
  const file = await depose(app, content, typeof content === 'string' ? 'x.csv' : 'x.xlsx')
  if (!file.lecture) throw new Error('no reading is proposed')
  const sorts =
    colonne && valeurs ? [...file.lecture.sorts, { colonne, valeurs }] : file.lecture.sorts
  return (await compter(app, file.fichier_id, { ...file.lecture, sorts })).compte
}

test('des monnaies dans les cases du montant sont demandées, jamais additionnées à des euros', async () => {
  const csv = numerotes([
    ['05/01/2025', '50,00 €'],
    ['06/01/2025', '100'],
    ['07/01/2025', '1 000 CHF'],
    ['08/01/2025', '20 000 FCFA'],
    ['09/01/2025', '$30.00'],
  ])
  const asked = await decider(csv)
  expect(asked.bloque.map(({ valeur, montant, genre }) => [valeur, montant, genre])).toEqual([
    ['$', 30, 'devise'],
    ['CHF', 1000, 'devise'],
    ['FCFA', 20000, 'devise'],
  ])
  expect(asked.valeurs).toContainEqual(expect.objectContaining({ valeur: 'EUR', lignes: 2 }))
  expect(asked.dons).toMatchObject({ total: 2, montant: 150 })
  const decided = await decider(csv, 'Montant', {
    CHF: 'ne_compte_pas',
    FCFA: 'ne_compte_pas',
    $: 'compte',
  })
  expect(decided).toMatchObject({
    bloque: [],
    lignes: { lues: 5, dons: 3, ecartees: 2, rejets: 0 },
    dons: { montant: 180 },
  })
  const euros = await decider(
    numerotes([
      ['05/01/2025', '50,00 €'],
      ['06/01/2025', '12,5 '],
    ]),
  )
  expect([euros.bloque, euros.valeurs, euros.dons.montant]).toEqual([[], [], 62.5])
})

test('le format des nombres d’un classeur dit leur monnaie', async () => {
  const row = (at: number, cells: string) => `<row r="${at}">${cells}</row>`
  const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`
  const don = (at: number, style: number) =>
    row(
      at,
      ['R', '05/01/2025', 'N', 'P', `p${at}@exemple.fr`]
        .map((value, place) => text(place === 0 ? `${value}${at}` : value))
        .join('') + `<c s="${style}"><v>50</v></c>`,
    )
  const classeur = ecrireClasseur({
    feuilles: [
      {
        nom: 'Dons',
        lignes: row(1, NUMEROTES.split(';').map(text).join('')) + don(2, 1) + don(3, 2) + don(4, 3),
      },
    ],
    formats: ['#,##0.00\\ "€"', '[$CHF-807] #,##0', '"$"#,##0'],
  })
  const asked = await decider(classeur)
  expect(asked.bloque.map(({ valeur, montant }) => [valeur, montant])).toEqual([
    ['$', 50],
    ['CHF', 50],
  ])
  expect(asked.dons.montant).toBe(50)
})

test('les jours qu’un programme écrit faute d’en avoir, et ceux d’il y a bien plus longtemps, sont demandés', async () => {
  const recents = Array.from(
    { length: 120 },
    (_, at) => [`${10 + (at % 19)}/03/2025`, '10'] as const,
  )
  const csv = numerotes([
    ['01/01/1970', '15'],
    ['01/01/1900', '12,50'],
    ['01/01/1904', '7'],
    ['05/06/2009', '8'],
    ['05/06/2019', '9'],
    ['30/12/1899', '250'],
    ['00/00/0000', '5'],
    ...recents,
  ])
  const asked = await decider(csv)
  expect(
    asked.bloque.map(({ valeur, lignes, montant, genre }) => [valeur, lignes, montant, genre]),
  ).toEqual([
    ['1900-01-01', 1, 12.5, 'jour'],
    ['1904-01-01', 1, 7, 'jour'],
    ['1970-01-01', 1, 15, 'jour'],
    ['2009', 1, 8, 'jour'],
  ])
  expect(asked.rejets_par_motif.reduce((sum, { nombre }) => sum + nombre, 0)).toBe(2)
  const decided = await decider(csv, 'Date du don', {
    '1900-01-01': 'ne_compte_pas',
    '1904-01-01': 'ne_compte_pas',
    '1970-01-01': 'ne_compte_pas',
    '2009': 'compte',
  })
  expect(decided).toMatchObject({
    bloque: [],
    lignes: { ecartees: 3, dons: 122 },
    dons: { montant: 1217 },
  })
  const anciens = await decider(
    numerotes(Array.from({ length: 60 }, (_, at) => [`05/06/${1990 + (at % 30)}`, '10'] as const)),
  )
  expect(anciens.bloque).toEqual([])
})

test('sous l’onglet des dons, une monnaie, un statut et des numéros qui recommencent se demandent', async () => {
  const rows = Array.from({ length: 6 }, (_, at) => `R${at};5;2021-01-0${at + 1};c`)
  const csv = (lines: string[]) => ['id;montant;date;contact', ...lines].join('\n')
  await importFile(app, 'donations', csv(rows))
  const decides = await preview(
    app,
    'donations',
    'id;montant;date;contact;Devise;Statut;Mode de paiement\nS1;5;2021-01-01;c;CHF;Payé;CB\n',
  )
  expect(decides.avertissements).toEqual([
    expect.stringMatching(
      /cet onglet ne lit pas «\s?Devise\s?», «\s?Statut\s?»\. .*Un fichier de mon outil/,
    ),
  ])
  const next = rows.map((row) => row.replace('2021', '2022'))
  const again = await preview(app, 'donations', csv(next))
  expect(again).toMatchObject({ modifies: 6 })
  expect(again.numeros_repris).toEqual({
    nombre: 6,
    connus: 6,
    autres_dons: [
      { annee: 2021, dons: 6, montant: 30 },
      { annee: 2022, dons: 6, montant: 30 },
    ],
    corrections: [
      { annee: 2021, dons: 0, montant: 0 },
      { annee: 2022, dons: 6, montant: 30 },
    ],
  })
  const few = await preview(app, 'donations', csv([...rows.slice(0, 5), ...next.slice(5)]))
  expect(few).toMatchObject({ numeros_repris: null, avertissements: [] })
  const demarrer = (reponse: object) =>
    app.inject({
      method: 'POST',
      url: '/api/upload/donations/upload',
      payload: { fichier_id: again.fichier_id, ...reponse },
    })
  const refus = await demarrer({})
  expect([refus.statusCode, refus.json().champ]).toEqual([422, 'numeros_repris'])
  const dits = await demarrer({ numeros_repris: 'corrections' })
  expect(dits.statusCode).toBe(202)
  const { inseres, modifies } = (await waitForImport(app, again.fichier_id)).resultat ?? {}
  expect([inseres, modifies]).toEqual([0, 6])
})

test('un autre donateur, un autre jour, la même année : sous l’onglet des dons aussi', async () => {
  const csv = (qui: string, jour: number) =>
    [
      'id;montant;date;contact',
      ...[1, 2].map((at) => `AD${at};7;2020-03-${jour + at};${qui}${at}`),
    ].join('\n')
  await importFile(app, 'donations', csv('x', 10))
  expect((await preview(app, 'donations', csv('y', 10))).numeros_repris).toBeNull()
  expect((await preview(app, 'donations', csv('y', 20))).numeros_repris).toMatchObject({
    nombre: 2,
  })
})

test('des lignes qu’un fichier sans numéros a deux fois se demandent, celles de personne non', async () => {
  const [un, deux] = [don(0), don(1)]
  const { file, compte } = await proposer([DONNEES, un, deux, un, deux, don(2)].join('\n'))
  expect(compte.dons).toMatchObject({ total: 5, montant: 50 })
  expect(compte.a_confirmer).toEqual([
    expect.stringMatching(
      /^2\slignes ont le donateur, le jour et le montant d’une autre\s: 20,00\s€ de plus\./,
    ),
  ])
  const quete = '12/01/2025;;;;10,00'
  const { file: autre, compte: seul } = await proposer([DONNEES, un, quete, quete].join('\n'), {
    sans_identite: 'anonyme',
  })
  expect(seul.dons).toMatchObject({ total: 3, montant: 30 })
  expect(seul.a_confirmer).toEqual([])
  for (const { fichier_id } of [file, autre]) await forget(database.db, fichier_id)
})

test('des montants que leur titre dit en francs ou en centimes ne sont pas lus comme des euros', async () => {
  const titres: [string, string | undefined][] = [
    ['Montant CHF', 'CHF'],
    ['Amount ($)', '$'],
    ['montant_centimes', 'centimes'],
    ['Montant (cts €)', 'cts'],
    ['Montant EUR (CHF à droite)', undefined],
    ['Montant TTC', undefined],
  ]
  for (const [titre, devise] of titres) {
    const csv = [DONNEES.replace('Montant', titre), don(0), don(1)].join('\n')
    const file = await depose(app, csv)
    const { compte } = await compter(app, file.fichier_id, {
      ...LECTURE,
      montant: { plus: [titre], moins: [] },
    })
    expect([titre, compte.bloque.map(({ valeur, genre }) => [valeur, genre])]).toEqual([
      titre,
      devise === undefined ? [] : [[devise, 'devise']],
    ])
    await forget(database.db, file.fichier_id)
  }
})
