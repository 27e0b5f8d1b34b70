import type { Fraicheur } from '#contract/rafraichissement'
import { Refusal } from '../service/refusal.server'

/** A starting instance, or an import, may publish several times in a row. */
const PATIENCE_MS = 30_000
/** Pauses between readings: short at first, as one publication alone is over at once. */
const PAUSES_MS = [0, 0, 250, 500, 1_000, 2_000]

const isSame = (one: Fraicheur, other: Fraicheur) =>
  one.calcule_le === other.calcule_le &&
  one.suspects_attendus === other.suspects_attendus &&
  one.imports_plus_recents === other.imports_plus_recents &&
  one.exclusions_plus_recentes === other.exclusions_plus_recentes

/**
 * Rereads until the freshness is unchanged, so that everything is of one moment. Throws a Refusal if it keeps changing
 * for 30 s.
 */
export async function atOneMoment<Read>(
  readFraicheur: () => Promise<Fraicheur>,
  read: () => Promise<Read>,
): Promise<{ found: Read; fraicheur: Fraicheur }> {
  const until = performance.now() + PATIENCE_MS
  let before = await readFraicheur()
  for (let attempt = 0; ; attempt++) {
    const found = await read()
    const after = await readFraicheur()
    if (isSame(before, after)) return { found, fraicheur: after }
    before = after
    const pause = PAUSES_MS[Math.min(attempt, PAUSES_MS.length - 1)] ?? 0
    if (performance.now() + pause >= until) break
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
  const detail = 'Les données changent en ce moment. Réessayez dans quelques instants.'
  throw new Refusal(503, { detail })
}
