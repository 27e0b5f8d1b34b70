import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { readAmount, readDay } from '../../../service/imports/parsing/cells/values'
import { createScanner } from '../../../service/imports/parsing/rows/scanner'
import { Problem } from '../../../service/problem'
import { tirages } from '../../support/hasard'
import { cut, lire } from '../../support/lecture'

vi.setConfig({ testTimeout: 60_000 })

const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 })
const delimiters = fc.constantFrom(';', ',', '\t', '|')
const breaks = fc.constantFrom('\n', '\r\n', '\r')

/** A field as CSV writes it: between quotes where it must be, or always. */
const quote = (text: string, delimiter: string, always: boolean) =>
  always || /["\r\n]/.test(text) || text.includes(delimiter) || text.startsWith(' ')
    ? `"${text.replaceAll('"', '""')}"`
    : text

describe('un don écrit dans un dialecte quelconque', () => {
  /** Each writes cents as some program does; none of them is ambiguous. */
  const amounts: ((cents: number, delimiter: string) => string)[] = [
    (cents) => (cents / 100).toFixed(2),
    (cents) => (cents / 100).toFixed(2).replace('.', ','),
    (cents) =>
      `${(cents / 100)
        .toFixed(2)
        .replace('.', ',')
        .replace(/\B(?=(\d{3})+,)/g, ' ')} €`,
    (cents) =>
      `${(cents / 100)
        .toFixed(2)
        .replace('.', ',')
        .replace(/\B(?=(\d{3})+,)/g, '\u202f')}\u00a0€`,
    (cents) =>
      (cents / 100)
        .toFixed(2)
        .replace('.', ',')
        .replace(/\B(?=(\d{3})+,)/g, '.'),
    (cents) => (cents / 100).toFixed(2).replace(/\B(?=(\d{3})+\.)/g, ','),
    (cents) => `+${cents / 100}`,
    (cents) => `${String(cents).replace('.', ',')}E-2`,
  ]
  const dates: ((day: string) => string)[] = [
    (day) => day,
    (day) => day.replaceAll('-', '/'),
    (day) => day.split('-').reverse().join('/'),
    (day) => day.split('-').reverse().join('-'),
    (day) => day.split('-').reverse().join('.'),
    (day) => `${day}T23:59:59+02:00`,
    (day) => `${day} 00:00:00`,
    (day) => `${day.split('-').reverse().join('/')} 08:15`,
  ]
  const headers = [
    ['id', 'order_amount', 'order_date', 'contact_id', 'campaign_code'],
    ['ID don', 'Montant', 'Date don', 'Id Contact', 'Code campagne'],
    ['numero_don', 'AMOUNT', 'date-commande', 'donateur.id', 'Campagne'],
  ]
  const encodings: Record<string, (text: string) => Buffer> = {
    'UTF-8': (text) => Buffer.from(text),
    'UTF-8 avec BOM': (text) => Buffer.from(`\ufeff${text}`),
    'UTF-16 LE': (text) => Buffer.from(`\ufeff${text}`, 'utf16le'),
    'UTF-16 BE': (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
  }
  const don = fc.record({
    contact: fc.stringMatching(/^[A-Z0-9]{1,12}$/),
    cents: fc.integer({ min: 0, max: 1_000_000_000 }),
    day: fc
      .date({ min: new Date('1900-01-01'), max: new Date('2026-11-20'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10)),
    campagne: fc.stringMatching(/^[A-Z][A-Za-z0-9 é€;,|"'\t_-]{0,18}[a-z0-9]$/),
  })
  const dialect = fc.record({
    delimiter: delimiters,
    lineBreak: fc.array(breaks, { minLength: 1, maxLength: 3 }),
    always: fc.boolean(),
    amount: fc.constantFrom(...amounts),
    date: fc.constantFrom(...dates),
    header: fc.constantFrom(...headers),
    encoding: fc.constantFrom(...Object.keys(encodings)),
    order: fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5 }),
    titles: fc.array(fc.constantFrom('Export des dons', '', 'Édité le 3 mai'), { maxLength: 4 }),
    sep: fc.boolean(),
    endsWithBreak: fc.boolean(),
  })

  test('se relit exactement', () => {
    fc.assert(
      fc.property(
        fc.array(don, { minLength: 1, maxLength: 12 }),
        dialect,
        sizes,
        (dons, way, sizes) => {
          const write = (cells: string[]) =>
            way.order
              .map((place) => quote(cells[place] ?? '', way.delimiter, way.always))
              .join(way.delimiter)
          const lines = [
            ...(way.sep ? [`sep=${way.delimiter}`] : way.titles),
            write(way.header),
            ...dons.map((one, index) =>
              write([
                `D${index}`,
                way.amount(one.cents, way.delimiter),
                way.date(one.day),
                one.contact,
                one.campagne,
              ]),
            ),
          ]
          const text = lines
            .map((line, index) => {
              const isLast = index === lines.length - 1
              return isLast && !way.endsWithBreak
                ? line
                : line + (way.lineBreak[index % way.lineBreak.length] ?? '')
            })
            .join('')
          const read = lire('donations', encodings[way.encoding]?.(text) ?? '', { sizes })
          expect(read.rejets).toEqual([])
          expect(read.lignes).toEqual(
            dons.map((one, index) => ({
              id: `D${index}`,
              order_amount: (one.cents / 100).toFixed(2),
              order_date: one.day,
              contact_id: one.contact,
              campaign_code: one.campagne,
            })),
          )
          const sum = dons.reduce((total, one) => total + one.cents, 0)
          expect(read.lecture).toMatchObject({
            centimes: sum,
            total: dons.length,
            encodage: way.encoding,
          })
        },
      ),
      { numRuns: tirages(60) },
    )
  })
})

describe('la lecture rapide des octets', () => {
  const header = 'id;montant;date;contact\n'
  const amount = fc.oneof(
    fc.stringMatching(/^[ ]?[+-]?\d{0,5}([., ]\d{0,3}){0,3}( ?€)?$/),
    fc.string({ maxLength: 8 }).filter((text) => !/[;"\r\n\0]/.test(text)),
  )
  const date = fc.oneof(
    fc.stringMatching(/^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}$/),
    fc.stringMatching(/^[0-9/-]{10}$/),
  )

  test('lit un montant et une date comme leur définition', () => {
    fc.assert(
      fc.property(amount, date, (montant, jour) => {
        const read = lire('donations', `${header}1;${montant};2025-01-01;c\n2;1;${jour};c\n`)
        const cents = readAmount(montant)
        const [first] = read.lignes.filter((row) => row['id'] === '1')
        if ('value' in cents && cents.value !== undefined)
          expect(first?.['order_amount']).toBe((cents.value / 100).toFixed(2))
        else
          expect(read.rejets[0]).toMatchObject({
            ligne: 2,
            motif: 'motif' in cents ? cents.motif : 'montant_absent',
          })
        const day = readDay(jour)
        const isKept =
          'value' in day && (day.value ?? 0) >= 1900_01_01 && (day.value ?? 0) <= 2026_11_21
        expect(read.lignes.some((row) => row['id'] === '2')).toBe(isKept)
      }),
      { numRuns: tirages(200) },
    )
  })
})

describe('une ligne sans guillemets', () => {
  const cell = fc.oneof(
    fc.constantFrom(
      '',
      'nan',
      'NaN',
      'Nan',
      'Null',
      'NULL',
      'N/A',
      'Nantes',
      'None',
      ' x',
      'x ',
      'é',
      'É',
    ),
    fc.constantFrom(
      'à\u00a0',
      '\u202fx',
      '\u3000',
      'œuf',
      "'=1",
      "l'été",
      '12345.0',
      '1.0',
      '0.05',
      '1E+5',
      '2,5e7',
      '12E4',
      "'a,'=1",
      "'a,=1",
      '\\N',
      'a\\b',
    ),
    fc.stringMatching(/^[A-Za-z0-9é€'. _-]{0,12}$/),
    fc.integer({ min: 190, max: 210 }).map((length) => 'x'.repeat(length)),
    fc.integer({ min: 490, max: 510 }).map((length) => 'y'.repeat(length)),
  )
  const amount = fc.oneof(
    fc.constantFrom(
      '',
      '0',
      '0,00',
      '007',
      '1.234',
      '1,234',
      '-5',
      '99999999999',
      '100000000000',
      '12,5',
      '3.1',
    ),
    fc.stringMatching(/^\d{1,4}([.,]\d{1,3})?$/),
  )
  const day = fc.oneof(
    fc.constantFrom(
      '',
      '1899-12-31',
      '2026-11-21',
      '2026-11-22',
      '2024-02-30',
      '29/02/2024',
      '1/2/2024',
    ),
    fc.stringMatching(/^20[0-2]\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/),
    fc.stringMatching(/^([012]\d|3[01])\/(0[1-9]|1[0-2])\/20[0-2]\d$/),
  )
  const yesNo = fc.constantFrom('', '0', '1', 'oui', 'faux', '2')
  const headers: [Parameters<typeof lire>[0], [string, fc.Arbitrary<string>][]][] = [
    [
      'donations',
      [
        ['id', cell],
        ['autre', cell],
        ['montant', amount],
        ['date', day],
        ['contact', cell],
        ['media', cell],
      ],
    ],
    [
      'donations',
      [
        ['contact', cell],
        ['commande', cell],
        ['date', day],
        ['montant', amount],
      ],
    ],
    [
      'donateurs',
      [
        ['prenom', cell],
        ['contact_id', cell],
        ['cp', cell],
        ['naissance', day],
        ['societe', yesNo],
      ],
    ],
  ]

  test.each(headers)('est lue comme la même avec des guillemets (%s)', (type, columns) => {
    const header = columns.map(([name]) => name).join(';')
    fc.assert(
      fc.property(
        fc.array(fc.tuple(...columns.map(([, kind]) => kind)), { maxLength: 6 }),
        (rows) => {
          const write = (around: string) =>
            [
              header,
              ...rows.map((row) => row.map((text) => around + text + around).join(';')),
            ].join('\n')
          const bare = lire(type, `${write('')}\n`)
          const quoted = lire(type, `${write('"')}\n`)
          expect(bare.lignes).toEqual(quoted.lignes)
          expect(bare.reprises).toEqual(quoted.reprises)
          expect(bare.rejets.map(({ ligne, motif }) => `${ligne} ${motif}`)).toEqual(
            quoted.rejets.map(({ ligne, motif }) => `${ligne} ${motif}`),
          )
          expect(bare.lecture).toEqual(quoted.lecture)
        },
      ),
      { numRuns: tirages(100) },
    )
  })
})

describe('le découpage en lignes', () => {
  const width = 3

  /** The rows that the scanner accepts, as texts, and the lines that it sends back. */
  function scan(text: string, delimiter: string, chunks: number[]) {
    const rows: string[][] = []
    const rejected: number[] = []
    const scanner = createScanner({
      delimiter,
      width,
      firstLine: 1,
      accept: (row) => {
        if (row.count !== width) return 'champs_manquants'
        rows.push(
          Array.from({ length: row.count }, (_, index) =>
            row.bytes.toString('utf8', row.starts[index], row.ends[index]),
          ),
        )
        return undefined
      },
      reject: (line) => rejected.push(line),
    })
    for (const chunk of cut(Buffer.from(text), chunks)) scanner.push(chunk)
    scanner.end()
    return { rows, rejected }
  }

  const reference = (text: string, delimiter: string): string[][] =>
    parse(text, {
      delimiter,
      record_delimiter: ['\r\n', '\n', '\r'],
      skip_empty_lines: true,
    }).filter((cells) => cells.some((cell) => /[^ \t]/.test(cell)))

  const plain = fc.string({
    unit: fc.constantFrom('a', 'é', '€', '"', ';', ',', ' ', '😀'),
    maxLength: 8,
  })
  const multiline = fc.string({ unit: fc.constantFrom('a', '\n', '\r', '"'), maxLength: 6 })
  const row = fc.array(fc.oneof(plain, multiline), { minLength: width, maxLength: width })

  test('est celui de csv-parse, ligne à ligne, sur tout fichier bien formé', () => {
    fc.assert(
      fc.property(
        fc.array(row, { maxLength: 8 }),
        delimiters,
        breaks,
        fc.boolean(),
        sizes,
        (rows, delimiter, lineBreak, always, sizes) => {
          const text = rows
            .map((cells) => cells.map((cell) => quote(cell, delimiter, always)).join(delimiter))
            .join(lineBreak)
          const read = scan(text, delimiter, sizes)
          expect(read.rejected).toEqual([])
          expect(read.rows).toEqual(reference(text, delimiter))
        },
      ),
      { numRuns: tirages(120) },
    )
  })
})

describe('des octets quelconques', () => {
  const pieces = fc.constantFrom(
    ...[
      '"',
      '""',
      ';',
      ';;',
      '\n',
      '\r',
      '\r\n',
      '1',
      '12,5',
      '2025-01-01',
      'c',
      'é',
      '\0',
      ' ',
      "'=",
      'x'.repeat(50),
    ].map((text) => Buffer.from(text)),
    ...['1;5;2025-01-01;c\n', '2;0;2025-01-01;c;\n', '"3";"7,5";"31/12/2024";"c"\r\n'].map((text) =>
      Buffer.from(text),
    ),
    Buffer.from([0xe9]),
    Buffer.from([0xff, 0xfe]),
    Buffer.from([0xc3]),
  )
  const noise = fc.oneof(
    fc.array(pieces, { maxLength: 60 }).map((parts) => Buffer.concat(parts)),
    fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.from(bytes)),
  )

  test('donnent toujours des comptes justes, les mêmes quel que soit le découpage', () => {
    fc.assert(
      fc.property(noise, sizes, (bytes, sizes) => {
        const file = Buffer.concat([Buffer.from('id;montant;date;contact\n'), bytes])
        const whole = lire('donations', file)
        const { total, valides, zeros, rejets, reprises, courtesValides, centimes } = whole.lecture
        expect(valides + zeros + rejets).toBe(total)
        expect(whole.rejets).toHaveLength(rejets)
        expect(whole.lignes.length + reprises).toBe(valides + zeros)
        expect(whole.reprises).toHaveLength(reprises + courtesValides)
        const kept = [...whole.lignes, ...whole.reprises.filter((row) => row['courte'] === 'f')]
        const sum = kept.reduce(
          (cents, row) => cents + Math.round(Number(row['order_amount']) * 100),
          0,
        )
        expect(sum).toBe(centimes)
        expect(lire('donations', file, { sizes })).toEqual(whole)
      }),
      { numRuns: tirages(150) },
    )
  })

  test('sans en-tête, sont refusés par une phrase', () => {
    fc.assert(
      fc.property(noise, sizes, (bytes, sizes) => {
        try {
          lire('donateurs', bytes, { sizes })
        } catch (error) {
          expect(error).toBeInstanceOf(Problem)
        }
      }),
      { numRuns: tirages(120) },
    )
  })
})
