import type { Contribution, Difference } from '#contract/publications'
import { plural } from '#figures/format'
import type { Db } from '../../platform/database/connect'
import { readNumbered } from './publications'

/** What a publication changed of a figure; `effet` is a whole number, of cents for money. */
export interface Changement {
  publication: number
  effet: number
}

/** Of a figure that is counted. */
export const SANS_TERMES: Difference['termes'] = { avant: null, apres: null }

/** So many of a publication's causes are told, those after them counted. */
const CAUSES = 4

/** The first causes of a publication, and how many others there are. */
export function tellTogether(causes: readonly string[]): string {
  const rest = causes.length - CAUSES
  const more = rest > 0 ? [plural(rest, 'autre cause', 'autres causes')] : []
  return [...causes.slice(0, CAUSES), ...more].join('\u00A0; ')
}

/** Tells what changed a figure after publication `de`, by publication, with all that had come before each. */
export async function tellByPublication(
  tx: Db,
  changements: readonly Changement[],
  { de, unit = 1 }: { de: number; unit?: number },
): Promise<Difference> {
  const known = await readNumbered(
    tx,
    changements.map(({ publication }) => publication),
  )
  let now = 0
  let avant = 0
  const contributions: Contribution[] = []
  for (const { publication, effet } of changements) {
    now += effet
    if (publication <= de) avant = now
    const told = known.get(publication)
    if (publication > de && told)
      contributions.push({
        le: told.publie_le,
        cause: tellTogether(told.causes),
        lien: null,
        dons: null,
        effet: effet / unit,
        cumul: now / unit,
        termes: null,
      })
  }
  return {
    avant: avant / unit,
    apres: now / unit,
    ecart: (now - avant) / unit,
    termes: SANS_TERMES,
    contributions,
  }
}
