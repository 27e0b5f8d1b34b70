import { createRandom, type Random } from '../../../service/programs/demo/random'
import type { Don } from '../dons'

export interface Fiche {
  contact_id: string
  firstname: string
  lastname: string
  city: string
  zip: string
  email: string
  phone: string
  is_company: boolean
}

/** What a contact is in truth, and of which kind. */
export interface Verite {
  faux: boolean
  genre: string
}

export interface Corpus {
  fiches: Fiche[]
  dons: Don[]
  verites: Map<string, Verite>
  /** Contacts that somebody excluded as fakes before. */
  exclus: string[]
}

const DEPARTEMENTS = [
  '75011',
  '69003',
  '29200',
  '13006',
  '31000',
  '59000',
  '35000',
  '67000',
] as const
const VILLES = [
  'Paris',
  'Lyon',
  'Brest',
  'Marseille',
  'Toulouse',
  'Lille',
  'Rennes',
  'Metz',
] as const
const MAILS = ['gmail.com', 'orange.fr', 'free.fr', 'laposte.net', 'wanadoo.fr', 'sfr.fr'] as const
const MONTANTS = [10, 15, 20, 25, 30, 40, 50, 60, 80, 100, 150, 250] as const

export const words = (text: string) =>
  text.split(',').map((word) => word.trim()) as [string, ...string[]]

export const ascii = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9]/g, '')
    .toLowerCase()

/** Plants contacts and their gifts; nothing here knows the rules. */
export class Plant {
  readonly corpus: Corpus = { fiches: [], dons: [], verites: new Map(), exclus: [] }
  readonly random: Random
  readonly #prefix: string

  constructor(prefix: string, seed: number) {
    this.#prefix = prefix
    this.random = createRandom(seed)
  }

  /** A day; of these years, or any. */
  day(from = 2018, to = 2025): string {
    const { random } = this
    return `${random.between(from, to)}-${String(random.between(1, 12)).padStart(2, '0')}-${String(random.between(1, 28)).padStart(2, '0')}`
  }

  amount(): number {
    return this.random.pick(MONTANTS)
  }

  mobile(): string {
    return `0${this.random.pick([6, 7])}${String(this.random.between(10_000_000, 89_999_999))}`
  }

  mailOf(firstname: string, lastname: string): string {
    const digits = this.random.chance(0.3) ? String(this.random.between(1, 999)) : ''
    return `${[firstname, lastname].map(ascii).filter(Boolean).join('.')}${digits}@${this.random.pick(MAILS)}`
  }

  /** A card, plausible where nothing is given; returns the contact's id. */
  card(given: Partial<Fiche> & Pick<Fiche, 'firstname' | 'lastname'>, verite?: Verite): string {
    const { random, corpus } = this
    const contact_id = `${this.#prefix}${corpus.fiches.length}`
    const place = random.between(0, VILLES.length - 1)
    corpus.fiches.push({
      contact_id,
      city: VILLES[place] ?? '',
      zip: DEPARTEMENTS[place] ?? '',
      email: this.mailOf(given.firstname, given.lastname),
      phone: random.chance(0.6) ? this.mobile() : '',
      is_company: false,
      ...given,
    })
    if (verite) corpus.verites.set(contact_id, verite)
    return contact_id
  }

  give(contact_id: string, order_amount: number, order_date: string, codemedia_code = 'WEB'): void {
    this.corpus.dons.push({
      id: `${this.#prefix}D${this.corpus.dons.length}`,
      order_id: null,
      order_amount,
      order_date,
      contact_id,
      codemedia_code,
      campaign_code: null,
      origincode_code: null,
      product_code: null,
    })
  }

  /** The same amount on the same day of so many months from January of a year. */
  monthly(contact_id: string, amount: number, year: number, months: number): void {
    for (let at = 0; at < months; at += 1) {
      const month = String((at % 12) + 1).padStart(2, '0')
      this.give(contact_id, amount, `${year + Math.floor(at / 12)}-${month}-05`, 'PRLV')
    }
  }
}

/** Adds contacts of a kind, so many times. */
export type Kind = (plant: Plant, verite: Verite, at: number) => void

/** Plants each kind `count` times. */
export function plantKinds(
  plant: Plant,
  kinds: { faux: Readonly<Record<string, Kind>>; honnetes: Readonly<Record<string, Kind>> },
  count: number,
): Corpus {
  for (const [faux, parts] of [
    [true, kinds.faux],
    [false, kinds.honnetes],
  ] as const)
    for (const [genre, kind] of Object.entries(parts))
      for (let at = 0; at < count; at += 1) kind(plant, { faux, genre }, at)
  return plant.corpus
}
