import { setImmediate as breathe } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { normalise } from '#files/entetes'
import { csvGiven, csvText, csvUnguarded } from '../../../service/files/csv'
import { cleNom, lireNomComplet } from '../../../service/imports/fichiers/noms'
import {
  readAmount,
  readBirthdate,
  readBoolean,
  readCode,
  readDay,
  readId,
  readName,
} from '../../../service/imports/parsing/cells/values'
import { readHeader } from '../../../service/imports/parsing/dialect/columns'
import { Problem } from '../../../service/problem'
import { lire } from '../../support/lecture'

vi.setConfig({ testTimeout: 120_000 })

function milliseconds(work: () => void): number {
  const begun = performance.now()
  work()
  return performance.now() - begun
}

/**
 * Eight times as much may take eight times as long; quadratic work takes sixty-four times, and seconds. What others
 * do on the machine in the meantime makes no work quadratic three times in a row.
 */
async function expectLinear(work: (length: number) => void, length: number): Promise<void> {
  const tooMuch: number[] = []
  for (let attempt = 0; attempt < 3; attempt++) {
    await breathe()
    const once = milliseconds(() => work(length))
    const eightTimes = milliseconds(() => work(8 * length))
    if (eightTimes < 24 * once + 250) return
    tooMuch.push(eightTimes / once)
  }
  expect(tooMuch).toEqual([])
}

const HOSTILE: [string, (length: number) => string][] = [
  ['des espaces', (length) => `x${' '.repeat(length)}x`],
  ['des espaces insécables', (length) => `x${'\u00a0\u202f'.repeat(length / 2)}x`],
  ['des espaces et un euro', (length) => `1${' '.repeat(length)}€€`],
  ['des chiffres', (length) => `${'1'.repeat(length)}x`],
  ['des groupes de chiffres', (length) => `${'1 234'.repeat(length / 5)}x`],
  ['des apostrophes', (length) => `${"'".repeat(length)}x`],
  ['des apostrophes devant un signe', (length) => `${"'".repeat(length)}=`],
  ['des virgules et des signes', (length) => ",'=".repeat(length / 3)],
  ['des guillemets', (length) => `,${'"'.repeat(length)}x`],
  ['des accents en désordre', (length) => `a${'\u0301\u0323'.repeat(length / 2)}`],
]

describe.each(HOSTILE)('%s, sans fin,', (_name, make) => {
  test.each([
    ['un montant', readAmount],
    ['une date', readDay],
    ['un code', readCode],
    ['un identifiant', readId],
    ['un nom', readName],
    ['une date de naissance', readBirthdate],
    ['un oui ou non', readBoolean],
    ['un nom de colonne', normalise],
    ['un nom comparé', cleNom],
    ['un nom complet', lireNomComplet],
    ['un en-tête', (text: string) => readHeader('donations', [text, text])],
    ['une cellule exportée', (text: string) => csvUnguarded(csvGiven(csvText(text)))],
  ])('se lisent comme %s en un temps proportionné', (_kind, read) => {
    return expectLinear((length) => void read(make(length)), 15_000)
  })
})

describe('un fichier hostile se lit en un temps proportionné', () => {
  const H = 'id;montant;date;contact;nom\n'
  const row = (text: string) => `${H}1;5;2025-01-01;c;${text}\n`
  const read = (file: string | Buffer, sizes: number[]) => {
    try {
      lire('donations', file, { sizes })
    } catch (error) {
      if (!(error instanceof Problem)) throw error
    }
  }
  const FILES: [string, (length: number) => string | Buffer, number[]][] = [
    ['une cellule d’espaces', (length) => row(`é${' '.repeat(length)}x`), [65_536]],
    ['une colonne d’espaces', (length) => `${H.trim()};a${' '.repeat(length)}b\n`, [65_536]],
    [
      'une colonne d’accents',
      (length) => `${H.trim()};${'\u0301\u0323'.repeat(length / 2)}`,
      [65_536],
    ],
    ['un en-tête de séparateurs', (length) => ';'.repeat(length), [65_536]],
    ['des lignes de guillemets', (length) => `${'"'.repeat(length / 20)}\n`.repeat(20), [65_536]],
    ['des guillemets ouverts', (length) => `"${';a'.repeat(length / 40)}\n`.repeat(20), [65_536]],
    ['un en-tête par octets', (length) => 'x'.repeat(length), [1]],
    ['une ligne par octets', (length) => row('x'.repeat(length)), [1]],
    [
      'une ligne entre guillemets par octets',
      (length) => row(`"${'x\n'.repeat(length / 2)}"`),
      [1],
    ],
    ['des guillemets isolés', (length) => H + '"\n'.repeat(length / 2), [65_536]],
    [
      'des moitiés de caractères',
      (length) => Buffer.from(`\ufeff${H}${'\ud800'.repeat(length)}`, 'utf16le'),
      [65_536],
    ],
  ]
  test.each(FILES)('%s', (_name, make, sizes) => {
    return expectLinear((length) => read(make(length), sizes), 25_000)
  })
})
