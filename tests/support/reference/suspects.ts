import { comparableUpTo, cutOf, upTo } from './a-date'
import { centsOf, type Donor, type Gift, inYear, isNew } from './gifts'
import { horizon } from './horizon'
import { changeOrNone, meanEuros, percent } from './rounding'

/** The figures of a year up to a day: euros as cents. */
function measure(
  donors: readonly Donor[],
  year: number,
  au: string,
): [name: string, value: number][] {
  const isSeen = (gift: Gift | undefined) => gift !== undefined && gift.day <= cutOf(year, au)
  const seen = upTo(donors, au).filter((donor) => inYear(donor, year).length > 0)
  const gifts = seen.flatMap((donor) => inYear(donor, year))
  return [
    ['montant', centsOf(gifts)],
    ['donations', gifts.length],
    ['donateurs', seen.length],
    ['nouveaux', donors.filter((donor) => isNew(donor, year) && isSeen(donor[0])).length],
    ['don_moyen', Math.round(meanEuros(centsOf(gifts), gifts.length) * 100)],
  ]
}

/** What these contacts weigh in a year, and its figures without them. */
export function suspects(
  donors: readonly Donor[],
  contacts: readonly string[],
  { annee, au }: { annee: number; au?: string | undefined },
) {
  const others = donors.filter((donor) => !contacts.includes(donor[0]?.contact ?? ''))
  const { horizon: last, annee_en_cours: running } = horizon(donors)
  const end = au ?? `${annee}-12-31`
  const [avec, sans] = [measure(donors, annee, end), measure(others, annee, end)]
  const compared = au ?? (annee === running ? (last ?? '') : end)
  const isKnown = cutOf(annee, compared) <= (last ?? '') && comparableUpTo(others, annee)
  const [now, before] = [measure(others, annee, compared), measure(others, annee - 1, compared)]
  return {
    annee,
    donateurs: (avec[2]?.[1] ?? 0) - (sans[2]?.[1] ?? 0),
    mesures: avec.flatMap(([mesure, value], at) => {
      const without = sans[at]?.[1] ?? 0
      const gap = Math.abs(value - without)
      if (value === 0 || gap / value < 0.01) return []
      const isEmpty = mesure === 'don_moyen' && now[1]?.[1] === 0
      return [
        {
          mesure,
          part: percent(gap, value),
          sans: mesure === 'montant' || mesure === 'don_moyen' ? without / 100 : without,
          evolution:
            isKnown && !isEmpty ? changeOrNone(before[at]?.[1] ?? 0, now[at]?.[1] ?? 0) : null,
        },
      ]
    }),
  }
}
