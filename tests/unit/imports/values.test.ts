import { describe, expect, test } from 'vitest'
import {
  isScientific,
  readAmount,
  readBirthdate,
  readBoolean,
  readCode,
  readDay,
  readId,
  readName,
} from '../../../service/imports/parsing/cells/values'
import { lire } from '../../support/lecture'

describe('une case écrite pour qu’un tableur garde ses zéros', () => {
  test.each([
    ['="0012"', '0012'],
    [' ="01000" ', '01000'],
    ['=0013', '0013'],
    ['=" 0012 "', '0012'],
    ['=""', undefined],
    // Formulas, and what our own exports guard, stay as they are.
    ['=SOMME(A1:A2)', '=SOMME(A1:A2)'],
    ['="a"&"b"', '="a"&"b"'],
    ['\'="0012"', '="0012"'],
  ])('« %s »', (text, value) => {
    expect([readCode(text), readId(text), readName(text)]).toEqual([value, value, value])
  })

  test('comme jour, montant et date de naissance aussi, et dans les deux onglets, vite ou non', () => {
    expect(readDay('="05/01/2025"')).toEqual({ value: 20250105 })
    expect(readAmount('="50,00"')).toEqual({ value: 5_000 })
    expect(readBirthdate('="05/01/1950"')).toBe('1950-01-05')
    const entete = 'id;order_amount;order_date;contact_id'
    for (const ligne of [
      '"=""0012""";"=""50,00""";"=""05/01/2025""";=007',
      '="0012";50;2025-01-05;="007"',
    ])
      expect(lire('donations', `${entete}\n${ligne}\n`)).toMatchObject({
        lignes: [
          { id: '0012', order_amount: '50.00', order_date: '2025-01-05', contact_id: '007' },
        ],
        rejets: [],
      })
  })
})

describe('un montant', () => {
  test.each([
    ['1234.5', 123_450],
    ['1 234,56 €', 123_456],
    ['1\u00a0234,56\u00a0€', 123_456],
    ['1\u202f234,56\u202f€', 123_456],
    ['1\u2009234,56\u2009€', 123_456],
    ['+\u20091\u2009234', 123_400],
    ['1.234,56', 123_456],
    ['1,234.56', 123_456],
    ["1'234'567.80", 123_456_780],
    ['1.234.567', 123_456_700],
    ['1,234,567', 123_456_700],
    ['1 234 567,8 EUR', 123_456_780],
    ['12,5', 1_250],
    ['+12', 1_200],
    ['0', 0],
    ['0,00 €', 0],
    ['-0', 0],
    ['007', 700],
    ['1,5E+02', 15_000],
    ['1.5e2', 15_000],
    ['1,234E+03', 123_400],
    ['1E-02', 1],
    ['  12  ', 1_200],
    ['999999999999,99', 99_999_999_999_999],
    ['1234567.89', 123_456_789],
  ])('« %s » vaut %i centimes', (text, cents) => {
    expect(readAmount(text)).toEqual({ value: cents })
  })

  test.each([
    ['12.345', 1_235],
    ['12.344', 1_234],
    ['0.005', 1],
    ['0.0049', 0],
    ['12,3456', 1_235],
    ['1234.565', 123_457],
    ['1 234,5650', 123_457],
    ['9.995', 1_000],
  ])('« %s » s’arrondit à %i centimes, le demi vers le haut', (text, cents) => {
    expect(readAmount(text)).toEqual({ value: cents })
  })

  test.each(['1,234', '12,345', '0,125', '1234,567'])(
    '« %s » est ambigu et n’est pas deviné',
    (text) => expect(readAmount(text)).toEqual({ motif: 'montant_ambigu' }),
  )

  test.each(['-5', '-1 234,56 €', '\u22125', '- 5', '-0,01', '-0.001'])(
    '« %s » est négatif',
    (text) => expect(readAmount(text)).toEqual({ motif: 'montant_negatif' }),
  )

  test.each([
    'abc',
    '12 €€',
    '1 23',
    '12 345 6',
    '1,2,3',
    '1.23,45',
    '0x1F',
    '1_000',
    'Infinity',
    '1e',
    '--5',
    '12,',
    ',5',
    '1 234.567,89',
    '1.234 567',
    '12 $',
    '(12,00)',
    '1e999',
    '١٢',
  ])('« %s » n’est pas lisible', (text) => {
    expect(readAmount(text)).toEqual({ motif: 'montant_illisible' })
  })

  test('trop grand pour la base, il est refusé', () => {
    expect(readAmount('1000000000000')).toEqual({ motif: 'montant_trop_grand' })
    expect(readAmount('1E+20')).toEqual({ motif: 'montant_trop_grand' })
  })
})

describe('une date', () => {
  test.each([
    ['2024-03-31', 2024_03_31],
    ['2024-03-31T23:59:59Z', 2024_03_31],
    ['2024-03-31T23:30:00-05:00', 2024_03_31],
    ['2024-03-31 00:00:00', 2024_03_31],
    ['2024-03-31 10:20:30.123456+02:00', 2024_03_31],
    ['2024/03/31', 2024_03_31],
    ['31/03/2024', 2024_03_31],
    ['31-03-2024', 2024_03_31],
    ['31.03.2024', 2024_03_31],
    ['31/03/2024 08:15', 2024_03_31],
    ['1/2/2024', 2024_02_01],
    ['29/02/2024', 2024_02_29],
    ['29/02/2000', 2000_02_29],
  ])('« %s » est le jour écrit, %i', (text, day) => {
    expect(readDay(text)).toEqual({ value: day })
  })

  test.each([
    '29/02/2023',
    '29/02/1900',
    '31/04/2024',
    '2024-13-01',
    '2024-00-10',
    '2024-01-00',
    '03/31/2024',
    'today',
    'infinity',
    '2024-03-31T25:00:00',
    '31/03-2024',
    '45382',
    '20240331',
    '2024-03-31 et après',
  ])('« %s » n’est pas une date', (text) => {
    expect(readDay(text)).toEqual({ motif: 'date_illisible' })
  })

  test.each(['31/03/24', '24-03-31', '1.2.24', '31/03/24 08:15'])(
    '« %s » a une année sur deux chiffres, et le rejet le dit',
    (text) => {
      expect(readDay(text)).toEqual({ motif: 'date_annee_courte' })
    },
  )
})

describe('les cellules vides', () => {
  test.each(['', ' ', '\u00a0\u202f', 'nan', 'NaN', 'null', 'NULL', 'None', 'N/A', ' nan '])(
    '« %s » est vide dans un identifiant, un code, un montant et une date',
    (text) => {
      expect(readId(text)).toBeUndefined()
      expect(readCode(text)).toBeUndefined()
      expect(readAmount(text)).toEqual({ value: undefined })
      expect(readDay(text)).toEqual({ value: undefined })
    },
  )

  test('Null et Nan sont des noms de famille, seul nan est vide', () => {
    expect(['Null', 'Nan', 'NaN', 'None', 'nan', ''].map(readName)).toEqual([
      'Null',
      'Nan',
      'NaN',
      'None',
      undefined,
      undefined,
    ])
  })
})

test('un identifiant reste tel qu’écrit, sauf l’entier passé par un nombre à virgule', () => {
  expect(['007', '12345.0', '12345.00', 'A.0', ' 12 ', '1e5'].map(readId)).toEqual([
    '007',
    '12345',
    '12345.00',
    'A.0',
    '12',
    '1e5',
  ])
})

test.each([
  ['1,23E+12', true],
  ['1.5e+21', true],
  ['4E-05', true],
  ['-1,2E7', true],
  ['1e5', false],
  ['12E4', false],
  ['E+12', false],
  ['1,23E+12A', false],
  ['12+5', false],
])('« %s » est en notation scientifique : %s', (id, is) => expect(isScientific(id)).toBe(is))

test('l’apostrophe que mettent nos propres exports s’enlève', () => {
  expect(["'=SOMME(A1)", "'+33 6", "'-12", "'@lui", "'s-Hertogenbosch"].map(readCode)).toEqual([
    '=SOMME(A1)',
    '+33 6',
    '-12',
    '@lui',
    "'s-Hertogenbosch",
  ])
})

test('oui et non se lisent sous leurs huit formes', () => {
  expect(['1', 'true', 'Oui', 'VRAI'].map(readBoolean)).toEqual([true, true, true, true])
  expect(['0', 'false', 'non', 'Faux'].map(readBoolean)).toEqual([false, false, false, false])
  expect(['', 'peut-être'].map(readBoolean)).toEqual([undefined, undefined])
})

test('une date de naissance lisible devient AAAA-MM-JJ, une autre reste telle qu’écrite', () => {
  expect(['01/02/1980', 'vers 1980', ''].map(readBirthdate)).toEqual([
    '1980-02-01',
    'vers 1980',
    undefined,
  ])
})
