/** A campaign profile in words: `PRODUIT_UNIQUEMENT`, `VFL_UNIQUEMENT`, `MIXTE`, `LES_DEUX`. */
export function profileLabel(profil: string): string {
  if (profil === 'MIXTE' || profil === 'LES_DEUX') return 'Les deux'
  return profil.replace(/_UNIQUEMENT$/, ' uniquement')
}
