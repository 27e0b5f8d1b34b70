/** What a code's text may say of its campaign. */
export interface Proposition {
  famille: string | null
  exercice: number | null
}

/** The year that a part of a code may be, in four digits or two. */
function yearIn(part: string, isPossible: (year: number) => boolean): number | null {
  if (!/^(?:\d{4}|\d{2})$/.test(part)) return null
  const year = part.length === 4 ? Number(part) : 2000 + Number(part)
  return isPossible(year) ? year : null
}

/**
 * Proposes a family and a year found in a code: `PROD-2026-NOEL` is NOEL of 2026. The year is one of its gifts', or next to
 * one; the family is what follows it, else what precedes it, and must have letters.
 */
export function proposer(code: string, premiere: number, derniere: number): Proposition {
  const isPossible = (year: number) => year >= premiere - 1 && year <= derniere + 1
  const parts = code.match(/\p{L}+|\d+/gu) ?? []
  const at = parts.findIndex((part) => yearIn(part, isPossible) !== null)
  const exercice = at < 0 ? null : yearIn(parts[at] ?? '', isPossible)
  const after = at < 0 ? [] : parts.slice(at + 1)
  const named = after.some((part) => /\p{L}/u.test(part))
    ? after
    : parts.slice(0, at < 0 ? undefined : at)
  const famille = named.some((part) => /\p{L}{2}/u.test(part))
    ? named.join('-').slice(0, 100)
    : null
  return { famille, exercice }
}
