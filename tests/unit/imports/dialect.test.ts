import { describe, expect, test } from 'vitest'
import { FIELDS, normalise } from '#files/entetes'
import { tomorrow } from '../../../service/imports/parsing/cells/tomorrow'
import { readHeader } from '../../../service/imports/parsing/dialect/columns'
import { detectDialect } from '../../../service/imports/parsing/dialect/dialect'

const detect = (text: string, type: 'donations' | 'donateurs' = 'donations') =>
  detectDialect(type, Buffer.from(text))

const HEADER = 'id;montant;date;contact'

describe('l’en-tête', () => {
  test.each([
    'order_amount',
    'Order Amount',
    'ORDER-AMOUNT',
    'order.amount',
    'ordèr_amount',
    ' order amount ',
  ])('« %s » nomme le montant', (name) => expect(normalise(name)).toBe('orderamount'))

  test('chaque autre nom d’un champ est reconnu', () => {
    for (const type of ['donations', 'donateurs'] as const)
      for (const { field, aliases } of FIELDS[type])
        for (const name of [field, ...aliases])
          expect(readHeader(type, [name]).places.get(field), `${type} ${name}`).toBe(0)
  })

  test('le nom propre d’un champ l’emporte sur ses autres noms', () => {
    const header = readHeader('donations', ['montant', 'order_amount', 'id', 'date', 'contact'])
    expect(header.places.get('order_amount')).toBe(1)
    expect(header.ignored).toEqual(['montant'])
  })

  test('une colonne inconnue est ignorée et nommée, une colonne sans nom se tait', () => {
    const { header } = detect(`${HEADER};remarque;;\n`)
    expect(header.ignored).toEqual(['remarque'])
    expect(header.names).toHaveLength(7)
  })

  test('__proto__ est une colonne comme une autre', () => {
    expect(detect(`${HEADER};__proto__;constructor\n`).header.ignored).toEqual([
      '__proto__',
      'constructor',
    ])
  })

  test('une colonne obligatoire absente est nommée, avec ce qui a été trouvé', () => {
    expect(() => detect('id;montant;contact\n1;2;3\n')).toThrow(
      /manque.*order_date.*«\smontant\s»/s,
    )
    expect(() => detect('montant;date;contact\n')).toThrow(/«\sid ou order_id\s»/)
  })

  test('un nom écrit deux fois est refusé', () => {
    expect(() => detect(`${HEADER};Montant\n`)).toThrow(/deux fois «\sMontant\s»/)
  })

  test('un fichier vide est refusé', () => {
    expect(() => detect('')).toThrow(/vide/)
    expect(() => detect('\n \n')).toThrow(/vide/)
  })

  test('un fichier de contacts sous l’onglet des dons est reconnu', () => {
    expect(() => detect('contact_id;nom;prenom;ville\n')).toThrow(/fichier de donateurs/)
    expect(() => detect('id;montant;date;contact\n', 'donateurs')).toThrow(/fichier de donations/)
    expect(() => detect('contact_id;nom;id;montant;date\n', 'donateurs')).not.toThrow()
  })
})

describe('le dialecte', () => {
  test.each([[';'], [','], ['\t'], ['|']])('le séparateur %j est reconnu', (delimiter) => {
    expect(detect(HEADER.replaceAll(';', delimiter)).delimiter).toBe(delimiter)
  })

  test('un séparateur dans un nom entre guillemets ne compte pas', () => {
    const found = detect('id,"montant;net;brut;total",montant,date,contact\n')
    expect(found.delimiter).toBe(',')
    expect(found.header.names[1]).toBe('montant;net;brut;total')
  })

  test('la ligne sep= d’Excel décide', () => {
    expect(detect(`sep=;\r\n${HEADER}\r\n`)).toMatchObject({
      delimiter: ';',
      headerLine: 2,
      dataLine: 3,
    })
  })

  test('les lignes avant l’en-tête sont passées, jusqu’à la vingtième', () => {
    const title = (lines: number) => `${'Export du mois\n'.repeat(lines)}${HEADER}\n1;2;3;4\n`
    expect(detect(title(19))).toMatchObject({ headerLine: 20, dataLine: 21 })
    expect(() => detect(title(20))).toThrow(/20 premières lignes/)
  })

  test('un en-tête peut tenir sur deux lignes entre guillemets', () => {
    const text = 'id;montant;date;contact;"remarque\nlibre"\n1;2;3;4;5\n'
    expect(detect(text)).toMatchObject({
      headerLine: 1,
      dataLine: 3,
      dataStart: text.indexOf('1;2'),
    })
  })

  test.each(['\n', '\r\n', '\r'])('les lignes s’achèvent par %j', (lineBreak) => {
    const text = `titre${lineBreak}${HEADER}${lineBreak}1;2;3;4`
    expect(detect(text)).toMatchObject({ headerLine: 2, dataStart: text.indexOf('1;2;3;4') })
  })
})

test('demain se compte à Paris, aux changements d’heure et d’année aussi', () => {
  expect(tomorrow(new Date('2026-11-20T22:30:00Z'))).toBe(2026_11_21)
  expect(tomorrow(new Date('2026-11-20T23:30:00Z'))).toBe(2026_11_22)
  expect(tomorrow(new Date('2026-12-31T12:00:00Z'))).toBe(2027_01_01)
})
