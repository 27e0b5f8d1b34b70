import { changeAtDate, dayOf, type Running } from './a-date'
import { allYears, centsOf, type Donor, donorsIn, inYear, isNew, nameOf, profileOf } from './gifts'
import { change, countBy, euros, meanEuros, percent } from './rounding'

export function evolution(donors: readonly Donor[], produit: string, running: Running | null) {
  const years = allYears(donors)
  const groupsOf = (some: readonly Donor[], annee: number) => {
    const gave = donorsIn(some, annee)
    return {
      nouveaux: gave.filter((donor) => isNew(donor, annee)),
      anciens: gave.filter((donor) => !isNew(donor, annee)),
      tous: gave,
    }
  }
  const groups = (annee: number) => groupsOf(donors, annee)
  const day = running && dayOf(running, running.year)
  return {
    a_date: running && day && { ...day, annee: running.year },
    data: years.map((annee, index) => {
      const now = groups(annee)
      const before = index === 0 ? undefined : groups(annee - 1)
      const profiles = (group: Donor[]) => {
        const counts = countBy(group, (donor) => profileOf(inYear(donor, annee), produit, 'MIXTE'))
        return [`${produit}_UNIQUEMENT`, 'VFL_UNIQUEMENT', 'MIXTE'].map((profil) => ({
          profil_campagne: profil,
          nombre_donateurs: counts.get(profil) ?? 0,
        }))
      }
      const changed = (group: keyof typeof now) =>
        before ? change(before[group].length, now[group].length) : null
      const changedAtDate = (group: keyof typeof now) =>
        changeAtDate(running, annee, donors, (some, year) => groupsOf(some, year)[group].length)
      return {
        annee,
        nouveaux: profiles(now.nouveaux),
        anciens: profiles(now.anciens),
        total_nouveaux: now.nouveaux.length,
        total_anciens: now.anciens.length,
        total_global: now.tous.length,
        evolution_nouveaux: changed('nouveaux'),
        evolution_anciens: changed('anciens'),
        evolution_globale: changed('tous'),
        evolution_nouveaux_a_date: changedAtDate('nouveaux'),
        evolution_anciens_a_date: changedAtDate('anciens'),
        evolution_globale_a_date: changedAtDate('tous'),
      }
    }),
  }
}

export function parcours(donors: readonly Donor[], produit: string) {
  if (donors.length === 0) return { data: [] }
  const paths = [
    ['PRODUIT', 'PRODUIT'],
    ['PRODUIT', 'VFL'],
    ['VFL', 'VFL'],
    ['VFL', 'PRODUIT'],
  ] as const
  return {
    data: paths.map(([first, last]) => {
      const began = donors.filter((donor) => donor[0]?.campaign === first)
      const went = began.filter((donor) => donor.at(-1)?.campaign === last)
      const prefix = first === last ? 'FIDELE' : 'MIGRE_VERS'
      return {
        premiere_campagne: nameOf(first, produit),
        comportement: `${prefix}_${nameOf(last, produit)}`,
        nombre_donateurs: went.length,
        pourcentage_dans_premiere: percent(went.length, began.length),
      }
    }),
  }
}

export function mixtes(donors: readonly Donor[]) {
  return {
    data: allYears(donors).map((annee) => {
      const gave = donorsIn(donors, annee).map((donor) => inYear(donor, annee))
      const mixed = gave.filter((gifts) => profileOf(gifts, 'PRODUIT', 'MIXTE') === 'MIXTE')
      const cents = mixed.reduce((total, gifts) => total + centsOf(gifts), 0)
      return {
        annee,
        nombre_donateurs_mixtes: mixed.length,
        total_donateurs_annee: gave.length,
        pourcentage_mixtes: percent(mixed.length, gave.length),
        montant_total_mixtes: euros(cents),
        montant_moyen_mixtes: meanEuros(cents, mixed.length),
      }
    }),
  }
}

export function repartition(donors: readonly Donor[], produit: string) {
  if (donors.length === 0) return { data: [], total_global: 0 }
  const counts = countBy(donors, (donor) => profileOf(donor, produit, 'LES_DEUX'))
  const labels = [
    [`${produit}_UNIQUEMENT`, `${produit} uniquement`],
    ['VFL_UNIQUEMENT', 'VFL uniquement'],
    ['LES_DEUX', 'Les deux'],
  ] as const
  return {
    data: labels.map(([profil, libelle]) => ({
      profil_campagne: profil,
      libelle_campagne: libelle,
      nombre_donateurs: counts.get(profil) ?? 0,
      pourcentage: percent(counts.get(profil) ?? 0, donors.length),
    })),
    total_global: donors.length,
  }
}
