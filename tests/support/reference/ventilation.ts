import { comparableUpTo } from './a-date'
import { centsOf, type Donor, type Gift, inYear, isNew } from './gifts'
import { horizon } from './horizon'
import { changeOrNone, euros, meanEuros, percent } from './rounding'

type Axe = 'campagne' | 'famille' | 'media' | 'origine' | 'produit'

export const AXES: readonly Axe[] = ['campagne', 'famille', 'media', 'origine', 'produit']

const CODES: Record<Axe, (gift: Gift) => string> = {
  campagne: ({ campaignCode }) => campaignCode,
  famille: ({ family }) => family,
  media: ({ media }) => media,
  origine: ({ origin }) => origin,
  produit: ({ product }) => product,
}

const MOST = 200

const byBytes = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other))

/** Which code of the year a row stands for: one of the 200 largest, or all others. */
function rowsOf(gifts: readonly Gift[], codeOf: (gift: Gift) => string) {
  const cents = new Map<string, number>()
  for (const gift of gifts) cents.set(codeOf(gift), (cents.get(codeOf(gift)) ?? 0) + gift.cents)
  const codes = [...cents]
    .sort(([one, a], [other, b]) => b - a || byBytes(one, other))
    .map(([code]) => code)
  const rest = codes.slice(MOST)
  return [
    ...codes.slice(0, MOST).map((code) => ({ code, regroupe: null, codes: [code] })),
    ...(rest.length > 0 ? [{ code: 'Autres', regroupe: rest.length, codes: rest }] : []),
  ]
}

/** The largest codes on each axis, of a year's gifts or of all. */
export function codesOf(donors: readonly Donor[], annee?: number) {
  const gifts = donors.flat().filter(({ year }) => annee === undefined || year === annee)
  return Object.fromEntries(
    AXES.filter((axe) => axe !== 'famille').map((axe) => {
      const rows = rowsOf(gifts, CODES[axe])
      const codes = rows.flatMap(({ code, regroupe }) => (regroupe === null ? [code] : []))
      return [axe, { codes, tous: codes.length === rows.length }]
    }),
  )
}

/** The codes of a year's gifts on an axis, and those that have no row of their own. */
export function codesOfYear(
  donors: readonly Donor[],
  axe: string | number | undefined,
  annee: number,
) {
  const codeOf = CODES[AXES.find((one) => one === axe) ?? 'campagne']
  const gifts = donors.flatMap((donor) => inYear(donor, annee))
  const rows = rowsOf(gifts, codeOf)
  return {
    codeOf,
    codes: new Set(gifts.map(codeOf)),
    others: new Set(rows.filter(({ regroupe }) => regroupe !== null).flatMap(({ codes }) => codes)),
  }
}

/** The running year's day, null of a year that is over. */
function reach(donors: readonly Donor[], annee: number): string | null {
  const { horizon: day, annee_en_cours } = horizon(donors)
  return annee === annee_en_cours ? day : null
}

export function ventilation(donors: readonly Donor[], axe: Axe, annee: number) {
  const au = reach(donors, annee)
  const comparable = au === null || comparableUpTo(donors, annee)
  const codeOf = CODES[axe]
  const now = donors.flatMap((donor) => inYear(donor, annee))
  const before = donors.flatMap((donor) => inYear(donor, annee - 1))
  const isUpTo = ({ day }: Gift) => au === null || day.slice(5) <= au.slice(5)
  const sums = (gifts: readonly Gift[]) => ({
    donations: gifts.length,
    montant: euros(centsOf(gifts)),
  })
  const line = (isIn: (gift: Gift) => boolean) => {
    const gifts = now.filter(isIn)
    const previous = before.filter(isIn)
    return {
      ...sums(gifts),
      donateurs: new Set(gifts.map(({ contact }) => contact)).size,
      part: now.length === 0 ? null : percent(centsOf(gifts), centsOf(now)),
      don_moyen: gifts.length === 0 ? null : meanEuros(centsOf(gifts), gifts.length),
      nouveaux: donors.filter((donor) => {
        const [first] = donor
        return first !== undefined && isNew(donor, annee) && isIn(first)
      }).length,
      precedent: sums(previous),
      precedent_a_date: sums(previous.filter(isUpTo)),
      evolution_a_date: comparable
        ? changeOrNone(centsOf(previous.filter(isUpTo)), centsOf(gifts.filter(isUpTo)))
        : null,
    }
  }
  const present = new Set(now.map(codeOf))
  const gone = new Set(before.map(codeOf).filter((code) => !present.has(code)))
  return {
    axe,
    annee,
    au,
    comparable,
    data: rowsOf(now, codeOf).map(({ codes, ...row }) => ({
      ...row,
      ...line((gift) => codes.includes(codeOf(gift))),
    })),
    total: line(() => true),
    disparus: { codes: gone.size, ...line((gift) => gone.has(codeOf(gift))) },
  }
}

export function ventilationMois(donors: readonly Donor[], axe: Axe, annee: number) {
  const codeOf = CODES[axe]
  const now = donors.flatMap((donor) => inYear(donor, annee))
  const line = (gifts: readonly Gift[]) => ({
    mois: Array.from({ length: 12 }, (_, at) => {
      const ofMonth = gifts.filter(({ month }) => month === at + 1)
      return {
        mois: at + 1,
        donations: ofMonth.length,
        montant: euros(centsOf(ofMonth)),
        part: gifts.length === 0 ? null : percent(centsOf(ofMonth), centsOf(gifts)),
      }
    }),
    total: { donations: gifts.length, montant: euros(centsOf(gifts)) },
  })
  return {
    axe,
    annee,
    au: reach(donors, annee),
    data: rowsOf(now, codeOf).map(({ codes, ...row }) => ({
      ...row,
      ...line(now.filter((gift) => codes.includes(codeOf(gift)))),
    })),
    total: line(now),
  }
}
