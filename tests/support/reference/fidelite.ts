import { allYears, centsOf, type Donor, inYear, isNew } from './gifts'
import { horizon } from './horizon'
import { euros, rate } from './rounding'

const gave = (donor: Donor, year: number) => inYear(donor, year).length > 0

/** What a donor was in a year of gifts: began, came back after a year without, or had given the year before. */
export function groupIn(
  donor: Donor,
  year: number,
): 'nouveaux' | 'reactives' | 'fideles' | undefined {
  if (!gave(donor, year)) return undefined
  if (isNew(donor, year)) return 'nouveaux'
  return gave(donor, year - 1) ? 'fideles' : 'reactives'
}

const count = (donors: readonly Donor[], is: (donor: Donor) => boolean) => donors.filter(is).length
const cents = (donors: readonly Donor[], year: number) =>
  donors.reduce((sum, donor) => sum + centsOf(inYear(donor, year)), 0)

const NONE = {
  fidelisation: null,
  attrition: null,
  fidelisation_nouveaux: null,
  fidelisation_reactives: null,
  fidelisation_fideles: null,
  reactivation: null,
  acquisition: null,
  couverture: null,
  montant_conserve: null,
  evolution_conserves: null,
  part_nouveaux: null,
}

/** The rates of a year, with its gifts up to a day of it only. */
function rates(whole: readonly Donor[], year: number, until = `${year}-12-31`) {
  const donors = whole.map((donor) =>
    donor.filter((gift) => gift.year < year || (gift.year === year && gift.day <= until)),
  )
  const before = donors.filter((donor) => gave(donor, year - 1))
  const kept = before.filter((donor) => gave(donor, year))
  const nouveaux = donors.filter((donor) => groupIn(donor, year) === 'nouveaux')
  const reactives = donors.filter((donor) => groupIn(donor, year) === 'reactives')
  const known = count(donors, (donor) => donor.some((gift) => gift.year < year))
  const keptOf = (group: string) =>
    rate(
      count(kept, (donor) => groupIn(donor, year - 1) === group),
      count(before, (donor) => groupIn(donor, year - 1) === group),
    )
  return {
    fidelisation: rate(kept.length, before.length),
    attrition: rate(before.length - kept.length, before.length),
    fidelisation_nouveaux: keptOf('nouveaux'),
    fidelisation_reactives: keptOf('reactives'),
    fidelisation_fideles: keptOf('fideles'),
    reactivation: rate(reactives.length, known - before.length),
    acquisition: rate(nouveaux.length, before.length),
    couverture: rate(nouveaux.length + reactives.length, before.length - kept.length),
    montant_conserve: rate(cents(kept, year), cents(before, year - 1)),
    evolution_conserves: rate(cents(kept, year), cents(kept, year - 1)),
    part_nouveaux: rate(cents(nouveaux, year), cents(donors, year)),
  }
}

/** The same day a year earlier. */
function yearEarlier(day: string): string {
  const year = Number(day.slice(0, 4)) - 1
  return `${year}${day.slice(4) === '-02-29' ? '-02-28' : day.slice(4)}`
}

/** `published`: the donors as they counted when the figures were computed. */
function ofYear(donors: readonly Donor[], year: number, published: readonly Donor[]) {
  const first = allYears(donors)[0] ?? Infinity
  const { horizon: day, annee_en_cours } = horizon(donors)
  const running = year === annee_en_cours
  const known = day?.slice(0, 4) === horizon(published).horizon?.slice(0, 4)
  const same = yearEarlier(day ?? '')
  return {
    annee: year,
    en_cours: running,
    debut_du_fichier: year <= first,
    taux: year <= first ? NONE : rates(donors, year, running && known ? (day ?? '') : undefined),
    a_date:
      running && known && year - 1 > first
        ? { annee: year - 1, au: same, taux: rates(donors, year - 1, same) }
        : null,
  }
}

export const fideliteParAnnee = (donors: readonly Donor[], published: readonly Donor[]) => ({
  data: allYears(donors).map((year) => ofYear(donors, year, published)),
})

export function fidelite(donors: readonly Donor[], year: number, published: readonly Donor[]) {
  const here = donors.filter((donor) => gave(donor, year))
  const before = donors.filter((donor) => gave(donor, year - 1))
  const kept = here.filter((donor) => gave(donor, year - 1))
  const lost = before.filter((donor) => !gave(donor, year))
  const known = donors.filter((donor) => donor.some((gift) => gift.year < year))
  const nouveaux = here.filter((donor) => isNew(donor, year))
  const reactives = here.filter((donor) => !gave(donor, year - 1) && !isNew(donor, year))
  const change = (donor: Donor) => cents([donor], year) - cents([donor], year - 1)
  const was = (group: string) => (donor: Donor) => groupIn(donor, year - 1) === group
  const move = (groupe: string, members: readonly Donor[]) => ({
    groupe,
    donateurs: members.length,
    montant_avant: euros(cents(members, year - 1)),
    montant_apres: euros(cents(members, year)),
    ecart: euros(cents(members, year) - cents(members, year - 1)),
  })
  const { groupe: _all, donateurs: _donors, ...montants } = move('', donors)
  return {
    ...ofYear(donors, year, published),
    effectifs: {
      actifs: here.length,
      actifs_precedents: before.length,
      conserves: kept.length,
      nouveaux: nouveaux.length,
      reactives: reactives.length,
      perdus: lost.length,
      nouveaux_precedents: count(before, was('nouveaux')),
      nouveaux_conserves: count(kept, was('nouveaux')),
      reactives_precedents: count(before, was('reactives')),
      reactives_conserves: count(kept, was('reactives')),
      fideles_precedents: count(before, was('fideles')),
      fideles_conserves: count(kept, was('fideles')),
      historiques_precedents: known.length,
      absents: count(known, (donor) => !gave(donor, year)),
    },
    mouvements: [
      move('nouveaux', nouveaux),
      move('reactives', reactives),
      move(
        'hausse',
        kept.filter((donor) => change(donor) > 0),
      ),
      move(
        'stables',
        kept.filter((donor) => change(donor) === 0),
      ),
      move(
        'baisse',
        kept.filter((donor) => change(donor) < 0),
      ),
      move(
        'perdus_nouveaux',
        lost.filter((donor) => isNew(donor, year - 1)),
      ),
      move(
        'perdus_autres',
        lost.filter((donor) => !isNew(donor, year - 1)),
      ),
    ],
    montants,
  }
}
