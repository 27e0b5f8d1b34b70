import { REGIONS } from '#contract/departements'
import { centsOf, type Donor, type Gift, inYear, isNew, profileOf } from './gifts'
import { horizon } from './horizon'
import { changeOrNone, euros, meanEuros, rate } from './rounding'

export const AXES = [
  'annee',
  'departement',
  'region',
  'profil',
  'tranche',
  'segment',
  'anciennete',
] as const
export type Axe = (typeof AXES)[number]

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
const ORDERS: Partial<Record<Axe, readonly string[]>> = {
  tranche: BANDS,
  segment: SEGMENTS,
  anciennete: ['nouveaux', 'anciens'],
}

/** A donor in a year. */
interface Member {
  donor: Donor
  year: number
  gifts: readonly Gift[]
}

function codeOf(axe: Axe, { donor, year, gifts }: Member, produit: string): string {
  switch (axe) {
    case 'annee':
      return String(year)
    case 'departement':
      return gifts[0]?.department ?? ''
    case 'region':
      return (
        REGIONS.find(({ departements }) => departements.includes(gifts[0]?.department ?? ''))
          ?.code ?? ''
      )
    case 'profil':
      return profileOf(gifts, produit, 'MIXTE')
    case 'tranche':
      return BANDS.findLast((band) => centsOf(gifts) >= Number.parseInt(band, 10) * 100) ?? ''
    case 'segment':
      return gifts.length === 1 ? '1' : gifts.length < 6 ? '2-5' : '6+'
    case 'anciennete':
      return isNew(donor, year) ? 'nouveaux' : 'anciens'
  }
}

/** The table of a crossing, counted gift by gift. */
export function croisement(donors: readonly Donor[], asked: Asked, produit: string) {
  const { lignes, colonnes, mesure, parts, avec } = asked
  const ofYears = lignes === 'annee' || colonnes === 'annee'
  const membersOf = (year: number | undefined): Member[] =>
    donors.flatMap((donor) =>
      [...new Set(donor.map((gift) => gift.year))]
        .filter((one) => year === undefined || one === year)
        .map((one) => ({ donor, year: one, gifts: inYear(donor, one) })),
    )
  const annee = ofYears ? undefined : asked.annee
  const now = membersOf(annee)
  const before = avec === undefined ? [] : membersOf(avec)
  const { annee_en_cours, horizon: day } = horizon(donors)
  const isRunning = annee_en_cours !== null && [annee, avec].includes(annee_en_cours)

  const size = (members: readonly Member[]) => {
    const gifts = members.flatMap((member) => member.gifts)
    return mesure === 'donateurs'
      ? members.length
      : mesure === 'donations'
        ? gifts.length
        : centsOf(gifts)
  }
  const headings = (axe: Axe) => {
    const codes = [...new Set([...now, ...before].map((member) => codeOf(axe, member, produit)))]
    const sizes = new Map(
      codes.map((code) => [
        code,
        size(now.filter((member) => codeOf(axe, member, produit) === code)),
      ]),
    )
    const ranked = codes.sort(
      (one, other) => (sizes.get(other) ?? 0) - (sizes.get(one) ?? 0) || (one < other ? -1 : 1),
    )
    const [largest, rest] = [ranked.slice(0, 30), ranked.slice(30)]
    const order = axe === 'annee' ? largest.toSorted() : ORDERS[axe]
    return [
      ...(order ? order.filter((code) => largest.includes(code)) : largest).map((code) => ({
        code,
        regroupe: null as string[] | null,
      })),
      ...(rest.length > 0 ? [{ code: 'Autres', regroupe: rest }] : []),
    ]
  }
  type Heading = ReturnType<typeof headings>[number]
  const isUnder = (axe: Axe, heading: Heading | null, member: Member) =>
    heading === null || (heading.regroupe ?? [heading.code]).includes(codeOf(axe, member, produit))
  const at = (members: readonly Member[], row: Heading | null, column: Heading | null) =>
    members.filter((member) => isUnder(lignes, row, member) && isUnder(colonnes, column, member))
  const addUp = (row: Heading | null, column: Heading | null) =>
    [[lignes, row] as const, [colonnes, column] as const].every(
      ([axe, heading]) => axe !== 'annee' || (heading !== null && heading.regroupe === null),
    )
  const value = (members: readonly Member[], counted: boolean) => {
    const gifts = members.flatMap((member) => member.gifts)
    if (mesure === 'donateurs') return counted ? members.length : null
    if (mesure === 'donations') return gifts.length
    if (mesure === 'montant') return euros(centsOf(gifts))
    return gifts.length === 0 ? null : meanEuros(centsOf(gifts), gifts.length)
  }
  const cell = (row: Heading | null, column: Heading | null) => {
    const members = at(now, row, column)
    const gifts = members.flatMap((member) => member.gifts)
    const counted = addUp(row, column)
    const whole: [Heading | null, Heading | null] = [
      parts === 'lignes' ? row : null,
      parts === 'colonnes' ? column : null,
    ]
    const shares = parts !== undefined && (mesure !== 'donateurs' || (counted && addUp(...whole)))
    const valeur = value(members, counted)
    const precedent = avec === undefined ? null : value(at(before, row, column), counted)
    return {
      donateurs: counted ? members.length : null,
      donations: gifts.length,
      montant: euros(centsOf(gifts)),
      valeur,
      part: shares ? rate(size(members), size(at(now, ...whole))) : null,
      precedent,
      evolution:
        isRunning || valeur === null || precedent === null
          ? null
          : changeOrNone(Math.round(precedent * 100), Math.round(valeur * 100)),
    }
  }
  const [rows, columns] = [headings(lignes), headings(colonnes)]
  return {
    lignes,
    colonnes,
    mesure,
    annee: annee ?? null,
    avec: avec ?? null,
    parts: parts ?? null,
    au: isRunning ? day : null,
    entetes_lignes: rows,
    entetes_colonnes: columns,
    cellules: rows.map((row) => columns.map((column) => cell(row, column))),
    totaux_lignes: rows.map((row) => cell(row, null)),
    totaux_colonnes: columns.map((column) => cell(null, column)),
    total: cell(null, null),
  }
}
