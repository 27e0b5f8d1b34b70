import { centsOf, type Donor } from './gifts'
import { monthsLater } from './months'
import { euros, meanEuros, percent } from './rounding'

function recentOf(donor: Donor, horizon: string): Donor {
  const start = monthsLater(horizon, -36)
  return donor.filter(({ day }) => day > start)
}

/** The gifts that M sums up: of 36 months, else the last one alone. */
function weighed(donor: Donor, horizon: string): Donor {
  const recent = recentOf(donor, horizon)
  return recent.length > 0 ? recent : donor.slice(-1)
}

/** The cell of a donor: months since the last gift, gifts in 36 months, and their sum. */
export function cellOf(donor: Donor, horizon: string): string {
  const last = donor.at(-1)?.day ?? ''
  const recent = recentOf(donor, horizon)
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
  const cells = known.map((donor) => ({ donor, code: cellOf(donor, horizon ?? '') }))
  return {
    horizon,
    total_donateurs: known.length,
    data: [...new Set(cells.map(({ code }) => code))].sort().map((code) => {
      const members = cells.filter((cell) => cell.code === code)
      const gifts = members.flatMap(({ donor }) => weighed(donor, horizon ?? ''))
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
