import type { Fraicheur } from '#contract/rafraichissement'
import { Refusal } from '../refusal.server'

const ATTEMPTS = 4

const isSame = (one: Fraicheur, other: Fraicheur) =>
  one.calcule_le === other.calcule_le &&
  one.imports_plus_recents === other.imports_plus_recents &&
  one.exclusions_plus_recentes === other.exclusions_plus_recentes

/**
 * Rereads until the freshness is unchanged, so that everything is of one moment. Throws a Refusal if it keeps changing.
 */
export async function atOneMoment<Read>(
  readFraicheur: () => Promise<Fraicheur>,
  read: () => Promise<Read>,
): Promise<{ found: Read; fraicheur: Fraicheur }> {
  let before = await readFraicheur()
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const found = await read()
    const after = await readFraicheur()
    if (isSame(before, after)) return { found, fraicheur: after }
    before = after
  }
  const detail = 'Les données changent en ce moment. Réessayez dans quelques instants.'
  throw new Refusal(503, { detail })
}
