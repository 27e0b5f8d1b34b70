import { describe, expect, test } from 'vitest'
import {
  CONTACTS_HEADER,
  DONATIONS_HEADER,
  generateDemo,
} from '../../service/programs/demo/generate'

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
})
