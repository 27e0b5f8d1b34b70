import type { Axe } from '#contract/ventilation'

/** The axes in words, in display order. */
export const AXES: [Axe, string][] = [
  ['campagne', 'Code campagne'],
  ['famille', 'Famille de campagnes'],
  ['media', 'Code média'],
  ['origine', 'Code origine'],
  ['produit', 'Code produit'],
]

export const nameAxis = (axe: Axe): string => AXES.find(([one]) => one === axe)?.[1] ?? axe
