import type { Objectif, Part } from '#contract/values'

/** `part / total` rounded half up (away from zero) to `1 / precision`, in whole numbers all the way. */
function roundedQuotient(part: number, total: number, precision: number): number {
  const magnitude = Math.floor((2 * Math.abs(part) * precision + total) / (2 * total))
  return (part < 0 ? -magnitude : magnitude) / precision
}

/** The share of a whole in percent, one decimal; 0 if the whole is 0. */
export function pourcentage(part: number, total: number): number {
  return total === 0 ? 0 : roundedQuotient(part * 100, total, 10)
}

export const part = (nombre: number, total: number): Part => ({
  nombre,
  pourcentage: pourcentage(nombre, total),
})

/** The change from the one number to the other in percent, one decimal; from 0 to more it is 100. */
export function evolution(previous: number, current: number): number {
  if (previous === 0) return current > 0 ? 100 : 0
  return current === previous ? 0 : roundedQuotient((current - previous) * 100, previous, 10)
}

/** Last year's number plus 10 %, and how far this year's came. */
export function objectif(previous: number, realise: number): Objectif {
  const but = Math.floor((previous * 11 + 5) / 10)
  return {
    objectif: but,
    realise,
    ecart: realise - but,
    performance: pourcentage(realise, but),
  }
}

export const sum = (numbers: readonly number[]): number =>
  numbers.reduce((total, number) => total + number, 0)
