import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createDecoder } from '../../../service/imports/parsing/encoding/decoder'
import { tirages } from '../../support/hasard'
import { cut } from '../../support/lecture'

function decode(bytes: Buffer, sizes = [65_536]) {
  const decoder = createDecoder()
  const parts = cut(bytes, sizes).map((chunk) => decoder.decode(chunk))
  return { text: Buffer.concat([...parts, decoder.end()]), encodage: decoder.encodage() }
}

const TEXT = 'Noël à Besançon, 12 €, œuvre, 你好 😀'
const ASCII = 'a'.repeat(100_000)
const swapped = (text: string) => Buffer.from(text, 'utf16le').swap16()

const FILES: [string, Buffer, string, string][] = [
  ['UTF-8', Buffer.from(ASCII + TEXT), 'UTF-8', ASCII + TEXT],
  ...['你好 né', '😀 né'].map((text): (typeof FILES)[number] => [
    `UTF-8 dont le premier caractère est ${text.slice(0, 2).trim()}`,
    Buffer.from(text),
    'UTF-8',
    text,
  ]),
  ['UTF-8 avec BOM', Buffer.from(`\ufeff${TEXT}`), 'UTF-8 avec BOM', TEXT],
  ['UTF-16 LE avec BOM', Buffer.from(`\ufeff${TEXT}`, 'utf16le'), 'UTF-16 LE', TEXT],
  ['UTF-16 BE avec BOM', swapped(`\ufeff${TEXT}`), 'UTF-16 BE', TEXT],
  [
    'UTF-16 LE sans BOM',
    Buffer.from(`id;montant;${TEXT}`, 'utf16le'),
    'UTF-16 LE',
    `id;montant;${TEXT}`,
  ],
  ['UTF-16 BE sans BOM', swapped(`id;montant;${TEXT}`), 'UTF-16 BE', `id;montant;${TEXT}`],
  [
    'Windows-1252',
    Buffer.concat([Buffer.from(ASCII), Buffer.from([0xc9, 0x74, 0xe9, 0x20, 0x80, 0x92, 0x9c])]),
    'Windows-1252',
    `${ASCII}Été €’œ`,
  ],
  ['ASCII seul', Buffer.from('abc'), 'UTF-8', 'abc'],
]

describe.each(FILES)('%s', (_name, bytes, encodage, text) => {
  test.each([[[65_536]], [[1]], [[3, 5]], [[7, 1000]]])(
    'est reconnu par morceaux de %j',
    (sizes) => {
      const read = decode(bytes, sizes)
      expect(read.encodage).toBe(encodage)
      expect(read.text.toString()).toBe(text)
    },
  )
})

test('le premier caractère hors ASCII décide, aussi loin qu’il soit', () => {
  const late = Buffer.concat([Buffer.from(ASCII), Buffer.from([0xe9, 0x0a]), Buffer.from('é')])
  const read = decode(late)
  expect(read.encodage).toBe('Windows-1252')
  const rejected = Buffer.concat([Buffer.from('é\n'), Buffer.of(0xff), Buffer.from('é')])
  expect(read.text.subarray(-rejected.length)).toEqual(rejected)
})

describe('[0.1.0 D] en Windows-1252, une ligne dont les caractères sont de l’UTF-8', () => {
  const latin = (text: string) => Buffer.from(text, 'latin1')
  const start = latin('été\n')
  const MARK = Buffer.of(0xff)
  const LINES: [string, Buffer, Buffer][] = [
    [
      'est marquée',
      Buffer.from('a;né;b\n'),
      Buffer.concat([latin('a;n'), MARK, Buffer.from('é;b\n')]),
    ],
    ['l’est aussi en fin de fichier', Buffer.from('你'), Buffer.concat([MARK, Buffer.from('你')])],
    [
      'ne l’est pas si un seul ne l’est pas',
      Buffer.concat([Buffer.from('é;'), latin('é\n')]),
      Buffer.from('Ã©;é\n'),
    ],
    [
      'ne marque pas sa voisine',
      Buffer.concat([Buffer.from('é\r'), latin('é')]),
      Buffer.concat([MARK, Buffer.from('é\ré')]),
    ],
    ['d’un caractère inachevé ne l’est pas', Buffer.from([0xc3]), Buffer.from('Ã')],
    [
      'sans fin ne se garde pas en mémoire',
      Buffer.from(`é${'x'.repeat(300_000)}`),
      Buffer.from(`Ã©${'x'.repeat(300_000)}`),
    ],
  ]
  test.each(LINES)('%s', (_case, line, expected) => {
    for (const sizes of line.length > 1000 ? [[65_536], [50_000]] : [[65_536], [1], [2], [3, 5]]) {
      const read = decode(Buffer.concat([start, line]), sizes)
      expect(read.text.subarray(Buffer.byteLength('été\n')).equals(expected)).toBe(true)
    }
  })
})

test('ce qui n’est pas du texte laisse un octet que l’UTF-8 n’a jamais', () => {
  const lone = Buffer.concat([
    Buffer.from('\ufeffa', 'utf16le'),
    Buffer.of(0x00, 0xd8),
    Buffer.from('b', 'utf16le'),
  ])
  expect([...decode(lone).text]).toEqual([0x61, 0xff, 0x62])
  expect([...decode(Buffer.from([0xe9, 0x20, 0x81])).text]).toEqual([0xc3, 0xa9, 0x20, 0xff])
})

test('en Windows-1252, le découpage en morceaux ne change rien', () => {
  const piece = fc.constantFrom(
    'a',
    '\n',
    '\r',
    'é',
    '\u0080',
    '\u00bf',
    'É»',
    'Ã©',
    'â\u0082¬',
    'ð\u009f\u0098\u0080',
  )
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 40 }),
      fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 4 }),
      (pieces, sizes) => {
        const file = Buffer.from(`été\n${pieces.join('')}`, 'latin1')
        expect(decode(file, sizes).text).toEqual(decode(file).text)
      },
    ),
    { numRuns: tirages(500) },
  )
})
