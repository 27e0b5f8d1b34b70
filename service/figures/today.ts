import { inParis } from './format'

/** Today in Paris: `2026-11-20`. */
export const today = (): string => inParis(new Date())[0]

/** The year that runs in Paris. */
export const thisYear = (): number => Number(today().slice(0, 4))
