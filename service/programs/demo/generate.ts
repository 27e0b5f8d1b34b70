import { CONTACT_DEMONSTRATION } from '#contract/constants'
import { makeMandat, type Mandat } from './mandats'
import { ENTREPRISES, NOMS, PRENOMS_FEMININS, PRENOMS_MASCULINS, VILLES } from './names'
import { createRandom, type Random } from './random'

export type Row = readonly string[]

export interface Demo {
  contacts: Row[]
  donations: Row[]
  /** The standing orders among the donations, by contact. */
  mandats: (Mandat & { contact_id: string })[]
}

const quote = (cell: string) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)

export const toCsv = (rows: readonly Row[]): string =>
  rows.map((row) => `${row.map(quote).join(',')}\n`).join('')

const FIRST_YEAR = 2013
const SEED = 20_130_101
const SEED_DOUBLONS = 20_130_103

/** Donors with a standing order. */
const MANDATS = 0.035

/** Persons who stand under a second number. */
const DOUBLONS = 0.005

export const CONTACTS_HEADER =
  'contact_id,firstname,lastname,city,zip,email,phone,birthdate,civility,is_company'.split(',')
export const DONATIONS_HEADER =
  'id,order_id,order_amount,order_date,contact_id,codemedia_code,campaign_code,origincode_code,product_code'.split(
    ',',
  )

/** Percentage of a year's gifts per month: a spring appeal, then the year's end. */
const SEASON = [5, 4, 6, 6, 5, 6, 3, 2, 7, 9, 18, 29] as const

/** Giving habit: probability of giving in a year, number of gifts, and yearly decay. */
interface Habit {
  returns: number
  gifts: readonly [number, number]
  fades: number
}
const HABITS: readonly (readonly [Habit, number])[] = [
  [{ returns: 0, gifts: [1, 1], fades: 1 }, 42],
  [{ returns: 0.55, gifts: [1, 2], fades: 0.12 }, 33],
  [{ returns: 0.82, gifts: [1, 4], fades: 0.06 }, 18],
  [{ returns: 0.95, gifts: [6, 12], fades: 0.04 }, 7],
]

const AMOUNTS = [
  [10, 10],
  [15, 7],
  [20, 15],
  [25, 9],
  [30, 14],
  [40, 9],
  [50, 14],
  [60, 4],
  [75, 3],
  [80, 3],
  [100, 8],
  [150, 3],
  [200, 2],
  [300, 1],
  [500, 0.8],
  [1000, 0.35],
  [2500, 0.1],
  [6000, 0.04],
] as const

interface Donor {
  id: string
  row: Row
  company: boolean
}

const iso = (year: number, month: number, day: number) =>
  `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`

const ascii = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[^a-zA-Z]+/g, '')
    .toLowerCase()

function makeDonor(random: Random, number: number): Donor {
  const id = `C${String(number).padStart(6, '0')}`
  const [city, zip] = random.pick(VILLES)
  const phone = `0${random.pick([1, 2, 3, 4, 5, 6, 6, 7])}${String(random.between(0, 99_999_999)).padStart(8, '0')}`
  if (random.chance(0.03)) {
    const name = random.pick(ENTREPRISES)
    const row = [
      id,
      '',
      name,
      city,
      zip,
      `${number % 2 ? 'contact' : ascii(city)}@${ascii(name)}.fictif`,
      phone,
      '',
      '',
      '1',
    ]
    return { id, row, company: true }
  }
  const woman = random.chance(0.56)
  const firstname = random.pick(woman ? PRENOMS_FEMININS : PRENOMS_MASCULINS)
  const lastname = random.pick(NOMS)
  const email = random.chance(0.7)
    ? `${ascii(firstname)}.${ascii(lastname)}${number}@courriel.fictif`
    : ''
  const birthdate = random.chance(0.6)
    ? iso(random.between(1932, 2001), random.between(1, 12), random.between(1, 28))
    : ''
  const civility = woman ? 'Mme' : 'M.'
  const row = [
    id,
    firstname,
    lastname,
    city,
    zip,
    email,
    random.chance(0.8) ? phone : '',
    birthdate,
    civility,
    '0',
  ]
  return { id, row, company: false }
}

/** Gives some contacts the card of an earlier one, as another clerk would type it. */
function duplicate(contacts: readonly Row[]): Row[] {
  const random = createRandom(SEED_DOUBLONS)
  return contacts.map((row, at) => {
    const [id = '', , , , , , phone = '', , , isCompany = ''] = row
    if (isCompany === '1' || !random.chance(DOUBLONS)) return row
    const [, firstname = '', lastname = '', city = '', zip = '', email = '', , ...rest] =
      contacts[random.between(0, at)] ?? row
    if (email === '' || firstname === '') return row
    return [id, firstname, lastname.toUpperCase(), city, zip, email, phone, ...rest]
  })
}

function makeDate(random: Random, year: number, lastMonth: number): string {
  const months = SEASON.slice(0, lastMonth).map((share, index) => [index + 1, share] as const)
  const month = random.weighted(months)
  const day = month === 12 && random.chance(0.25) ? random.between(26, 31) : random.between(1, 28)
  return iso(year, month, day)
}

/** Web gradually replaces postal. */
function pickMedia(random: Random, year: number): string {
  const web = (year - FIRST_YEAR) * 3.5
  return random.weighted([
    ['POSTAL', 60 - web * 0.8],
    ['WEB', 12 + web],
    ['CALLCENTER', 18],
    ['SMS', 2 + web * 0.2],
    ['EVENEMENT', 4],
    ['', 2],
  ])
}

function makeAmount(random: Random, company: boolean): string {
  if (random.chance(0.003)) return '0.00'
  const base = random.weighted(AMOUNTS) * (company ? 5 : 1)
  return (random.chance(0.06) ? base + random.between(1, 99) / 100 : base).toFixed(2)
}

/** Codes of a gift: 3 % have no campaign code, so that the product tells the campaign. */
function makeCodes(
  random: Random,
  vfl: boolean,
  year: number,
): [campaign: string, product: string] {
  const product = vfl
    ? random.pick(['VFL-BOUGIE', 'VFL-LIVRET'])
    : random.pick(['CARTES', 'AGENDA', 'COFFRET'])
  const season = random.pick(['PRINTEMPS', 'RENTREE', 'NOEL', 'NOEL'])
  const campaign = `${vfl ? 'VFL' : 'PROD'}-${year}-${season}`
  return [random.chance(0.03) ? 'nan' : campaign, product]
}

const FAKE = CONTACT_DEMONSTRATION.slice(0, -2)
export const isFake = (donor: string) => donor.startsWith(FAKE)

/** Fakes for staff to exclude: absurd amounts under improbable names. */
const FAKES: readonly (readonly [string, string, string, string])[] = [
  ['Test', 'TEST', 'test@test.example', '99999.99'],
  ['Azerty', 'Qwerty', 'aaa@aaa.example', '12345.67'],
  ['Donald', 'Duck', 'donald@mickey.example', '8888.88'],
  ['nan', 'Essai carte bancaire', 'essai@paiement.example', '25000.00'],
]

/**
 * Contacts and donations from 2013 to the month before `today`; deterministic. `donateurs` is the number of contacts,
 * not counting fakes.
 */
export function generateDemo(donateurs: number, today: Date): Demo {
  const random = createRandom(SEED)
  const last = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), 0))
  const lastYear = last.getUTCFullYear()
  const monthsOf = (year: number) => (year === lastYear ? last.getUTCMonth() + 1 : 12)
  const seasonOf = (year: number) =>
    SEASON.slice(0, monthsOf(year)).reduce((sum, share) => sum + share, 0) / 100
  const contacts: Row[] = []
  const donations: Row[] = []

  const give = (donor: string, company: boolean, year: number, vfl: boolean, amount?: string) => {
    const number = String(donations.length + 1)
    const [campaign, product] = makeCodes(random, vfl, year)
    const origin = random.pick(['SITE', 'MAILING', 'MAILING', 'PARRAINAGE', 'SALON', 'PRESSE', ''])
    const date = makeDate(random, year, monthsOf(year))
    donations.push([
      `D${number.padStart(7, '0')}`,
      `CMD-${year}-${number.padStart(7, '0')}`,
      amount ?? makeAmount(random, company),
      date,
      donor,
      pickMedia(random, year),
      campaign,
      origin,
      product,
    ])
  }

  for (let number = 1; number <= donateurs; number += 1) {
    const donor = makeDonor(random, number)
    contacts.push(donor.row)
    const habit = random.weighted(HABITS)
    const first = random.chance(0.22) ? FIRST_YEAR : random.between(FIRST_YEAR, lastYear)
    let vfl = random.chance(0.38)
    for (let year = first, bond = 1; year <= lastYear; year += 1, bond -= habit.fades) {
      if (year > first && !random.chance(habit.returns * bond)) continue
      if (!random.chance(seasonOf(year))) continue
      if (random.chance(0.06)) vfl = !vfl
      const gifts = random.between(habit.gifts[0], habit.gifts[1])
      for (let gift = 0; gift < gifts; gift += 1)
        give(donor.id, donor.company, year, random.chance(0.07) ? !vfl : vfl)
    }
  }
  const lastDay = last.toISOString().slice(0, 10)
  const mandats = contacts
    .filter(() => random.chance(MANDATS))
    .map(([contact_id = '']) => ({
      contact_id,
      ...makeMandat(random, 12 * FIRST_YEAR, lastDay),
    }))
  for (const { contact_id, dons } of mandats)
    for (const { jour, montant } of dons) {
      const [year, number] = [jour.slice(0, 4), String(donations.length + 1).padStart(7, '0')]
      donations.push([
        `D${number}`,
        `CMD-${year}-${number}`,
        montant.toFixed(2),
        jour,
        contact_id,
        'WEB',
        `PROD-${year}-REGULIER`,
        'SITE',
        'PRELEVEMENT',
      ])
    }
  FAKES.forEach(([firstname, lastname, email, amount], index) => {
    const id = `${FAKE}${String(index + 1).padStart(2, '0')}`
    contacts.push([id, firstname, lastname, 'Paris', '00000', email, '', '', '', '0'])
    give(id, false, lastYear - (index % 3), index % 2 === 0, amount)
  })
  return { contacts: duplicate(contacts), donations, mandats }
}
