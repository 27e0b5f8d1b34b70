import { sql } from 'kysely'
import type { CodeRegle } from '#contract/verification'
import { formatPercent } from '#figures/format'
import type { Db } from '../platform/database/connect'
import { RARETE } from './raisons'

interface Niveau {
  regle: CodeRegle
  points: number
  porteurs: number
  donateurs: number
  rarete: number
}

/** What of the rules counts less, since so many of the donors bear it: a sentence by rule. */
export async function readRarete(tx: Db): Promise<Map<CodeRegle, string>> {
  const { rows } = await sql<Niveau>`
    select regle, points, porteurs, donateurs, ${RARETE}::double precision as rarete
    from regles_etat
    order by regle, points desc`.execute(tx)
  const levels = new Map<CodeRegle, Niveau[]>()
  for (const row of rows) levels.set(row.regle, [...(levels.get(row.regle) ?? []), row])
  return new Map(
    [...levels].flatMap(([regle, own]): [CodeRegle, string][] => {
      const less = own.find(({ rarete }) => rarete < 1)
      if (!less) return []
      const part = `${formatPercent((100 * less.porteurs) / Math.max(1, less.donateurs))} des donateurs`
      const strong = own[0] === less ? '' : `, sauf à ${own[0]?.points} points`
      return [
        [
          regle,
          less.rarete > 0
            ? `ne compte que pour ${formatPercent(100 * less.rarete)}\u00A0: ${part}${strong}`
            : `muette\u00A0: ${part}${strong}`,
        ],
      ]
    }),
  )
}
