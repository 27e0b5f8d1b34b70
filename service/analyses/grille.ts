import { sql } from 'kysely'
import { type Grille, grille } from '#contract/grille'
import { formatCount, plural } from '#figures/format'
import { centsOf, eurosEach, highest, percentOf, sum } from '#figures/ratios'
import type { Db } from '../platform/database/connect'
import { inSnapshot } from '../platform/database/snapshot'
import { type Analysis, call, type Given } from './analysis'
import { rule } from './definition'

export default {
  section: 'Donateurs',
  calls: [call(grille, ({ db }) => readGrille(db))],
  definitions: defineGrille,
} satisfies Analysis

interface Case {
  code: string
  donateurs: number
  dons: number
  montant: number
}

/** The cells as published or, if the horizon has moved since, recomputed; plus decisions since. */
async function readCases(tx: Db, { stored }: { stored: boolean }): Promise<Case[]> {
  const cases = stored
    ? sql`grille_a_jour`
    : sql`(
        select * from grille_calcul where ensemble = 'publies'
        union all
        select * from decides_depuis(null::grille_calcul)
      ) as parts`
  const { rows } = await sql<Case>`
    select code, sum(donateurs)::bigint as donateurs, sum(dons)::bigint as dons, sum(montant) as montant
    from ${cases}
    group by code
    having sum(donateurs) <> 0
    order by code collate "C"`.execute(tx)
  return rows
}

const readGrille = (db: Db): Promise<Grille> =>
  inSnapshot(db, async (tx) => {
    const { rows } = await sql<{ horizon: string | null; stored: boolean }>`
      select horizon.jour as horizon, publie.jour is not distinct from horizon.jour as stored
      from horizon_grille as horizon, horizon_publie as publie`.execute(tx)
    const { horizon, stored } = rows[0] ?? { horizon: null, stored: true }
    const cases = await readCases(tx, { stored })
    const total = sum(cases.map(({ donateurs }) => donateurs))
    return {
      horizon,
      total_donateurs: total,
      data: cases.map(({ code, donateurs, dons, montant }) => ({
        code,
        donateurs,
        pourcentage: percentOf(donateurs, total),
        montant,
        don_moyen: eurosEach(centsOf(montant), dons),
      })),
    }
  })

/** Defines the grid, with its largest cell as example. */
async function defineGrille({ db }: Given) {
  const { data, total_donateurs } = await readGrille(db)
  const largest = highest(data, ({ donateurs }) => donateurs)
  return {
    grille: rule({
      titre: 'Grille RFM',
      formule:
        'Au dernier jour des données. R, mois depuis le dernier don : moins de 12 (1), de 24 (2), de 36 (3), davantage (4). F, dons des 36 derniers mois : aucun (0), un (1), deux ou trois (2), quatre et plus (3). M, leur somme : moins de 60 € (1), de 120 € (2), de 300 € (3), de 1 000 € (4), davantage (5) ; sans don sur 36 mois, le montant du dernier.',
      exemple: largest
        ? `${largest.code} : ${formatCount(largest.donateurs)} sur ${plural(total_donateurs, 'donateur')}.`
        : null,
      depuis: '2026-11-22',
    }),
  }
}
