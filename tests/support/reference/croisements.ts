import type { AxeCroise as Axe } from '#contract/axes'
import { REGIONS } from '#contract/departements'
import { centsOf, type Donor, type Gift, inYear, isNew, profileOf } from './gifts'
import { horizon } from './horizon'
import { regularOf } from './reguliers'
import { changeOrNone, euros, meanEuros, rate } from './rounding'

export interface Asked {
  lignes: Axe
  colonnes: Axe
  mesure: 'donateurs' | 'donations' | 'montant' | 'don_moyen'
  annee?: number
  avec?: number
  parts?: 'lignes' | 'colonnes' | 'tout'
}

const BANDS = [
  '0-20',
  '20-50',
  '50-100',
  '100-200',
  '200-500',
  '500-1000',
  '1000-2000',
  '2000-5000',
  '5000+',
]
const SEGMENTS = ['1', '2-5', '6+']
const STATUSES = ['actif', 'dormant', 'inactif', 'tres_inactif']
const ORDERS: Partial<Record<Axe, readonly string[]>> = {
  mois: ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12'],
  tranche_don: BANDS,
  tranche: BANDS,
  segment: SEGMENTS,
  anciennete: ['nouveaux', 'anciens'],
  statut: STATUSES,
  regulier: ['oui', 'non'],
}

/** A donor in a year. */
interface Member {
  donor: Donor
  year: number
  gifts: readonly Gift[]
  /** The day that all data reach. */
  day: string
}

const bandOf = (cents: number) =>
  BANDS.findLast((band) => cents >= Number.parseInt(band, 10) * 100) ?? ''

function codeOf(axe: Axe, { donor, year, gifts, day }: Member, gift: Gift, produit: string) {
  switch (axe) {
    case 'mois':
      return String(gift.month)
    case 'media':
      return gift.media
    case 'origine':
      return gift.origin
    case 'campagne':
      return gift.campaignCode
    case 'famille':
      return gift.family
    case 'produit':
      return gift.product
    case 'tranche_don':
      return bandOf(gift.cents)
    case 'annee':
      return String(year)
    case 'departement':
      return gift.department
    case 'region':
      return REGIONS.find(({ departements }) => departements.includes(gift.department))?.code ?? ''
    case 'profil':
      return profileOf(gifts, produit, 'MIXTE')
    case 'tranche':
      return bandOf(centsOf(gifts))
    case 'segment':
      return gifts.length === 1 ? '1' : gifts.length < 6 ? '2-5' : '6+'
    case 'anciennete':
      return isNew(donor, year) ? 'nouveaux' : 'anciens'
    case 'statut': {
      const since = Number(day.slice(0, 4)) - Math.max(...donor.map((one) => one.year))
      return STATUSES[Math.min(Math.max(since, 0), 3)] ?? ''
    }
    case 'regulier': {
      const end = day < `${year}-12-31` ? day : `${year}-12-31`
      return regularOf(donor).periods.some(({ from, to }) => from <= end && end < to)
        ? 'oui'
        : 'non'
    }
  }
}

/** A gift of a donor in a year, with what it is under on both axes. */
interface Item {
  member: Member
  gift: Gift
  ligne: string
  colonne: string
}

/** The table of a crossing, counted gift by gift. */
export function croisement(donors: readonly Donor[], asked: Asked, produit: string) {
  const { lignes, colonnes, mesure, parts, avec } = asked
  const ofYears = lignes === 'annee' || colonnes === 'annee'
  const { annee_en_cours, horizon: day } = horizon(donors)
  const itemsOf = (year: number | undefined): Item[] =>
    donors
      .flatMap((donor) =>
        [...new Set(donor.map((gift) => gift.year))]
          .filter((one) => year === undefined || one === year)
          .map((one) => ({ donor, year: one, gifts: inYear(donor, one), day: day ?? '' })),
      )
      .flatMap((member) =>
        member.gifts.map((gift) => ({
          member,
          gift,
          ligne: codeOf(lignes, member, gift, produit),
          colonne: codeOf(colonnes, member, gift, produit),
        })),
      )
  const annee = ofYears ? undefined : asked.annee
  const now = itemsOf(annee)
  const before = avec === undefined ? [] : itemsOf(avec)
  const isRunning = annee_en_cours !== null && [annee, avec].includes(annee_en_cours)

  const heads = (items: readonly Item[]) => new Set(items.map(({ member }) => member)).size
  const cents = (items: readonly Item[]) => centsOf(items.map(({ gift }) => gift))
  const size = (items: readonly Item[]) =>
    mesure === 'donateurs' ? heads(items) : mesure === 'donations' ? items.length : cents(items)
  const headings = (axe: Axe, of: 'ligne' | 'colonne') => {
    const codes = [...new Set([...now, ...before].map((one) => one[of]))]
    const sizes = new Map(codes.map((code) => [code, size(now.filter((one) => one[of] === code))]))
    const ranked = codes.sort(
      (one, other) => (sizes.get(other) ?? 0) - (sizes.get(one) ?? 0) || (one < other ? -1 : 1),
    )
    const [largest, rest] = [ranked.slice(0, 30), ranked.slice(30)]
    const order = axe === 'annee' ? largest.toSorted() : ORDERS[axe]
    return [
      ...(order ? order.filter((code) => largest.includes(code)) : largest).map((code) => ({
        code,
        codes: [code],
        regroupe: null as number | null,
      })),
      ...(rest.length > 0 ? [{ code: 'Autres', codes: rest, regroupe: rest.length }] : []),
    ]
  }
  type Heading = ReturnType<typeof headings>[number]
  const at = (items: readonly Item[], row: Heading | null, column: Heading | null) =>
    items.filter(
      ({ ligne, colonne }) =>
        (row?.codes.includes(ligne) ?? true) && (column?.codes.includes(colonne) ?? true),
    )
  const addUp = (row: Heading | null, column: Heading | null) =>
    [[lignes, row] as const, [colonnes, column] as const].every(
      ([axe, heading]) => axe !== 'annee' || (heading !== null && heading.regroupe === null),
    )
  const value = (items: readonly Item[], counted: boolean) => {
    if (mesure === 'donateurs') return counted ? heads(items) : null
    if (mesure === 'donations') return items.length
    if (mesure === 'montant') return euros(cents(items))
    return items.length === 0 ? null : meanEuros(cents(items), items.length)
  }
  const cell = (row: Heading | null, column: Heading | null) => {
    const items = at(now, row, column)
    const counted = addUp(row, column)
    const whole: [Heading | null, Heading | null] = [
      parts === 'lignes' ? row : null,
      parts === 'colonnes' ? column : null,
    ]
    const shares = parts !== undefined && (mesure !== 'donateurs' || (counted && addUp(...whole)))
    const valeur = value(items, counted)
    const precedent = avec === undefined ? null : value(at(before, row, column), counted)
    return {
      donateurs: counted ? heads(items) : null,
      donations: items.length,
      montant: euros(cents(items)),
      valeur,
      part: shares ? rate(size(items), size(at(now, ...whole))) : null,
      precedent,
      evolution:
        isRunning || valeur === null || precedent === null
          ? null
          : changeOrNone(Math.round(precedent * 100), Math.round(valeur * 100)),
    }
  }
  const [rows, columns] = [headings(lignes, 'ligne'), headings(colonnes, 'colonne')]
  const told = ({ code, regroupe }: Heading) => ({ code, regroupe })
  return {
    lignes,
    colonnes,
    mesure,
    annee: annee ?? null,
    avec: avec ?? null,
    parts: parts ?? null,
    au: isRunning ? day : null,
    entetes_lignes: rows.map(told),
    entetes_colonnes: columns.map(told),
    cellules: rows.map((row) => columns.map((column) => cell(row, column))),
    totaux_lignes: rows.map((row) => cell(row, null)),
    totaux_colonnes: columns.map((column) => cell(null, column)),
    total: cell(null, null),
  }
}
