import type { Axe } from '#contract/ventilation'

/** The axes in words, in the order of the screens. */
export const AXES: [Axe, string][] = [
  ['campagne', 'Code campagne'],
  ['media', 'Code média'],
  ['origine', 'Code origine'],
  ['produit', 'Code produit'],
]

export const nameAxis = (axe: Axe): string => AXES.find(([one]) => one === axe)?.[1] ?? axe
