import { describe, expect, test, vi } from 'vitest'
import {
  formatCount,
  formatDay,
  formatDifference,
  formatDuration,
  formatEvolution,
  formatInstant,
  formatInstantBeside,
  formatLimit,
  formatLongDay,
  formatMillions,
  formatMoney,
  formatPercent,
  formatPoints,
  formatShortInstant,
  formatShortPercent,
  formatSize,
  formatWeight,
  plural,
  SHORT_MONTHS,
  typeset,
} from '../../service/figures/format'
import { thisYear, today } from '../../service/figures/today'

const NARROW = '\u202F'
const SPACE = '\u00A0'

describe('Les nombres en français', () => {
  test.each([
    [0, '0'],
    [999, '999'],
    [1000, `1${NARROW}000`],
    [1234567, `1${NARROW}234${NARROW}567`],
    [-1234, `\u22121${NARROW}234`],
    [null, 'N/A'],
    [undefined, 'N/A'],
  ])('le nombre %s s’écrit « %s »', (value, text) => {
    expect(formatCount(value)).toBe(text)
  })

  test('un montant a deux décimales et une espace insécable avant l’euro', () => {
    expect(formatMoney(1234.5)).toBe(`1${NARROW}234,50${SPACE}€`)
    expect(formatMoney(0)).toBe(`0,00${SPACE}€`)
    expect(formatMoney(-0.001)).toBe(`0,00${SPACE}€`)
  })

  test('les graphiques abrègent en millions avec une décimale', () => {
    expect(formatMillions(1_249_000)).toBe(`1,2${SPACE}M€`)
    expect(formatMillions(49_000)).toBe(`0,0${SPACE}M€`)
  })

  test('les écarts portent leur signe, sauf zéro', () => {
    expect(formatDifference(12)).toBe('+12')
    expect(formatDifference(-12)).toBe('\u221212')
    expect(formatDifference(0)).toBe('0')
    expect(formatEvolution(3.24)).toBe(`+3,2${SPACE}%`)
    expect(formatEvolution(-1.1)).toBe(`\u22121,1${SPACE}%`)
    expect(formatEvolution(0.01)).toBe(`0,0${SPACE}%`)
    expect(formatPercent(100)).toBe(`100,0${SPACE}%`)
    expect(formatPoints(2.5)).toBe(`+2,5${SPACE}pts`)
  })

  test.each([
    [0, '0 donateur'],
    [1, '1 donateur'],
    [2, '2 donateurs'],
    [-2, '\u22122 donateurs'],
  ])('%s prend le bon nombre', (count, text) => {
    expect(plural(count, 'donateur').replace(SPACE, ' ')).toBe(text)
  })

  test('la taille d’un fichier est en kilo-octets arrondis', () => {
    expect(formatSize(1536)).toBe(`2${SPACE}Ko`)
    expect(formatSize(100)).toBe(`0${SPACE}Ko`)
    expect(formatWeight(850)).toBe(`850${SPACE}octets`)
    expect(formatWeight(3.4 * 1024 * 1024)).toBe(`3,4${SPACE}Mo`)
    expect(formatWeight(1.2 * 1024 ** 3)).toBe(`1,2${SPACE}Go`)
  })

  test.each([
    [5_368_709_120, '5 Go'],
    [4.5 * 1024 * 1024, '4,5 Mo'],
    [256 * 1024, '256 Ko'],
    [5_000_000_000, '5 000 000 000 octets'],
    [20_000, '20 000 octets'],
  ])('une limite de %i octets est juste : %s', (bytes, text) => {
    expect(formatLimit(bytes).replaceAll(NARROW, ' ').replace(SPACE, ' ')).toBe(text)
  })

  test('dans une phrase, un pourcentage rond n’a pas de décimale', () => {
    expect(formatShortPercent(10)).toBe(`10${SPACE}%`)
    expect(formatShortPercent(12.34)).toBe(`12,3${SPACE}%`)
  })

  test('une durée se lit en secondes, puis en minutes', () => {
    expect(formatDuration(3.21)).toBe(`3,2${SPACE}s`)
    expect(formatDuration(125)).toBe(`2${SPACE}min${SPACE}05${SPACE}s`)
    expect(formatDuration(null)).toBe('N/A')
  })
})

describe('Les dates en français', () => {
  test('[0.1.0 E] un jour s’écrit en chiffres et en lettres', () => {
    expect(formatDay('2024-12-31')).toBe('31/12/2024')
    expect(formatDay('2024-12-31 00:00:00')).toBe('31/12/2024')
    for (const text of ['31/12/1980', '05-03-1980', 'vers 1950-60', '1980-12-31bis'])
      expect(formatDay(text), 'ce qui n’est pas un jour').toBe(text)
    expect(formatLongDay('2024-01-01')).toBe('1er janvier 2024')
    expect(formatLongDay('2024-08-09')).toBe('9 août 2024')
  })

  // The clocks of Paris change on 29 March 2026 and on 25 October 2026, at 01:00 UTC.
  test.each([
    ['2026-03-29T00:59:59Z', '29 mars 2026 à 01:59'],
    ['2026-03-29T01:00:00Z', '29 mars 2026 à 03:00'],
    ['2026-10-25T00:59:59Z', '25 octobre 2026 à 02:59'],
    ['2026-10-25T01:00:00Z', '25 octobre 2026 à 02:00'],
    ['2026-12-31T23:30:00Z', '1er janvier 2027 à 00:30'],
    ['2026-07-14T10:00:00+02:00', '14 juillet 2026 à 10:00'],
  ])('à l’instant %s, il est à Paris %s', (instant, text) => {
    expect(formatInstant(instant)).toBe(text)
  })

  test('l’année d’un instant ne s’écrit qu’où celle du jour voisin est autre', () => {
    expect(formatInstantBeside('2026-11-23T08:16:00Z', '2026-10-28')).toBe('23/11 à 09:16')
    expect(formatInstantBeside('2026-12-31T23:30:00Z', '2026-12-31')).toBe('01/01/2027 à 00:30')
    expect(formatInstantBeside('2026-11-23T08:16:00Z', null)).toBe('23/11/2026 à 09:16')
  })

  test('l’heure de Paris est celle de la base des fuseaux horaires, jour après jour', () => {
    const reference = new Intl.DateTimeFormat('en-GB', {
      timeZone: 'Europe/Paris',
      day: '2-digit',
      month: '2-digit',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
    })
    for (let day = 0; day < 3 * 365; day += 1) {
      const instant = new Date(Date.UTC(2025, 0, 1, 0, 30) + day * 86_400_000)
      expect(formatShortInstant(instant.toISOString())).toBe(
        reference.format(instant).replace(', ', ' '),
      )
    }
  })

  test('les mois des graphiques sont ceux de la spécification', () => {
    expect(SHORT_MONTHS.join(' ')).toBe('Jan Fév Mar Avr Mai Juin Juil Août Sep Oct Nov Déc')
  })
})

test('le jour et l’année en cours sont ceux de Paris, où que soit la machine', () => {
  vi.useFakeTimers({ now: new Date('2026-12-31T22:59:59Z') })
  expect([today(), thisYear()]).toEqual(['2026-12-31', 2026])
  vi.setSystemTime(new Date('2026-12-31T23:00:00Z'))
  expect([today(), thisYear()]).toEqual(['2027-01-01', 2027])
  vi.setSystemTime(new Date('2027-06-30T22:00:00Z'))
  expect(today()).toBe('2027-07-01')
  vi.useRealTimers()
})

describe('La typographie française', () => {
  test('une phrase prend ses espaces insécables, une fois pour toutes', () => {
    const text = 'Le n° 7 « Noël » : 10 % de 5 € ; rien d’autre ? Si !'
    const set = 'Le n°~7 «~Noël~»~: 10~% de 5~€~; rien d’autre~? Si~!'.replaceAll('~', SPACE)
    expect(typeset(text)).toBe(set)
    expect(typeset(set)).toBe(set)
  })

  test.each([
    'le 3 à 10:30',
    'http://127.0.0.1:3001/?a=1&b=2',
    'écoute sur ::1',
    'cherche ?page=2',
    'a{color:red;b:c!important}',
    `l’an dernier${NARROW}?`,
  ])('ce qui n’est pas une phrase reste tel quel : %s', (text) => {
    expect(typeset(text)).toBe(text)
  })
})
