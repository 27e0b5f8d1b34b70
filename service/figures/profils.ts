/** The campaign profiles, in the order in which screens show them. */
export const PROFILS = ['PRODUIT', 'VFL', 'MIXTE'] as const

/** A profile's name in answers: `PRODUIT_UNIQUEMENT` (with the campaign's own name), `VFL_UNIQUEMENT` or `MIXTE`. */
export function nameProfil(produit: string, profil: (typeof PROFILS)[number]): string {
  if (profil === 'MIXTE') return 'MIXTE'
  return `${profil === 'VFL' ? 'VFL' : produit}_UNIQUEMENT`
}
