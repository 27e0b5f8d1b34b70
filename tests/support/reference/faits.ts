import { type Donor, donorsOf, type Gift, type World } from './gifts'
import { dayAfter, overAfter, seriesOf } from './series'

/** The rows that a computation writes, of each table its own. */
type Tables = Record<'faits' | 'series' | 'croises' | 'jours' | 'mois' | 'annees', object[]>

const AXES = {
  campagne: ({ campaignCode }: Gift) => campaignCode,
  media: ({ media }: Gift) => media,
  origine: ({ origin }: Gift) => origin,
  produit: ({ product }: Gift) => product,
}

const euros = (gifts: readonly Gift[]) => gifts.reduce((sum, { cents }) => sum + cents, 0) / 100

const bandOf = (amount: number) =>
  [20, 50, 100, 200, 500, 1_000, 2_000, 5_000].filter((bound) => amount >= bound).length

const vflOf = (gifts: readonly Gift[]) => gifts.filter(({ campaign }) => campaign === 'VFL').length

function profileOf(gifts: readonly Gift[]): string {
  const vfl = vflOf(gifts)
  if (vfl === 0) return 'PRODUIT'
  return vfl === gifts.length ? 'VFL' : 'MIXTE'
}

const yearsOf = (donor: Donor) => [...new Set(donor.map(({ year }) => year))]

/** A donor's gifts of a year, with the donor's first and last of all, and the years beside it. */
function factOf(donor: Donor, year: number, exclu: boolean) {
  const gifts = donor.filter((gift) => gift.year === year)
  const [first, last] = [gifts[0] as Gift, gifts.at(-1) as Gift]
  const years = yearsOf(donor)
  const [before, after] = [years[years.indexOf(year) - 1], years[years.indexOf(year) + 1]]
  const ofYear = (other: number | undefined) => donor.filter((gift) => gift.year === other)
  const others = (codeOf: (gift: Gift) => string) => {
    const codes = new Set(gifts.map(codeOf))
    codes.delete(codeOf(first))
    return codes.size > 0 ? [...codes].sort() : null
  }
  return {
    contact_id: first.contact,
    annee: year,
    exclu,
    nombre: gifts.length,
    nombre_vfl: vflOf(gifts),
    montant: euros(gifts),
    premier_jour: first.day,
    dernier_jour: last.day,
    premier_vfl: first.campaign === 'VFL',
    dernier_vfl: last.campaign === 'VFL',
    dernier_montant: euros([last]),
    cumul: euros(donor),
    cumul_nombre: donor.length,
    cumul_vfl: vflOf(donor),
    premier_don: donor[0]?.day,
    dernier_don: donor.at(-1)?.day,
    deuxieme_don: donor.find(({ day }) => day !== donor[0]?.day)?.day ?? null,
    carriere_vfl: donor[0]?.campaign === 'VFL',
    annee_precedente: before ?? null,
    montant_precedent: before === undefined ? null : euros(ofYear(before)),
    annee_suivante: after ?? null,
    premier_jour_suivant: ofYear(after)[0]?.day ?? null,
    premiere_campagne: first.campaignCode,
    premier_codemedia: first.media,
    premier_origincode: first.origin,
    premier_produit: first.product,
    autres_campagnes: others(AXES.campagne),
    autres_medias: others(AXES.media),
    autres_origines: others(AXES.origine),
    autres_produits: others(AXES.produit),
    departement: first.department,
  }
}

/** A gift beside what its donor is in its year. */
function crossOf(donor: Donor, gift: Gift, exclu: boolean) {
  const ofYear = donor.filter(({ year }) => year === gift.year)
  const before = yearsOf(donor).filter((year) => year < gift.year)
  const last = before.at(-1)
  return {
    contact_id: gift.contact,
    annee: gift.year,
    mois: gift.month,
    quantieme: Number(gift.day.slice(8)),
    cents: gift.cents,
    exclu,
    tranche: bandOf(gift.cents / 100),
    tranche_total: bandOf(euros(ofYear)),
    segment: ofYear.length === 1 ? 1 : ofYear.length > 5 ? 3 : 2,
    derniere_annee: donor.at(-1)?.year,
    recul: last === undefined ? 0 : Math.min(3, gift.year - last),
    profil: profileOf(ofYear),
    departement: gift.department,
    campagne: gift.campaignCode,
    media: gift.media,
    origine: gift.origin,
    produit: gift.product,
  }
}

const seriesRows = (donor: Donor, exclu: boolean) =>
  seriesOf(donor).map(({ contact, pace, gifts }) => ({
    contact_id: contact,
    exclu,
    rythme: pace,
    premier: gifts[0]?.day,
    connue_le: gifts[3]?.day ?? null,
    arret: dayAfter(gifts.at(-1)?.day ?? '', overAfter(pace)),
    montant: (gifts.at(-1)?.cents ?? 0) / 100,
    jours: gifts.map(({ day }) => day),
    montants: gifts.map(({ cents }) => cents / 100),
  }))

/** Sums by key, the key's columns and then `add`'s. */
function sumBy(gifts: readonly Gift[], keysOf: (gift: Gift) => object): object[] {
  const sums = new Map<string, { nombre: number; cents: number }>()
  for (const gift of gifts)
    for (const [axe, codeOf] of Object.entries(AXES)) {
      const key = JSON.stringify({ axe, code: codeOf(gift), ...keysOf(gift) })
      const { nombre, cents } = sums.get(key) ?? { nombre: 0, cents: 0 }
      sums.set(key, { nombre: nombre + 1, cents: cents + gift.cents })
    }
  return [...sums].map(([key, { nombre, cents }]) => ({
    ...(JSON.parse(key) as object),
    nombre,
    montant: cents / 100,
  }))
}

/** Donors by code and year, once a code, and of how many it is the first gift's ever. */
function donorsByCode(donors: readonly Donor[]): object[] {
  const found = new Map<string, { donateurs: number; nouveaux: number }>()
  for (const donor of donors)
    for (const [axe, codeOf] of Object.entries(AXES)) {
      const keyOf = (gift: Gift) => JSON.stringify({ axe, annee: gift.year, code: codeOf(gift) })
      for (const key of new Set(donor.map(keyOf))) {
        const { donateurs, nouveaux } = found.get(key) ?? { donateurs: 0, nouveaux: 0 }
        const isFirst = key === keyOf(donor[0] as Gift)
        found.set(key, { donateurs: donateurs + 1, nouveaux: nouveaux + Number(isFirst) })
      }
    }
  return [...found].map(([key, sums]) => ({ ...(JSON.parse(key) as object), ...sums }))
}

/** What a world's gifts come to, row by row; the breakdown has days of its own since `depuis`. */
export function tablesOf(world: World, depuis: string): Tables {
  const donors = donorsOf({ ...world, exclus: [] })
  const isExcluded = (donor: Donor) => world.exclus.includes(donor[0]?.contact ?? '')
  const counted = donors.filter((donor) => !isExcluded(donor))
  const gifts = counted.flat()
  return {
    faits: donors.flatMap((donor) =>
      yearsOf(donor).map((year) => factOf(donor, year, isExcluded(donor))),
    ),
    series: donors.flatMap((donor) => seriesRows(donor, isExcluded(donor))),
    croises: donors.flatMap((donor) =>
      donor.map((gift) => crossOf(donor, gift, isExcluded(donor))),
    ),
    jours: sumBy(gifts, ({ day }) => ({ jour: day < depuis ? `${day.slice(0, 7)}-01` : day })),
    mois: sumBy(gifts, ({ year, month }) => ({ annee: year, mois: month })),
    annees: donorsByCode(counted),
  }
}
