import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  csvDay,
  csvField,
  csvGiven,
  csvHeader,
  csvLine,
  csvText,
  csvUnguarded,
} from '../../service/files/csv'
import { tirages } from '../support/hasard'
import { cellsOf, piecesOf } from '../support/tableur'

test('l’en-tête dit à Excel que le fichier est en UTF-8', () => {
  expect(csvHeader(['Année', 'Montant'])).toBe('\uFEFFAnnée;Montant\r\n')
})

test('une ligne sépare par des points-virgules et protège ce qui en contient', () => {
  expect(csvLine(['a;b', 'dit "oui"', 'deux\nlignes', null, ''])).toBe(
    '"a;b";"dit ""oui""";"deux\nlignes";;\r\n',
  )
})

test('les nombres ont une virgule et gardent leur signe', () => {
  expect(csvLine([12.5, -3, 0])).toBe('12,5;-3;0\r\n')
})

test('un montant a deux décimales, entier ou non', () => {
  const montants = [30, 0, -2, 12.5, 1234.05, 0.1, -0.5]
  expect(montants.map((montant) => csvField(montant, 'montant'))).toEqual([
    '30,00',
    '0,00',
    '-2,00',
    '12,50',
    '1234,05',
    '0,10',
    '-0,50',
  ])
})

test.each(['=1+1', '+33', '-2', '@x', '\tx', '\rx'])(
  'le texte %j ne devient pas une formule',
  (text) => {
    expect(csvLine([text])).toMatch(/^"?'/)
  },
)

test.each(['-50,00', '+12.5', '-1 234,50 €', '-1\u202f234,50\u00a0€', '12'])(
  'le nombre %j d’un autre fichier reste tel quel',
  (text) => {
    expect(csvGiven(text)).toBe(text)
  },
)

test.each(['-2+3', '+cmd|x', '=1', '-A1', '@x'])(
  'le texte %j d’un autre fichier ne devient pas une formule',
  (text) => {
    expect(csvGiven(text)).toBe(`'${text}`)
  },
)

describe('dans un tableur de n’importe quel pays', () => {
  const nasty = fc.string({
    unit: fc.constantFrom(
      ...['a', '1', ' ', ',', ';', '\t', '|', '"', "'", '\n', '\r', '\u00a0'],
      ...['=', '+', '-', '@', '＝', '＋', '－', '＠'],
    ),
    maxLength: 12,
  })
  const cell = fc.oneof(
    nasty,
    fc
      .double({ noNaN: true, noDefaultInfinity: true, max: 1e9, min: -1e9 })
      .map((n) => Math.round(n) / 100),
    fc.constant(null),
  )
  const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), {
    minLength: 1,
    maxLength: 3,
  })

  const isNumber = (text: string) => /^[+-]?\d[\d., \u00a0\u202f\u2009]*€?$/.test(text)
  /** No formula goes on after a number with `;`: that is our own end of a cell. */
  const isLive = (text: string) => {
    const shown = text.replace(/^[ \u00a0\u202f\u2009"]+/, '')
    return /^[=+\-@＝＋－＠]/.test(shown) && !isNumber(shown.split(';')[0] ?? '')
  }

  test.each([[';'], [','], ['\t'], ['|']])(
    '[0.1.0 C] où %j sépare les cellules, aucune ne commence par un signe de formule, sauf un nombre',
    (delimiter) => {
      fc.assert(
        fc.property(rows, (rows) => {
          const text = rows.map(csvLine).join('')
          const given = rows.map(
            (row) => `${row.map((one) => csvGiven(String(one ?? ''))).join(';')}\r\n`,
          )
          for (const file of [text, given.join('')])
            for (const read of [cellsOf, piecesOf])
              expect(read(file, delimiter).filter(isLive)).toEqual([])
        }),
        { numRuns: tirages(500) },
      )
    },
  )

  test('[0.1.0 C] nos exports se relisent tels quels, quoi qu’ils contiennent', () => {
    fc.assert(
      fc.property(fc.array(nasty, { minLength: 1, maxLength: 4 }), (texts) => {
        const [read = []] = parse(csvLine(texts), { delimiter: ';', record_delimiter: '\r\n' })
        expect(read.map(csvUnguarded)).toEqual(texts)
      }),
      { numRuns: tirages(500) },
    )
  })

  test.each([
    ['a,=1+1', "'a,'=1+1"],
    ['＝1+1', "'＝1+1"],
    ['Martin\t@x', "'Martin\t'@x"],
    ['l’un\n-l’autre', '"\'l’un\n\'-l’autre"'],
    ['x, "=1', '"\'x, ""\'=1"'],
  ])('%j s’écrit %j', (text, field) => expect(csvText(text)).toBe(field))

  test.each(['-1,5', '+33 1', '-1\u2009234,50'])('le nombre %j le reste', (text) => {
    expect(csvGiven(text)).toBe(text)
  })

  test.each(["N,'-a", "'s-Hertogenbosch", "d'Arc", "l'un, l'autre"])(
    'le texte %j d’un autre programme reste tel quel',
    (text) => {
      expect(csvUnguarded(text)).toBe(text)
    },
  )

  test('une date qui n’en est pas une reste inerte', () => {
    expect(csvDay('2024-12-31')).toBe('31/12/2024')
    expect(csvDay('=1-1')).toBe("'=1-1")
  })
})
