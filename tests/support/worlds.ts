import fc from 'fast-check'
import { type Don, don } from './dons'
import type { Fiche, World } from './reference/gifts'
import { monthsLater } from './reference/months'

/** Days at which periods, years and statuses turn, and a 29 February. */
const JOURS = ['01-01', '03-31', '04-01', '06-30', '07-01', '08-31', '09-01', '09-30', '10-31']
const BASCULES = [...JOURS, '11-01', '11-30', '12-01', '12-31']

/** Few donors, few years with holes between them, the same days again and again, amounts at the bands' edges, or of one euro. */
const jour = fc
  .record({
    annee: fc.constantFrom(2015, 2016, 2017, 2018, 2020, 2024),
    jour: fc.oneof(fc.constantFrom(...BASCULES), fc.constant('02-29')),
  })
  .map(({ annee, jour }) => `${annee}-${jour === '02-29' && annee % 4 !== 0 ? '02-28' : jour}`)

const montant = fc.oneof(
  fc.constantFrom(0, 0.01, 10, 19.99, 20, 49.99, 50, 100, 200, 500, 1000, 2000, 4999.99, 5000),
  fc.integer({ min: 1, max: 1_000_000 }).map((cents) => cents / 100),
  fc.integer({ min: 5_000, max: 5_050 }).map((cents) => cents / 100),
)

const code = fc.constantFrom(
  null,
  '',
  'WEB',
  'web',
  'POSTAL',
  'ÉTÉ',
  'étang',
  'a%b',
  'a_b',
  'n/a',
  'N/A',
  'Autres',
)
const campagne = fc.constantFrom(
  null,
  '',
  'VFL-2020',
  'mailing vfl',
  'PRODUIT',
  'V%L',
  'V_L',
  'ÉTÉ 24',
  'été',
  'CŒUR',
)

/** Ids of different lengths and alphabets, so that their order has something to decide. */
const id = fc.oneof(
  fc.integer({ min: 1, max: 120 }).map(String),
  fc.string({ unit: fc.constantFrom('a', 'B', '1', 'é', '😀', '-'), minLength: 1, maxLength: 3 }),
)

const amountAndCodes = {
  order_amount: montant,
  codemedia_code: code,
  campaign_code: campagne,
  origincode_code: code,
  product_code: campagne,
}

const donation: fc.Arbitrary<Don> = fc
  .record({
    id,
    contact_id: fc.constantFrom('A', 'a', 'B', 'C', 'é', '10', '9'),
    order_date: jour,
    ...amountAndCodes,
  })
  .map(don)

/** What a dictionary may say of these codes: families of several, one with the name of none, costs of a year or of none. */
const fiche: fc.Arbitrary<Fiche> = fc
  .record({
    code: fc.constantFrom(
      'VFL-2020',
      'mailing vfl',
      'PRODUIT',
      'ÉTÉ 24',
      'été',
      'CŒUR',
      'N/A',
      'MUETTE',
    ),
    famille: fc.constantFrom(null, 'Noël', 'ÉTÉ', 'Autres'),
    exercice: fc.constantFrom(null, 2016, 2018, 2020, 2024),
    cout: fc.constantFrom(null, 0, 0.01, 99.99, 1500, 250_000),
    envois: fc.constantFrom(null, 0, 1, 3, 40_000),
  })
  .map((one) => (one.exercice === null ? { ...one, cout: null, envois: null } : one))

/** A world with a dictionary, or an empty one. */
export const withDictionary = (of: fc.Arbitrary<World>): fc.Arbitrary<World> =>
  fc
    .record({
      given: of,
      fiches: fc.uniqueArray(fiche, { maxLength: 8, selector: ({ code }) => code }),
    })
    .map(({ given, fiches }) => ({ ...given, fiches }))

/** What people and files write as a postal code: of every kind of department, and of none. */
const codePostal = fc.constantFrom(
  '75011',
  '33 000',
  '1200',
  '01200',
  '1000',
  '20000',
  '20199',
  '20200',
  '20290 CEDEX',
  '2A004',
  '75980 Cedex 13',
  '94390',
  '97133',
  '97150',
  '97410',
  '97500',
  '97600',
  '98600',
  '98800',
  '98000',
  '98400',
  '00000',
  '96000',
  '99138',
  'B-1000',
  '1234567',
  '123',
  '\u00A059\u202F000 ',
  '７５０１１',
  '',
)

/** A world with cards for some of its contacts. */
export const withCards = (of: fc.Arbitrary<World>): fc.Arbitrary<World> =>
  fc.tuple(of, fc.array(codePostal, { minLength: 40, maxLength: 40 })).map(([given, codes]) => ({
    ...given,
    codesPostaux: Object.fromEntries(
      [...new Set(given.dons.map(({ contact_id }) => contact_id))].flatMap((contact, at) => {
        const code = codes[at]
        return code === undefined || code === '' ? [] : [[contact, code]]
      }),
    ),
  }))

/** A small data set with exclusions and a VFL pattern; now and then empty, or of one year only. */
export const world: fc.Arbitrary<World> = fc.record({
  dons: fc.oneof(
    { weight: 6, arbitrary: fc.uniqueArray(donation, { maxLength: 40, selector: ({ id }) => id }) },
    {
      weight: 1,
      arbitrary: fc
        .uniqueArray(donation, { maxLength: 12, selector: ({ id }) => id })
        .map((dons) =>
          dons.map((one) => ({ ...one, order_date: `2024${one.order_date.slice(4)}` })),
        ),
    },
  ),
  exclus: fc.uniqueArray(fc.constantFrom('A', 'B', 'é', 'inconnu'), { maxLength: 2 }),
  motif: fc.constantFrom('VFL', 'vfl', '%', '_', 'été', 'Œ', '2'),
  produit: fc.constant('PRODUIT'),
})

/** A day of a year, never the 29 February. */
const ofYear = (annee: number, last: number) =>
  fc
    .integer({ min: 0, max: last })
    .map((day) => new Date(Date.UTC(annee, 0, 1 + day)).toISOString().slice(0, 10))

const spreadDon = fc
  .record({
    contact_id: fc.integer({ min: 1, max: 30 }).map((number) => `C${number}`),
    order_date: fc.oneof(
      ofYear(2021, 364),
      ofYear(2022, 364),
      ofYear(2023, 364),
      ofYear(2024, 250),
    ),
    ...amountAndCodes,
  })
  .map(don)

/** Gifts spread over the days of three years and of a running one: they can be compared at a date. */
export const spreadWorld: fc.Arbitrary<World> = fc.record({
  dons: fc.array(spreadDon, { minLength: 120, maxLength: 200 }),
  exclus: fc.uniqueArray(fc.constantFrom('C1', 'C2', 'C3', 'inconnu'), { maxLength: 2 }),
  motif: fc.constantFrom('VFL', 'été', '2'),
  produit: fc.constant('PRODUIT'),
})

/** The same up to a day, with gifts of the two days after it, as files have them that were made the evening before. */
export const worldAround = (day: string): fc.Arbitrary<World> => {
  const off = (days: number) =>
    new Date(Date.parse(`${day}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
  const one = fc
    .record({
      contact_id: fc.integer({ min: 1, max: 30 }).map((number) => `C${number}`),
      order_date: fc
        .oneof(
          { weight: 6, arbitrary: fc.integer({ min: -1200, max: 0 }) },
          { weight: 1, arbitrary: fc.constantFrom(1, 1, 2) },
        )
        .map(off),
      ...amountAndCodes,
    })
    .map(don)
  return fc.record({
    dons: fc.array(one, { minLength: 100, maxLength: 150 }),
    exclus: fc.constant([]),
    motif: fc.constantFrom('VFL', '2'),
    produit: fc.constant('PRODUIT'),
  })
}

/** The same day some months later, the last of its month if that is shorter, and then some days off. */
const step = (from: string, months: number, days: number) => {
  const day = new Date(`${monthsLater(from, months)}T12:00:00Z`)
  return new Date(day.getTime() + days * 86_400_000).toISOString().slice(0, 10)
}

/**
 * Gifts at a pace from a day on, some of which fail, of an amount that changes once or twice, and with a pause; a gift at
 * Christmas, of the same amount or another, may stand between; and the days of a month may be booked on its last.
 */
const mandat = fc
  .record({
    contact_id: fc.integer({ min: 1, max: 12 }).map((number) => `C${number}`),
    depuis: fc.constantFrom(
      '2021-01-31',
      '2021-03-05',
      '2022-02-28',
      '2022-10-01',
      '2023-08-29',
      '2024-02-29',
    ),
    rythme: fc.constantFrom(1, 1, 1, 3, 12, 2, 6),
    montants: fc.uniqueArray(fc.constantFrom(10, 15, 20), { minLength: 1, maxLength: 3 }),
    change: fc.integer({ min: 1, max: 9 }),
    parts: fc.array(
      fc.record({ echec: fc.integer({ min: 0, max: 9 }), ecart: fc.integer({ min: -6, max: 6 }) }),
      { minLength: 2, maxLength: 24 },
    ),
    precis: fc.boolean(),
    pause: fc.record({ a: fc.integer({ min: 2, max: 20 }), mois: fc.constantFrom(0, 0, 1, 3) }),
    noel: fc.constantFrom(null, null, 10, 50),
    lot: fc.integer({ min: 0, max: 30 }),
  })
  .map(({ contact_id, depuis, rythme, montants, change, parts, precis, pause, noel, lot }) => {
    const dons = parts.flatMap(({ echec, ecart }, at) => {
      const months = rythme * at + (at >= pause.a ? pause.mois : 0)
      const day = step(depuis, months, precis ? Math.sign(ecart) : ecart)
      const order_amount = montants[Math.min(montants.length - 1, Math.floor(at / change))] ?? 10
      if (echec === 0 || day > '2025-06-30') return []
      const order_date = at === lot ? step(`${day.slice(0, 7)}-01`, 1, -1) : day
      return [don({ contact_id, order_date, order_amount })]
    })
    const own =
      noel === null ? [] : [don({ contact_id, order_date: '2023-12-20', order_amount: noel })]
    return [...dons, ...own]
  })

/** Mandates, two of them at once or more, and other gifts between, by few donors. */
export const mandatWorld: fc.Arbitrary<World> = fc.record({
  dons: fc
    .tuple(
      fc.array(mandat, { minLength: 8, maxLength: 24 }),
      fc.array(spreadDon, { maxLength: 40 }),
    )
    .map(([mandats, autres]) => [...mandats.flat(), ...autres]),
  exclus: fc.uniqueArray(fc.constantFrom('C1', 'C2', 'inconnu'), { maxLength: 2 }),
  motif: fc.constant('VFL'),
  produit: fc.constant('PRODUIT'),
})
