/** The campaign profiles, in display order. */
export const PROFILS = ['PRODUIT', 'VFL', 'MIXTE'] as const

/** A profile's name in responses: `PRODUIT_UNIQUEMENT` (with the campaign's own name), `VFL_UNIQUEMENT` or `MIXTE`. */
export function nameProfil(produit: string, profil: (typeof PROFILS)[number]): string {
  if (profil === 'MIXTE') return 'MIXTE'
  return `${profil === 'VFL' ? 'VFL' : produit}_UNIQUEMENT`
}
