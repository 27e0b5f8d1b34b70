const LONGUEUR = 100

/** The words of a text, without case and accents, of any script. */
export const motsDe = (text: string | null): string[] =>
  (text ?? '')
    .slice(0, LONGUEUR)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/œ/g, 'oe')
    .replace(/æ/g, 'ae')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/** Phrases of some list, and words that may stand beside them. */
export interface Termes {
  /** By first word: its phrases, the longest first. */
  phrases: ReadonlyMap<string, readonly (readonly string[])[]>
  autour: ReadonlySet<string>
}

export function termes(phrases: readonly string[], autour: readonly string[] = []): Termes {
  const byWord = new Map<string, string[][]>()
  for (const phrase of phrases) {
    const parts = motsDe(phrase)
    const [first] = parts
    if (first === undefined) continue
    byWord.set(first, [...(byWord.get(first) ?? []), parts])
  }
  for (const [word, all] of byWord)
    byWord.set(
      word,
      all.toSorted((one, other) => other.length - one.length),
    )
  return { phrases: byWord, autour: new Set(autour.flatMap(motsDe)) }
}

/** The phrases that stand in these words, and whether nothing else does but what may stand beside them. */
export function lire(
  mots: readonly string[],
  { phrases, autour }: Termes,
): { dits: string[]; entier: boolean } {
  const dits: string[] = []
  let entier = true
  for (let at = 0; at < mots.length;) {
    const found = phrases
      .get(mots[at] ?? '')
      ?.find((parts) => parts.every((part, place) => mots[at + place] === part))
    if (found) {
      dits.push(found.join(' '))
      at += found.length
      continue
    }
    if (!autour.has(mots[at] ?? '')) entier = false
    at += 1
  }
  return { dits, entier: entier && dits.length > 0 }
}
