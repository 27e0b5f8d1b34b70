import type { NatureOpposition } from '#contract/oppositions'

/** The kinds of opposition, in words. */
export const NATURES_OPPOSITION: Record<NatureOpposition, string> = {
  deces: 'Décès',
  courrier: 'Courrier',
  email: 'E\u2011mail',
  telephone: 'Téléphone',
}
