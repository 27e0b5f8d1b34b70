import { describe, expect, test } from 'vitest'
import { createRandom } from '../../../service/programs/demo/random'
import {
  anneeDe,
  ecrireJour,
  moisDe,
  quantiemeDe,
} from '../../../service/publication/calcul/calendrier'
import type { Dons } from '../../../service/publication/calcul/personne'
import { delaiArret, trouverSeries } from '../../../service/publication/calcul/series'
import { tirages } from '../../support/hasard'
import type { Gift } from '../../support/reference/gifts'
import { overAfter, seriesOf } from '../../support/reference/series'

const GRAINE = Number(process.env['GRAINE'] ?? Date.now() % 100_000)

type Don = readonly [jour: string, euros: number]

const jourDe = (texte: string) => Date.parse(texte) / 86_400_000

function colonnes(dons: readonly Don[]): Dons {
  const ordre = dons.toSorted(([un], [autre]) => jourDe(un) - jourDe(autre))
  const vides = () => new Int32Array(dons.length)
  return {
    nombre: dons.length,
    jours: Int32Array.from(ordre.map(([jour]) => jourDe(jour))),
    cents: Float64Array.from(ordre.map(([, euros]) => Math.round(euros * 100))),
    vfl: new Uint8Array(dons.length),
    codes: [vides(), vides(), vides(), vides()],
  }
}

/** What no series asks of a gift. */
const DON: Gift = {
  contact: 'A',
  day: '',
  year: 0,
  month: 0,
  cents: 0,
  campaign: 'VFL',
  campaignCode: '',
  family: '',
  media: '',
  origin: '',
  product: '',
  department: '',
}

const trouver = (...dons: Don[]) =>
  trouverSeries(colonnes(dons)).map(({ rythme, jours, cents }) => ({
    rythme,
    dons: jours.map((jour, at) => `${ecrireJour(jour)} ${(cents[at] ?? 0) / 100}`),
  }))

describe('les séries', () => {
  test('du 31 au 30, par le 29 février : un quantième', () => {
    const jours = ['2024-01-31', '2024-02-29', '2024-03-31', '2024-04-30'] as const
    expect(trouver(...jours.map((jour) => [jour, 10] as const))).toEqual([
      { rythme: 1, dons: jours.map((jour) => `${jour} 10`) },
    ])
  })

  test('deux à la fois, d’un rythme chacune, et un don de Noël entre', () => {
    const mois = ['01', '02', '03', '04', '05', '06', '07']
    const trimestres = ['01', '04', '07']
    expect(
      trouver(
        ...mois.map((un) => [`2024-${un}-05`, 10] as const),
        ...trimestres.map((un) => [`2024-${un}-20`, 30] as const),
        ['2024-03-06', 500],
      ),
    ).toEqual([
      { rythme: 1, dons: mois.map((un) => `2024-${un}-05 10`) },
      { rythme: 3, dons: trimestres.map((un) => `2024-${un}-20 30`) },
    ])
  })

  test('un montant qui change pour de bon la continue ; un premier don d’un autre la commence', () => {
    const dons: Don[] = [
      ['2024-01-05', 50],
      ['2024-02-05', 10],
      ['2024-03-05', 10],
      ['2024-04-05', 10],
      ['2024-05-05', 12],
      ['2024-06-05', 12],
    ]
    expect(trouver(...dons)).toEqual([
      { rythme: 1, dons: dons.map(([jour, euros]) => `${jour} ${euros}`) },
    ])
  })

  test('un mois peut manquer, deux non ; une année jamais', () => {
    const mensuels = (...mois: number[]) =>
      trouver(...mois.map((un) => [`2024-0${un}-05`, 10] as const))
    expect(mensuels(1, 2, 3, 5)).toHaveLength(1)
    expect(mensuels(1, 2, 5, 6)).toEqual([])
    const annuels = (...annees: number[]) =>
      trouver(...annees.map((une) => [`${une}-12-10`, 10] as const))
    expect(annuels(2020, 2021, 2022)).toHaveLength(1)
    expect(annuels(2019, 2020, 2022)).toEqual([])
  })

  test('finit après 1,6 pas', () => {
    expect([1, 3, 12].map(delaiArret)).toEqual([1, 3, 12].map(overAfter))
  })

  test(`sont celles du recalcul, de dons au hasard (graine ${GRAINE})`, () => {
    const { pick, between, chance } = createRandom(GRAINE)
    let trouvees = 0
    for (let tour = 0; tour < tirages(20_000); tour++) {
      const dons: Don[] = []
      for (let suite = between(1, 3); suite > 0; suite--) {
        let jour = between(18_000, 18_400)
        let euros = pick([10, 10, 12, 15])
        const ecart = pick([30, 31, 91, 92, 365, 366])
        for (let count = between(1, 8); count > 0; count--) {
          dons.push([ecrireJour(jour), euros])
          jour += chance(0.7)
            ? ecart
            : pick([24, 25, 37, 38, 50, 62, 74, 80, 102, 160, 204, 357, 373])
          if (chance(0.2)) euros = pick([10, 12, 15])
        }
      }
      const attendues = seriesOf(
        dons.map(([day, euros]) => ({ ...DON, day, cents: euros * 100 })),
      ).map(({ pace, gifts }) => ({
        rythme: pace,
        dons: gifts.map(({ day, cents }) => `${day} ${cents / 100}`),
      }))
      const texte = (series: object[]) => series.map((serie) => JSON.stringify(serie)).sort()
      trouvees += attendues.length
      expect(texte(trouver(...dons)), JSON.stringify(dons)).toEqual(texte(attendues))
    }
    expect(trouvees).toBeGreaterThan(0)
  })
})

test('le calendrier est celui de tout jour, aussi hors des tables', () => {
  const { between } = createRandom(GRAINE)
  const jours = [-25_568, -25_567, 84_005, 84_006, 11_016, 0, -719_162, 2_932_896]
  for (let tour = 0; tour < 5_000; tour++) jours.push(between(-200_000, 400_000))
  for (const jour of jours) {
    const date = new Date(jour * 86_400_000)
    expect([anneeDe(jour), moisDe(jour), quantiemeDe(jour)]).toEqual([
      date.getUTCFullYear(),
      date.getUTCMonth() + 1,
      date.getUTCDate(),
    ])
    expect(ecrireJour(jour)).toBe(date.toISOString().slice(0, 10))
  }
  // Before our era there is no year 0.
  expect(ecrireJour(-719_163)).toBe('0001-12-31 BC')
  expect(anneeDe(-719_163)).toBe(-1)
})
