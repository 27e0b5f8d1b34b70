import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cellOf } from '../../remix/classeur/cells.server'
import {
  formatCount,
  formatEuros,
  formatEvolution,
  formatMillions,
  formatMoney,
  formatPercent,
  formatPoints,
  formatThousands,
} from '../../service/figures/format'
import {
  changeOf,
  eurosEach,
  evolutionOf,
  meanOf,
  objectifOf,
  percentOf,
  rateOf,
  roundTo,
} from '../../service/figures/ratios'
import { csvField } from '../../service/files/csv'

/** Half away from zero, in whole numbers: what every place below must do. */
function awayFromZero(above: bigint, below: bigint): bigint {
  const magnitude = above < 0n ? -above : above
  const rounded = magnitude / below + (2n * (magnitude % below) >= below ? 1n : 0n)
  return above < 0n ? -rounded : rounded
}

/** A whole number of so many decimals as a number, and as French and our files write it. */
const asNumber = (units: bigint, decimals: number) => Number(`${units}e-${decimals}`)

function inFrench(units: bigint, decimals: number): string {
  const digits = String(units < 0n ? -units : units).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '\u202F')
  const text = decimals === 0 ? grouped : `${grouped},${digits.slice(-decimals)}`
  return units < 0n ? `\u2212${text}` : text
}

const cents = fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 })
const whole = fc.oneof(fc.integer({ min: 1, max: 2000 }), fc.integer({ min: 1, max: 1e12 }))
const runs = { numRuns: 2000 }

describe('[C] Une moitié s’éloigne de zéro, partout', () => {
  test.each([
    ['évolution', evolutionOf(863, 2000), -56.9], // −56,85
    ['évolution positive', evolutionOf(3137, 2000), 56.9],
    ['moyenne', meanOf([-56.8, -56.9], 1), -56.9],
    ['taux', rateOf(-1137, 2000), -56.9],
    ['montant par tête', eurosEach(-113_70, 2_00), -0.57], // −56,85 centimes
    ['nombre', roundTo(-56.85, 1), -56.9],
    ['nombre dont le double est sous la moitié', roundTo(1.005, 2), 1.01],
    ['écran', formatEvolution(-56.85), '\u221256,9\u00A0%'],
    ['points', formatPoints(-1.25), '\u22121,3\u00A0pt'],
    ['axe', formatMillions(1_150_000), '1,2\u00A0M€'], // 1.15 is a double below
    ['fichier', csvField(-1.005, 'montant'), '-1,01'],
    ['classeur', cellOf(-1.005, { format: 'montant' })?.value, -1.01],
    ['objectif', objectifOf(0, 5).objectif, 6], // 5,5
    ['rien', Object.is(roundTo(-0.001, 2), 0) && Object.is(percentOf(-1, 1e6), 0), true],
  ])('%s', (_site, found, expected) => {
    expect(found).toBe(expected)
  })

  test('rapports, évolutions et moyennes par tête disent la même chose du même rapport', () => {
    fc.assert(
      fc.property(cents, whole, (part, of) => {
        const tenths = asNumber(awayFromZero(BigInt(part) * 1000n, BigInt(of)), 1)
        expect(percentOf(part, of)).toBe(tenths)
        expect(rateOf(part, of)).toBe(tenths)
        expect(changeOf(of + part, of)).toBe(tenths)
        expect(eurosEach(part, of)).toBe(asNumber(awayFromZero(BigInt(part), BigInt(of)), 2))
        const one = part % 100_000
        const two = of % 100_000
        expect(meanOf([one / 10, two / 10], 1)).toBe(
          asNumber(awayFromZero(BigInt(one + two), 2n), 1),
        )
      }),
      runs,
    )
  })

  test('écrans, graphiques, fichiers et classeurs écrivent le même arrondi', () => {
    fc.assert(
      fc.property(cents, (thousandths) => {
        // Three decimals: a half of the last digit of an amount is as often as not.
        const value = thousandths / 1000
        const units = (decimals: number, by = 1n) =>
          awayFromZero(BigInt(thousandths) * 10n ** BigInt(decimals), 1000n * by)
        expect(roundTo(value, 2)).toBe(asNumber(units(2), 2))
        expect(formatMoney(value)).toBe(`${inFrench(units(2), 2)}\u00A0€`)
        expect(formatEuros(value)).toBe(`${inFrench(units(0), 0)}\u00A0€`)
        expect(formatCount(value)).toBe(inFrench(units(0), 0))
        expect(formatPercent(value)).toBe(`${inFrench(units(1), 1)}\u00A0%`)
        expect(csvField(value, 'montant')).toBe(
          inFrench(units(2), 2).replaceAll('\u202F', '').replace('\u2212', '-'),
        )
        expect(cellOf(value, { format: 'montant' })?.value).toBe(asNumber(units(2), 2))
        // Charts are given whole cents.
        const euros = thousandths / 100
        const short = (decimals: number, by: bigint) =>
          inFrench(awayFromZero(BigInt(thousandths) * 10n ** BigInt(decimals), 100n * by), decimals)
        expect(formatThousands(euros)).toBe(`${short(0, 1000n)}\u00A0k€`)
        expect(formatMillions(euros)).toBe(`${short(1, 1_000_000n)}\u00A0M€`)
      }),
      runs,
    )
  })
})
