import { describe, expect, test } from 'vitest'
import {
  CONTACTS_HEADER,
  DONATIONS_HEADER,
  generateDemo,
} from '../../service/programs/demo/generate'
import { aimsOf, dictionaryOf } from '../../service/programs/demo/saisies'
import { don } from '../support/dons'
import { donorsOf } from '../support/reference/gifts'
import { seriesOf } from '../support/reference/series'

const today = new Date('2026-03-15T12:00:00Z')
const demo = generateDemo(400, today)
const column = (name: string) =>
  demo.donations.map((row) => row[DONATIONS_HEADER.indexOf(name)] ?? '')

describe('Les fichiers de démonstration', () => {
  test('sont les mêmes à chaque fois', () => {
    expect(generateDemo(400, today)).toEqual(demo)
  })

  test('vont de 2013 au mois dernier', () => {
    const dates = column('order_date').sort()
    expect(dates[0]).toMatch(/^2013-/)
    expect(dates.at(-1)).toMatch(/^2026-02-/)
  })

  test('ont une ligne complète par contact et par don, sous des identifiants uniques', () => {
    expect(demo.contacts).toHaveLength(404)
    expect(demo.contacts.every((row) => row.length === CONTACTS_HEADER.length)).toBe(true)
    expect(demo.donations.every((row) => row.length === DONATIONS_HEADER.length)).toBe(true)
    expect(new Set(column('id')).size).toBe(demo.donations.length)
  })

  test('montrent les deux campagnes, tous les médias, des montants nuls et de faux dons', () => {
    const vfl = column('campaign_code').filter((code) => code.startsWith('VFL'))
    expect(vfl.length).toBeGreaterThan(0)
    expect(vfl.length).toBeLessThan(demo.donations.length)
    expect(new Set(column('codemedia_code'))).toEqual(
      new Set(['POSTAL', 'WEB', 'CALLCENTER', 'SMS', 'EVENEMENT', '']),
    )
    const amounts = column('order_amount').map(Number)
    expect(amounts).toContain(0)
    expect(amounts).toContain(99_999.99)
  })

  test('donnent plus en fin d’année qu’au printemps', () => {
    const inMonths = (...months: string[]) =>
      column('order_date').filter((date) => months.includes(date.slice(5, 7))).length
    expect(inMonths('11', '12')).toBeGreaterThan(2 * inMonths('03', '04'))
  })

  test('sont au dictionnaire, avec des coûts plausibles, et visent plus que l’année d’avant', () => {
    const codes = new Set(column('campaign_code'))
    const fiches = dictionaryOf(demo.donations)
    expect(fiches.length).toBeGreaterThan(20)
    for (const { code, famille, exercice, cout, envois } of fiches) {
      expect(codes).toContain(code)
      expect(code).toBe(`${code.split('-')[0]}-${exercice}-${famille}`)
      if (cout !== null && envois !== null) {
        expect(cout / envois).toBeGreaterThan(0.5)
        expect(cout / envois).toBeLessThan(1)
      }
    }
    expect(fiches.some(({ cout, envois }) => cout === null && envois !== null)).toBe(true)
    const aims = aimsOf(demo.donations)
    expect(aims.map(({ annee, mesure }) => `${mesure} ${annee}`).toSorted()).toEqual(
      ['montant', 'nouveaux'].flatMap((mesure) =>
        [2019, 2020, 2021, 2022, 2023, 2024, 2025, 2026].map((annee) => `${mesure} ${annee}`),
      ),
    )
    const dates = column('order_date')
    const euros = (year: number) =>
      column('order_amount').reduce(
        (sum, amount, at) => (dates[at]?.startsWith(`${year}-`) ? sum + Number(amount) : sum),
        0,
      )
    for (const { annee, mesure, valeur } of aims)
      if (mesure === 'montant') {
        const over = Number(valeur) - 1.1 * euros(annee - 1)
        expect(over).toBeGreaterThanOrEqual(0)
        expect(over).toBeLessThan(1000)
      }
  })

  test('ont des personnes sous deux numéros, et pas deux fois la même adresse par hasard', () => {
    const { contacts } = generateDemo(5_000, today)
    const emails = contacts.filter((row) => row[9] === '0').flatMap((row) => row[5] || [])
    const twice = emails.length - new Set(emails).size
    expect(twice).toBeGreaterThan(5)
    expect(twice).toBeLessThan(40)
  })

  test('ont des mandats, dont les séries se retrouvent dans les dons seuls, et presque rien d’autre', () => {
    const { donations, mandats } = generateDemo(5_000, today)
    const dons = donations.map(([id = '', , amount, order_date = '', contact_id = '']) =>
      don({ id, order_amount: Number(amount), order_date, contact_id }),
    )
    const world = { dons, exclus: [], motif: 'VFL', produit: 'PRODUIT' }
    const sure = donorsOf(world)
      .flatMap(seriesOf)
      .filter(({ gifts }) => gifts.length >= 4)
    const due = mandats.filter(({ dons: paid }) => paid.length >= 4)
    const found = due.filter(({ contact_id, rythme, dons: paid }) =>
      sure.some(
        (one) =>
          one.contact === contact_id &&
          one.pace === rythme &&
          one.gifts.filter(({ day }) => paid.some(({ jour }) => jour === day)).length >=
            0.9 * paid.length,
      ),
    )
    const contacts = new Set(mandats.map(({ contact_id }) => contact_id))
    const stray = sure.filter(({ contact }) => !contacts.has(contact))
    expect(due.length).toBeGreaterThan(80)
    expect(found.length / due.length).toBeGreaterThan(0.9)
    expect(stray.length / sure.length).toBeLessThan(0.1)
  })
})
