import type { CampagnesEvolution } from '#contract/campagnes'
import { percentOf } from '#figures/ratios'
import { donors } from '../tables/links'
import { countOf, profileLabel, profilesOf } from '../tables/profils'
import { drawStacks } from './stacks.server'

/** Donors by campaign profile, one bar per year. */
export function drawProfils(produit: string, { data, a_date }: CampagnesEvolution) {
  const profiles = profilesOf(produit)
  return drawStacks(
    data.map((row) => ({
      name: String(row.annee),
      parts: profiles.map((profil) => {
        const nombre = countOf(row.nouveaux, profil) + countOf(row.anciens, profil)
        return {
          nombre,
          pourcentage: percentOf(nombre, row.total_global),
          href: donors({ ensemble: 'profil', annee: row.annee, profil }),
        }
      }),
    })),
    profiles.map((profil, at) => ({
      label: profileLabel(profil),
      mark: String(at + 1),
    })),
    {
      label: 'Donateurs par profil de campagne et par année',
      unit: 'nombres',
      place: 'full',
      running: a_date,
    },
  )
}
