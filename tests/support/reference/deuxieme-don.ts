import { allYears, type Donor, isNew } from './gifts'
import { horizon } from './horizon'
import { monthsLater } from './months'
import { rate } from './rounding'

const firstDay = (donor: Donor) => donor[0]?.day ?? ''
const secondDay = (donor: Donor) => donor.find(({ day }) => day > firstDay(donor))?.day

const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 86_400_000

export function deuxiemeDon(donors: readonly Donor[]) {
  const { horizon: day } = horizon(donors)
  const due = (members: readonly Donor[], months: number) =>
    members.filter((donor) => monthsLater(firstDay(donor), months) <= (day ?? ''))
  const returned = (members: readonly Donor[], months: number) =>
    due(members, months).filter(
      (donor) => (secondDay(donor) ?? '9999') <= monthsLater(firstDay(donor), months),
    )
  return {
    horizon: day,
    data: allYears(donors).flatMap((cohorte) => {
      const members = donors.filter((donor) => isNew(donor, cohorte))
      if (members.length === 0) return []
      const delays = returned(members, 24)
        .map((donor) => daysBetween(firstDay(donor), secondDay(donor) ?? ''))
        .sort((a, b) => a - b)
      const within = (months: number) => {
        const echus = due(members, months).length
        const avec = returned(members, months).length
        return { echus, avec, sans: echus - avec, taux: rate(avec, echus) }
      }
      return [
        {
          cohorte,
          nouveaux: members.length,
          mois: { '3': within(3), '12': within(12), '24': within(24) },
          delai_median_jours: delays[Math.ceil(delays.length / 2) - 1] ?? null,
        },
      ]
    }),
  }
}
