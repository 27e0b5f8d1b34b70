import type { Profil } from '../database/schema'

/** The campaign profiles, in the order in which screens show them. */
export const PROFILS: readonly Profil[] = ['PRODUIT', 'VFL', 'MIXTE']

/** A profile's name in answers: `PRODUIT_UNIQUEMENT` (with the campaign's own name), `VFL_UNIQUEMENT` or `MIXTE`. */
export function nameProfil(produit: string, profil: Profil): string {
  if (profil === 'MIXTE') return 'MIXTE'
  return `${profil === 'VFL' ? 'VFL' : produit}_UNIQUEMENT`
}
