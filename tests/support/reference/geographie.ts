import { DEPARTEMENTS, REGIONS } from '#contract/departements'
import { comparableUpTo, cutOf } from './a-date'
import { centsOf, type Donor, inYear, isNew } from './gifts'
import { horizon } from './horizon'
import { changeOrNone, euros, meanEuros, rate, rounded } from './rounding'

/** Where donors live, year against year. `before` are the donors of the publication. */
export function geographie(donors: readonly Donor[], annee: number, before: readonly Donor[]) {
  const { horizon: day, annee_en_cours } = horizon(donors)
  const au = annee === annee_en_cours ? day : null
  const isKept = au === null || horizon(before).horizon?.slice(0, 4) === String(annee)
  const comparable = (au === null || comparableUpTo(donors, annee)) && isKept
  const giftsOf = (some: readonly Donor[], year: number) =>
    some.flatMap((donor) => inYear(donor, year))
  const toDate = (some: readonly Donor[], year: number) =>
    centsOf(giftsOf(some, year).filter((gift) => au === null || gift.day <= cutOf(year, au)))
  const countIn = (some: readonly Donor[], year: number) =>
    some.filter((donor) => inYear(donor, year).length > 0).length
  const all = centsOf(giftsOf(donors, annee))
  const chiffres = (some: readonly Donor[]) => {
    const gifts = giftsOf(some, annee)
    return {
      donateurs: countIn(some, annee),
      nouveaux: some.filter((donor) => isNew(donor, annee)).length,
      donations: gifts.length,
      montant: euros(centsOf(gifts)),
      part: rate(centsOf(gifts), all),
      don_moyen: gifts.length === 0 ? null : meanEuros(centsOf(gifts), gifts.length),
      precedent: {
        donateurs: countIn(some, annee - 1),
        montant: euros(centsOf(giftsOf(some, annee - 1))),
      },
      precedent_a_date: isKept ? { montant: euros(toDate(some, annee - 1)) } : null,
      evolution_a_date: comparable
        ? changeOrNone(toDate(some, annee - 1), toDate(some, annee))
        : null,
    }
  }
  const isHere = (some: readonly Donor[]) => countIn(some, annee) + countIn(some, annee - 1) > 0
  const livingIn = (codes: readonly string[]) =>
    donors.filter(([first]) => first !== undefined && codes.includes(first.department))
  const placeOf = (
    {
      code,
      nom,
      population,
      annee_population,
    }: (typeof REGIONS)[number] | (typeof DEPARTEMENTS)[number],
    codes: readonly string[],
  ) => {
    const some = livingIn(codes)
    if (!isHere(some)) return []
    const figures = chiffres(some)
    return [
      {
        code,
        nom,
        population,
        annee_population,
        pour_10000:
          population === null
            ? null
            : rounded(BigInt(figures.donateurs) * 10_000n, BigInt(population), 2),
        ...figures,
      },
    ]
  }
  return {
    annee,
    au,
    comparable,
    departements: DEPARTEMENTS.flatMap((one) =>
      placeOf(one, [one.code]).map((place) => ({ ...place, region: one.region })),
    ),
    regions: REGIONS.flatMap((one) => placeOf(one, one.departements)),
    total: chiffres(donors),
  }
}
