import { centsOf, type Donor } from './gifts'
import { monthsLater } from './months'
import { euros, meanEuros, percent } from './rounding'

/** The gifts that M sums up: of 36 months, else the last one alone. */
function weighed(donor: Donor, horizon: string): Donor {
  const recent = donor.filter(({ day }) => day > monthsLater(horizon, -36))
  return recent.length > 0 ? recent : donor.slice(-1)
}

/** The cell of a donor: months since the last gift, gifts in 36 months, and their sum. */
export function cellOf(donor: Donor, horizon: string): string {
  const last = donor.at(-1)?.day ?? ''
  const recent = donor.filter(({ day }) => day > monthsLater(horizon, -36))
  const amount = centsOf(weighed(donor, horizon)) / 100
  const r = [12, 24, 36].findIndex((months) => last > monthsLater(horizon, -months))
  const f = recent.length >= 4 ? 3 : recent.length >= 2 ? 2 : recent.length
  const m = [60, 120, 300, 1000].findIndex((bound) => amount < bound)
  return `R${r < 0 ? 4 : r + 1}F${f}M${m < 0 ? 5 : m + 1}`
}

export function grille(donors: readonly Donor[], horizon: string | null) {
  const known = donors
    .map((donor) => donor.filter(({ day }) => horizon !== null && day <= horizon))
    .filter(({ length }) => length > 0)
  const codes = [...new Set(known.map((donor) => cellOf(donor, horizon ?? '')))].sort()
  return {
    horizon,
    total_donateurs: known.length,
    data: codes.map((code) => {
      const members = known.filter((donor) => cellOf(donor, horizon ?? '') === code)
      const gifts = members.flatMap((donor) => weighed(donor, horizon ?? ''))
      return {
        code,
        donateurs: members.length,
        pourcentage: percent(members.length, known.length),
        montant: euros(centsOf(gifts)),
        don_moyen: meanEuros(centsOf(gifts), gifts.length),
      }
    }),
  }
}
