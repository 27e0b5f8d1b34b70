import type { Don } from '../dons'
import { departementDe } from './departements'

/** Everything that figures depend on: the stored donations, who is excluded, and the two settings. */
export interface World {
  dons: readonly Don[]
  exclus: readonly string[]
  /** Whom a contact counts as that is another. */
  groupes?: Readonly<Record<string, string>>
  motif: string
  produit: string
  /** Whether an import has changed gifts since the figures were computed. */
  importe?: boolean
  /** The postal codes of cards; a contact without one has no card. */
  codesPostaux?: Readonly<Record<string, string>>
  /** What the dictionary says of campaign codes; without it, nothing. */
  fiches?: readonly Fiche[]
}

/** A campaign code in the dictionary. */
export interface Fiche {
  code: string
  famille: string | null
  exercice: number | null
  cout: number | null
  envois: number | null
}

/** A gift with what it is asked for; amounts are cents. */
export interface Gift {
  contact: string
  day: string
  year: number
  month: number
  cents: number
  campaign: 'VFL' | 'PRODUIT'
  campaignCode: string
  family: string
  media: string
  origin: string
  product: string
  /** Where the donor lives. */
  department: string
}

/** A donor's gifts in order, oldest first. */
export type Donor = readonly Gift[]

/** The donors of a world, each with the gifts that count. */
export function donorsOf(world: World): Donor[] {
  const donors = new Map<string, Don[]>()
  for (const don of world.dons) {
    if (don.order_amount <= 0 || world.exclus.includes(don.contact_id)) continue
    const donor = world.groupes?.[don.contact_id] ?? don.contact_id
    donors.set(donor, [...(donors.get(donor) ?? []), don])
  }
  return [...donors.values()].map((dons) =>
    dons.sort(earlierFirst).map((don) => toGift(don, world)),
  )
}

/** (order_date, length(id), id): length in characters, then byte by byte. */
function earlierFirst(one: Don, other: Don): number {
  if (one.order_date !== other.order_date) return one.order_date < other.order_date ? -1 : 1
  const shorter = Array.from(one.id).length - Array.from(other.id).length
  return shorter !== 0 ? shorter : Buffer.compare(Buffer.from(one.id), Buffer.from(other.id))
}

function toGift(don: Don, { motif, groupes, codesPostaux, fiches = [] }: World): Gift {
  const code = don.campaign_code || don.product_code || ''
  const campaignCode = don.campaign_code || 'N/A'
  const contact = groupes?.[don.contact_id] ?? don.contact_id
  return {
    contact,
    day: don.order_date,
    year: Number(don.order_date.slice(0, 4)),
    month: Number(don.order_date.slice(5, 7)),
    cents: Math.round(don.order_amount * 100),
    campaign: code.toLowerCase().includes(motif.toLowerCase()) ? 'VFL' : 'PRODUIT',
    campaignCode,
    family: fiches.find((fiche) => fiche.code === campaignCode)?.famille ?? 'N/A',
    media: don.codemedia_code || 'N/A',
    origin: don.origincode_code || 'N/A',
    product: don.product_code || 'N/A',
    department: departementDe(codesPostaux?.[contact]),
  }
}

export const inYear = (donor: Donor, year: number): Donor =>
  donor.filter((gift) => gift.year === year)

/** Those who gave in the year. */
export const donorsIn = (donors: readonly Donor[], year: number): Donor[] =>
  donors.filter((donor) => donor.some((gift) => gift.year === year))

/** Whether the donor's first gift ever is in the year. */
export const isNew = (donor: Donor, year: number): boolean => donor[0]?.year === year

export const centsOf = (gifts: readonly Gift[]): number =>
  gifts.reduce((total, gift) => total + gift.cents, 0)

/** Every year from the first gift's to the last's. */
export function allYears(donors: readonly Donor[]): number[] {
  const years = donors.flat().map((gift) => gift.year)
  if (years.length === 0) return []
  const first = Math.min(...years)
  return Array.from({ length: Math.max(...years) - first + 1 }, (_, index) => first + index)
}

/** `{product}_UNIQUEMENT`, `VFL_UNIQUEMENT`, or what the caller calls both. */
export function profileOf(gifts: readonly Gift[], produit: string, both: string): string {
  const campaigns = new Set(gifts.map((gift) => gift.campaign))
  if (campaigns.size === 2) return both
  return `${nameOf(gifts[0]?.campaign, produit)}_UNIQUEMENT`
}

export const nameOf = (campaign: Gift['campaign'] | undefined, produit: string): string =>
  campaign === 'VFL' ? 'VFL' : produit
