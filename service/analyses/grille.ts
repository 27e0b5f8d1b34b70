import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { type Grille, grille } from '#contract/grille'
import { centsOf, eurosEach, percentOf, sum } from '#figures/ratios'
import type { Db } from '../database/connect'
import { analysis } from './analysis'
import { inSnapshot } from './horizon'

export function registerGrille(app: FastifyInstance, { db }: { db: Db }): void {
  analysis(app, db, grille, () => readGrille(db))
}

interface Case {
  code: string
  donateurs: number
  dons: number
  montant: number
}

/** The cells as published or, where the horizon has moved since, computed anew, with what was decided about donors. */
async function readCases(tx: Db, { stored }: { stored: boolean }): Promise<Case[]> {
  const published = stored
    ? sql`select code, donateurs, dons, montant from grille`
    : sql`select code, donateurs, dons, montant from grille_calcul where ensemble = 'publies'`
  const { rows } = await sql<Case>`
    select code, sum(donateurs)::bigint as donateurs, sum(dons)::bigint as dons, sum(montant) as montant
    from (
      ${published}
      union all
      select code, donateurs, dons, montant from grille_calcul where ensemble = 'changes'
    ) as parts
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
