import { allYears, centsOf, type Donor, inYear, isNew } from './gifts'
import { euros, meanEuros, share } from './rounding'

export function cohortes(donors: readonly Donor[]) {
  const years = allYears(donors)
  return {
    data: years.flatMap((cohorte) => {
      const members = donors.filter((donor) => isNew(donor, cohorte))
      if (members.length === 0) return []
      return [
        {
          cohorte,
          taille: members.length,
          annees: years
            .filter((annee) => annee >= cohorte)
            .map((annee) => {
              const gifts = members.flatMap((donor) => inYear(donor, annee))
              const before = members.flatMap((donor) => donor.filter(({ year }) => year <= annee))
              const { nombre, pourcentage } = share(
                new Set(gifts.map(({ contact }) => contact)).size,
                members.length,
              )
              return {
                annee,
                donateurs: nombre,
                pourcentage,
                montant: euros(centsOf(gifts)),
                valeur_cumulee: meanEuros(centsOf(before), members.length),
              }
            }),
        },
      ]
    }),
  }
}
