import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Colonne, LectureFichier } from '#contract/lecture'
import { normalise } from '#files/entetes'
import { lireMontant } from '../../../service/imports/fichiers/cellules'
import { trouverEntete } from '../../../service/imports/fichiers/entete'
import { lireJour } from '../../../service/imports/fichiers/jours'
import {
  adressesDe,
  cleCodePostal,
  cleEmail,
  cleNom,
  lireNomComplet,
  premierDe,
} from '../../../service/imports/fichiers/noms'
import { reconnaitre } from '../../../service/imports/fichiers/reconnaitre'
import { createTrouver } from '../../../service/imports/fichiers/resoudre'
import { MODELES_LIVRES } from '../../../service/imports/modeles'

describe('Un jour écrit par un outil', () => {
  test.each([
    ['2025-12-31 23:30:00', 2026_01_01],
    ['2025-12-31T22:59:59Z', 2025_12_31],
    ['31/12/2025 23:00', 2026_01_01],
    ['2025-07-14 22:00', 2025_07_15],
    ['2025-07-14 21:59', 2025_07_14],
    // The nights on which the clock changes, at 1:00 UTC.
    ['2025-03-30 00:59', 2025_03_30],
    ['2025-10-25 22:30', 2025_10_26],
    ['2025-12-31 23:30 -05:00', 2026_01_01],
    ['1990-12-31 23:30', 1991_01_01],
    ['2025-12-31', 2025_12_31],
    ['31 décembre 2025 à 23h30', 2026_01_01],
  ])('%s en UTC est le jour de Paris', (text, day) => {
    expect(lireJour(text, { jours: 'auto', fuseau: 'UTC' })).toBe(day)
  })

  test.each([
    ['auto', '03/04/2025 10:00', 2025_04_03],
    ['jma', '03/04/25', 2025_04_03],
    ['mja', '03/04/2025 23:59:59', 2025_03_04],
    ['mja', '2025-03-04', 2025_03_04],
    ['amj', '20250304', 2025_03_04],
    ['auto', '13/13/2025', 'date_illisible'],
    ['mja', '13/04/2025', 'date_autre_ordre'],
    ['auto', '12/31/2025 10:00', 'date_autre_ordre'],
    ['jma', '2/28/25', 'date_autre_ordre'],
    ['jma', '2/29/25', 'date_illisible'],
    ['auto', '03/04/25', 'date_sans_ordre'],
    ['auto', 'hier', 'date_illisible'],
    ['auto', '  ', undefined],
    ['amj', '2025-02-30', 'date_illisible'],
    ['auto', '3 avril 2025', 2025_04_03],
    ['auto', '\u00a03 avr. 2025 ', 2025_04_03],
    ['auto', '1er mai 2025', 2025_05_01],
    ['mja', 'jeudi 3 Avril 2025 à 10h22', 2025_04_03],
    ['auto', 'dim. 28 févr. 2027', 2027_02_28],
    ['auto', '15 AOÛT 2024 23:59:59', 2024_08_15],
    // As French Excel writes it.
    ['auto', '03-avr-25', 2025_04_03],
    ['amj', '07-Dec-2025', 2025_12_07],
    ['auto', '03/04/2025 10h22', 2025_04_03],
    ['auto', '03/04/2025 9 h', 2025_04_03],
    ['mja', 'April 3, 2025', 2025_04_03],
    ['auto', 'Dec 31st 2025 11:30', 2025_12_31],
    ['auto', '30 février 2025', 'date_illisible'],
    ['auto', '3 brumaire 2025', 'date_illisible'],
    ['auto', '3 avril', 'date_illisible'],
    ['auto', '3 avril 2025 demain', 'date_illisible'],
    ['auto', '3 avril 2025 25h00', 'date_illisible'],
  ] as const)('dans l’ordre %s, « %s » se lit', (jours, text, day) => {
    expect(lireJour(text, { jours, fuseau: 'tel quel' })).toBe(day)
  })

  test.each([
    ['31/12', '2024', 2024_12_31],
    ['31/12', '2024-05', 2024_05_31],
    ['31/12', '04/2025', 2025_04_30],
    ['31/12', 'janv-25', 2025_01_31],
    ['31/12', ' Février 2024 ', 2024_02_29],
    ['15/06', 'août. 2024', 2024_08_15],
    ['29/02', '2024', 2024_02_29],
    ['29/02', '2023', 2023_02_28],
    ['29/02', '1900', 1900_02_28],
    ['29/02', '02/2023', 2023_02_28],
    ['31/12', '2024-13', 'date_illisible'],
    ['31/12', '2024-0', 'date_illisible'],
    ['31/12', 'lot-25', 'date_illisible'],
    ['31/12', 'T1 2025', 'date_illisible'],
    ['31/12', '5 janv. 2025', 2025_01_05],
    [undefined, '2024', 'date_partielle'],
    [undefined, '05/2024', 'date_partielle'],
  ] as const)('au %s, « %s » se lit dans tout ordre', (jour_constant, text, day) => {
    for (const jours of LectureFichier.shape.jours.options)
      for (const fuseau of LectureFichier.shape.fuseau.options)
        expect(lireJour(text, { jours, fuseau, jour_constant })).toBe(day)
  })

  test('un texte qui a un jour se lit de même, qu’un jour soit choisi pour les autres ou non', () => {
    const day = fc
      .date({ min: new Date('1950-01-01'), max: new Date('2049-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10).split('-'))
    const written = fc
      .tuple(day, fc.constantFrom('/', '-', '.'), fc.boolean())
      .map(([parts, by, isTurned]) => (isTurned ? parts.toReversed() : parts).join(by))
    const jour = fc.constantFrom('31/12', '01/01', '29/02')
    const { jours } = LectureFichier.shape
    fc.assert(
      fc.property(
        fc.oneof(written, fc.string()),
        jour,
        fc.constantFrom(...jours.options),
        (text, jour_constant, order) => {
          const lecture = { jours: order, fuseau: 'tel quel' as const }
          const before = lireJour(text, lecture)
          fc.pre(before !== 'date_partielle')
          expect(lireJour(text, { ...lecture, jour_constant })).toBe(before)
        },
      ),
    )
  })

  test('le jour choisi est un jour, et 29/02 en est un', () => {
    const { jour_constant } = LectureFichier.shape
    const isOne = (text: string) => jour_constant.safeParse(text).success
    expect(['31/12', '29/02', '01/01'].map(isOne)).toEqual([true, true, true])
    for (const text of ['30/02', '31/04', '12/31', '1/1', '31-12', '31/12/2024', '00/01', ''])
      expect(isOne(text), text).toBe(false)
  })
})

describe('Un nom', () => {
  test.each([
    ['Mme Anne-Marie de la TOUR', 'Mme', 'Anne-Marie', 'de la TOUR'],
    ['DURAND Paul', undefined, 'Paul', 'DURAND'],
    ['M. Jean DURAND', 'M.', 'Jean', 'DURAND'],
    ['Martin, Zoé', undefined, 'Zoé', 'Martin'],
    ['Ludwig van Beethoven', undefined, 'Ludwig', 'van Beethoven'],
    // Nothing tells which is which.
    ['Jean Martin', undefined, undefined, 'Jean Martin'],
    ['JEAN MARTIN', undefined, undefined, 'JEAN MARTIN'],
    ['M. et Mme DURAND', undefined, undefined, 'M. et Mme DURAND'],
    ['M. et Mme Durand', undefined, undefined, 'M. et Mme Durand'],
    ['M & Mme Paul DURAND', undefined, undefined, 'M & Mme Paul DURAND'],
    ['MME Durand', 'MME', undefined, 'Durand'],
    ['A. Martin', undefined, undefined, 'A. Martin'],
    ['J.-P. Martin', undefined, undefined, 'J.-P. Martin'],
    ['Martin J.', undefined, undefined, 'Martin J.'],
    ['Cher', undefined, undefined, 'Cher'],
    ['Mme Zoé de Bretagne', 'Mme', 'Zoé', 'de Bretagne'],
    // Companies have particles and capitals too.
    ['Boulangerie du Port', undefined, undefined, 'Boulangerie du Port'],
    ['Les Amis de la Mer', undefined, undefined, 'Les Amis de la Mer'],
    ['Charles de Gaulle', undefined, undefined, 'Charles de Gaulle'],
    ['SARL Dupont', undefined, undefined, 'SARL Dupont'],
    ['Éditions MARTIN', undefined, undefined, 'Éditions MARTIN'],
    ['Musée van Gogh', undefined, undefined, 'Musée van Gogh'],
  ])('« %s » dans une seule case', (text, civility, firstname, lastname) => {
    expect(lireNomComplet(text)).toEqual({ civility, firstname, lastname })
  })

  test.each([
    ['Nom et prénom', 'Alba Rose', 'Rose', 'Alba'],
    ['Nom / Prénom', 'de la Tour Anne', 'Anne', 'de la Tour'],
    ['NOM PRENOM', 'Alba Rose Marie', undefined, 'Alba Rose Marie'],
    ['Prénom Nom', 'Rose Alba', 'Rose', 'Alba'],
    ['Prénom et nom du donateur', 'Anne de la Tour', 'Anne', 'de la Tour'],
    ['Last and first name', 'Alba Rose', 'Rose', 'Alba'],
    ['Nom et prénom', 'Rose ALBA', 'Rose', 'ALBA'],
    ['Nom et prénom', 'Boulangerie Alba', undefined, 'Boulangerie Alba'],
    ['Donateur', 'Rose Alba', undefined, 'Rose Alba'],
  ])('sous « %s », « %s »', (entete, text, firstname, lastname) => {
    expect(lireNomComplet(text, premierDe(entete))).toEqual({
      civility: undefined,
      firstname,
      lastname,
    })
  })

  test.each([
    ['rose@exemple.fr', ['rose@exemple.fr']],
    ['Rose Alba <rose@exemple.fr>', ['rose@exemple.fr']],
    ['mailto:ana@exemple.fr?subject=Don', ['ana@exemple.fr']],
    ['paul@exemple.fr, paul2@exemple.fr', ['paul@exemple.fr', 'paul2@exemple.fr']],
    ['a@exemple.fr/b@exemple.fr', ['a@exemple.fr', 'b@exemple.fr']],
    ['luc@exemple.fr.', ['luc@exemple.fr']],
    ["o'neill@exemple.fr", ["o'neill@exemple.fr"]],
    ['inconnu', ['inconnu']],
    ['', ['']],
  ])('les adresses de « %s »', (text, adresses) => {
    expect(adressesDe(text)).toEqual(adresses)
  })

  test('se compare sans casse, accents, traits ni titre, et rien n’égale rien', () => {
    const same = [
      'Anne-Marie Lœb',
      'ANNE MARIE LOEB',
      'mme anne marie  loeb',
      'Anne\u2011Marie Loeb',
    ]
    expect(same.map(cleNom)).toEqual(Array(4).fill('anne marie loeb'))
    expect(['M.', '-', '  ', 'Mme'].map(cleNom)).toEqual(['', '', '', ''])
    expect(['Maître', 'MAITRE', 'Me Maître', 'Maître Loeb'].map(cleNom)).toEqual([
      ...['maitre', 'maitre', 'maitre', 'loeb'],
    ])
    expect([' Mme', 'a@b', 'A@B.fr', 'a b@c.fr'].map(cleEmail)).toEqual(['', 'a@b', 'a@b.fr', ''])
    expect(['1000', '75001', '75 001', 'SW1A', '750011'].map(cleCodePostal)).toEqual([
      '01000',
      '75001',
      '75001',
      '',
      '',
    ])
  })
})

describe('Un en-tête', () => {
  const find = (text: string, names: string[] = [], ligne?: number) =>
    trouverEntete(Buffer.from(text), new Set(names.map(normalise)), { ligne })

  test('est la première ligne qui nomme le plus, sinon la première de deux cases', () => {
    const text = 'Export du 1er mars\n\nNom;Montant;;Nom\nA;1;;B\nDate;Nom;Montant\n'
    expect(find(text)).toMatchObject({
      ligne: 3,
      noms: ['Nom', 'Montant', '', 'Nom'],
      delimiteur: ';',
    })
    expect(find(text, ['Date', 'Nom', 'Montant'])).toMatchObject({ ligne: 5 })
    expect(find(text, [], 4)).toMatchObject({ ligne: 4, dataLine: 5 })
    expect(find('sep=,\na,b\n')).toMatchObject({ ligne: 2, delimiteur: ',' })
  })

  test('se compare sans ses signes, et un nom répété ne se trouve que par sa place', () => {
    const trouver = createTrouver(['Contributeur :', 'Prénom*', 'L’âge', 'Nom', 'NOM '])
    expect(['contributeur', 'prenom', "L'age", 4].map(trouver)).toEqual([0, 1, 2, 3])
    expect([trouver('nom'), trouver('absent'), trouver(6)]).toEqual(['many', undefined, undefined])
  })
})

describe('Les options d’un événement', () => {
  const ENTETE =
    'Référence commande;Date de la commande;Statut de la commande;Nom participant;Prénom participant;Nom payeur;Prénom payeur;Email payeur;Raison sociale;Moyen de paiement;Billet;Numéro de billet;Tarif;Montant tarif;Code Promo;Montant code promo'
  const plusDe = (...autres: string[]) => {
    const noms = [...ENTETE.split(';'), ...autres]
    const [reconnu] = MODELES_LIVRES.filter(({ id }) => id === 'helloasso').flatMap(
      (modele) => reconnaitre(modele, noms, { ligne_entete: 1, feuille: '' }) ?? [],
    )
    return reconnu?.lecture?.montant.plus
  }
  const REPAS = 'Repas du samedi soir au restaurant de la grande salle des fêtes'

  test('s’ajoutent au montant par paires, quelle que soit la longueur de leur nom', () => {
    expect(plusDe('Bus', 'Montant Bus', REPAS, `Montant ${REPAS}`)).toEqual([
      ...['Montant tarif', 'Montant Bus', `Montant ${REPAS}`],
    ])
  })

  test('sont les seules : une question posée à qui donne n’est pas de l’argent', () => {
    expect(plusDe('Montant de vos revenus', 'Montant', 'Montant promis')).toEqual(['Montant tarif'])
  })
})

test('un modèle qui nomme une colonne par sa place se propose seulement', () => {
  const etatOf = (plus: Colonne[]) => {
    const [givewp] = MODELES_LIVRES.filter(({ id }) => id === 'givewp')
    if (!givewp) throw new Error('no model')
    const noms = [
      ...Object.values(givewp.lecture.colonnes).map(String),
      ...givewp.lecture.sorts.map(({ colonne }) => String(colonne)),
      'Donation ID',
      'Donation Total',
    ]
    const modele = { ...givewp, lecture: { ...givewp.lecture, montant: { plus, moins: [] } } }
    return reconnaitre(modele, noms, { ligne_entete: 1, feuille: '' })?.etat
  }
  expect(etatOf(['Donation Total'])).toBe('reconnu')
  expect(etatOf([2])).toBe('propose')
})

test.each([
  ['50,00 €', 5000],
  ['$50.00', 5000],
  ["CHF 1'250.00", 125000],
  ['2 000 FCFA', 200000],
  ['50 euros', 5000],
  ['€ 50', 5000],
  ['EUR 50,00', 5000],
  ['(50,00 €)', -5000],
  ['(50)', -5000],
  ['-$50', -5000],
  ['$-50', -5000],
  ['- €', 0],
  ['50.-', 5000],
  ['1’250,--', 125000],
  ['Fr. 20.—', 2000],
  ['50.- CHF', 5000],
  ['120,00-', 'montant_illisible'],
  ['50-', 'montant_illisible'],
  ['1 234,56 €', 123456],
  ['-', 'montant_illisible'],
  ['(-50)', 'montant_illisible'],
  ['50 €/mois', 'montant_illisible'],
  ['€', 'montant_illisible'],
  ['US$ 1,250.00 CAD', 'montant_illisible'],
])('le montant « %s » : %s', (text, cents) => {
  expect(lireMontant(text)).toBe(cents)
})
