/** Time since the last gift, by R. */
export const RECENCES = {
  R1: 'dernier don depuis moins de 12\u00A0mois',
  R2: 'dernier don entre 12 et 24\u00A0mois',
  R3: 'dernier don entre 24 et 36\u00A0mois',
  R4: 'dernier don depuis 36\u00A0mois et plus',
} as const

/** Number of gifts in 36 months, by F. */
export const FREQUENCES = {
  F0: 'aucun don en 36\u00A0mois',
  F1: '1\u00A0don en 36\u00A0mois',
  F2: '2 ou 3 dons en 36\u00A0mois',
  F3: '4 dons et plus en 36\u00A0mois',
} as const

/** The same in few words, for the axes. */
const BREFS: Record<string, string> = {
  R1: 'moins d’un an',
  R2: '1 à 2\u00A0ans',
  R3: '2 à 3\u00A0ans',
  R4: '3\u00A0ans et plus',
  F0: 'aucun don',
  F1: '1\u00A0don',
  F2: '2 ou 3\u00A0dons',
  F3: '4\u00A0dons et plus',
}

/** A row of the grid in words: time since the last gift, gifts in 36 months. */
export const nommerRang = (r: string, f: string): string =>
  f === 'F0' ? `${BREFS[r]}` : `${BREFS[r]}, ${BREFS[f]}`

/** Their total, by M. */
export const MONTANTS = {
  M1: 'moins de 60\u00A0€',
  M2: 'de 60 à 120\u00A0€',
  M3: 'de 120 à 300\u00A0€',
  M4: 'de 300 à 1\u202F000\u00A0€',
  M5: '1\u202F000\u00A0€ et plus',
} as const

const part = (words: Record<string, string>, code: string) =>
  Object.entries(words).find(([key]) => code.includes(key))?.[1] ?? ''

/** `R1F2M3` in words. */
export function nommerCode(code: string): string {
  const what = code.includes('F0') ? 'dernier don' : 'total de 36\u00A0mois'
  return `${part(RECENCES, code)}, ${part(FREQUENCES, code)}, ${what}\u00A0: ${part(MONTANTS, code)}`
}
