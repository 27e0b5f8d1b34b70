import { expect, test } from 'vitest'
import type { LectureFichier } from '#contract/lecture'
import { trouverEntete } from '../../../service/imports/fichiers/entete'
import { createPasse } from '../../../service/imports/fichiers/passe'
import { resoudre } from '../../../service/imports/fichiers/resoudre'
import { etiquetteDe } from '../../../service/imports/fichiers/totaux'
import { MOTIFS } from '../../../service/imports/parsing/cells/motifs'

const LECTURE: LectureFichier = {
  ligne_entete: 1,
  colonnes: { order_date: 'Date', lastname: 'Nom', firstname: 'Prénom', email: 'Email', zip: 'CP' },
  montant: { plus: ['Montant'], moins: [] },
  constantes: {},
  sorts: [],
  cle: 'contact_jour_montant',
  identite: ['email_et_nom', 'nom_et_code_postal'],
  sans_identite: 'anonyme',
  fuseau: 'tel quel',
  jours: 'auto',
  prefixe: 'T',
}

/** The rows of a file that are rejected as sums, and the euros of those that are gifts. */
function lire(csv: string, more: Partial<LectureFichier> = {}) {
  const bytes = Buffer.from(csv)
  const entete = trouverEntete(bytes, new Set())
  const plan = resoudre({ ...LECTURE, ...more }, entete)
  const nowhere = () => undefined
  const passe = createPasse(
    { fichierId: '', plan, latest: 2030_01_01, octets: bytes.length },
    { lues: nowhere, personnes: nowhere, ecartees: nowhere },
  )
  passe.push(bytes)
  const { centimes, rejets } = passe.end()
  return {
    totaux: rejets.find(({ motif }) => motif === 'ligne_de_total')?.lignes ?? [],
    autres: rejets.filter(({ motif }) => motif !== 'ligne_de_total').length,
    dons: centimes.compte / 100,
    rejetes: centimes.rejet / 100,
  }
}

const ENTETE = 'Date;Nom;Prénom;Email;CP;Montant'
const ALBA = '05/01/2025;Alba;Rose;rose@exemple.fr;44000;50,00'

test.each([
  '31/01/2025;Total janvier;;;;80,00',
  ';TOTAL GÉNÉRAL;;;;80,00',
  ';Sous-total;;;;80,00',
  '31/01/2025;sous total 1;;;;80,00',
  '31/01/2025;Somme des dons;;;;80,00',
  '31/12/2024;Report à nouveau;;;;80,00',
  '31/12/2024;À reporter;;;;80,00',
  '31/12/2024;SOLDE;;;;80,00',
  '31/01/2025;;Totaux :;;;80,00',
  '31/01/2025;Total Rose;;;;80,00',
  'Total;;;;;80,00',
  'Grand total;;;;;80,00',
  'Janvier Total;;;;;80,00',
])('« %s » est une ligne de total, aussi là où les dons sans nom vont à un anonyme', (ligne) => {
  for (const sans_identite of ['anonyme', 'rejeter'] as const)
    expect(lire([ENTETE, ALBA, ligne].join('\n'), { sans_identite })).toEqual({
      totaux: [3],
      autres: 0,
      dons: 50,
      rejetes: 80,
    })
})

test.each([
  '05/01/2025;Totaline;Luc;;;80,00',
  '05/01/2025;Solde;Marie;;;80,00',
  '05/01/2025;Martin;Solde;;;80,00',
  '05/01/2025;Report;;luc@exemple.fr;;80,00',
  '05/01/2025;Total Énergies;;mecenat@exemple.fr;;80,00',
  '05/01/2025;Somme;;;80000;80,00',
  '05/01/2025;Sommer;;;;80,00',
  '05/01/2025;TotalEnergies;;;;80,00',
  '05/01/2025;Tôt;Al;;;80,00',
])('« %s » est un don', (ligne) => {
  expect(lire([ENTETE, ALBA, ligne].join('\n'))).toEqual({
    totaux: [],
    autres: 0,
    dons: 130,
    rejetes: 0,
  })
})

test('« Total Rose » est un total, quoi qu’il dise d’autre, s’il est la somme des lignes depuis le dernier', () => {
  const somme = '31/01/2025;Total Rose;;rose@exemple.fr;44000;'
  expect(
    lire([ENTETE, ALBA, ALBA, `${somme}100,00`, ALBA, `${somme}50,00`, `${somme}60,00`].join('\n')),
  ).toEqual({ totaux: [4, 6], autres: 0, dons: 210, rejetes: 150 })
})

test('un numéro de donateur « Total », et une première case qui n’est pas lue, en sont aussi', () => {
  const csv = [
    'Rubrique;N°;Date;Nom;Montant',
    'Dons;1;05/01/2025;Alba;50,00',
    ';TOTAL;05/01/2025;;50,00',
    'Total;12;05/01/2025;Alba;50,00',
    ';3;05/01/2025;Solde;20,00',
  ].join('\n')
  const colonnes = { order_date: 'Date', lastname: 'Nom', contact_id: 'N°' }
  expect(lire(csv, { colonnes, identite: ['numero'] })).toEqual({
    totaux: [3, 4],
    autres: 0,
    dons: 70,
    rejetes: 100,
  })
})

test('une ligne de total n’a pas de valeur à décider, quelle que soit la colonne qui décide', () => {
  const csv = ['Statut;' + ENTETE, 'OK;' + ALBA, ';31/01/2025;Total;;;;50,00'].join('\n')
  const sorts = [{ colonne: 'Statut', valeurs: { OK: 'compte' as const } }]
  expect(lire(csv, { sorts })).toEqual({ totaux: [3], autres: 0, dons: 50, rejetes: 50 })
})

test('les étiquettes se reconnaissent sans un nom de plus, ou avec', () => {
  expect(['Total', 'sous-totaux 2025', 'Solde au 31/12'].map(etiquetteDe)).toEqual([
    'sure',
    'sure',
    'sure',
  ])
  expect(['Total Rose', 'Solde', 'Somme'].map(etiquetteDe)).toEqual([
    'possible',
    'possible',
    'possible',
  ])
  expect(['', 'Totaline', 'Alba', 'Dons', '2025'].map(etiquetteDe)).toEqual(
    Array.from({ length: 5 }, () => undefined),
  )
  expect(MOTIFS.ligne_de_total).toMatch(/ajoutez l’e-mail/)
})
