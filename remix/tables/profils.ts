import type { CampagnesEvolution } from '#contract/campagnes'

/** A campaign profile in words: `PRODUIT_UNIQUEMENT`, `VFL_UNIQUEMENT`, `MIXTE`, `LES_DEUX`. */
export function profileLabel(profil: string): string {
  if (profil === 'MIXTE' || profil === 'LES_DEUX') return 'Les deux'
  return profil.replace(/_UNIQUEMENT$/, ' uniquement')
}

/** A year's profiles in order; `produit`: the name of the first campaign. */
export const profilesOf = (produit: string): string[] => [
  `${produit}_UNIQUEMENT`,
  'VFL_UNIQUEMENT',
  'MIXTE',
]

export const countOf = (
  profiles: CampagnesEvolution['data'][number]['nouveaux'],
  profil: string,
): number =>
  profiles.find(({ profil_campagne }) => profil_campagne === profil)?.nombre_donateurs ?? 0
