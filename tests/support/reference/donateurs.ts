import { allYears, type Donor, donorsIn, inYear } from './gifts'
import { share } from './rounding'

const once = (gifts: Donor) => gifts.length === 1
const often = (gifts: Donor) => gifts.length >= 2 && gifts.length <= 5
const veryOften = (gifts: Donor) => gifts.length >= 6

export function segmentationAnnuelle(donors: readonly Donor[]) {
  return {
    data: allYears(donors).map((annee) => {
      const careers = donorsIn(donors, annee).map((donor) => inYear(donor, annee))
      return {
        annee,
        beginners: share(careers.filter(once).length, careers.length),
        fideles: share(careers.filter(often).length, careers.length),
        super_fideles: share(careers.filter(veryOften).length, careers.length),
        total_donateurs: careers.length,
      }
    }),
  }
}

export const segmentationGlobale = (donors: readonly Donor[]) => ({
  donnees: {
    non_fideles: share(donors.filter(once).length, donors.length),
    fideles: share(donors.filter(often).length, donors.length),
    super_fideles: share(donors.filter(veryOften).length, donors.length),
    total_donateurs: donors.length,
  },
})

export function nonFideles(donors: readonly Donor[], produit: string) {
  const single = donors.filter(once)
  const vfl = single.filter((donor) => donor[0]?.campaign === 'VFL').length
  return {
    donnees: {
      vfl: share(vfl, single.length),
      [produit.toLowerCase()]: share(single.length - vfl, single.length),
    },
  }
}
