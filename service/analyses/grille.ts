import type { FastifyInstance } from 'fastify'
import { type Grille, grille } from '#contract/grille'
import { centsOf, eurosEach, percentOf, sum } from '#figures/ratios'
import type { Db } from '../database/connect'
import { route } from '../http/route'

export function registerGrille(app: FastifyInstance, { db }: { db: Db }): void {
  route(app, grille, () => readGrille(db))
}

async function readGrille(db: Db): Promise<Grille> {
  const rows = await db
    .selectFrom('horizon_grille')
    .leftJoin('grille_a_jour', (join) => join.onTrue())
    .selectAll()
    .orderBy('code')
    .execute()
  const [first] = rows
  const codes = rows.flatMap(({ code, donateurs, dons, montant }) =>
    code === null || donateurs === null || dons === null || montant === null
      ? []
      : [{ code, donateurs, dons, montant }],
  )
  const total = sum(codes.map(({ donateurs }) => donateurs))
  return {
    horizon: first?.jour ?? null,
    total_donateurs: total,
    data: codes.map(({ code, donateurs, dons, montant }) => ({
      code,
      donateurs,
      pourcentage: percentOf(donateurs, total),
      montant,
      don_moyen: eurosEach(centsOf(montant), dons),
    })),
  }
}
