import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import {
  type NonFidelesCampagnes,
  nonFidelesCampagnes,
  type SegmentationAnnuelle,
  segmentationAnnuelle,
  type SegmentationGlobale,
  segmentationGlobale,
} from '#contract/donateurs'
import { partOf, sum } from '#figures/ratios'
import type { Config } from '../config'
import type { Db } from '../database/connect'
import { route } from '../http/route'
import { groupByAnnee } from './annees'

export function registerDonateurs(
  app: FastifyInstance,
  { config, db }: { config: Config; db: Db },
): void {
  route(app, segmentationAnnuelle, () => readSegmentationAnnuelle(db))
  route(app, segmentationGlobale, () => readSegmentationGlobale(db))
  route(app, nonFidelesCampagnes, () => readNonFideles(db, config.CAMPAGNE_PRODUIT))
}

async function readSegmentationAnnuelle(db: Db): Promise<SegmentationAnnuelle> {
  const rows = await db.selectFrom('segments_annuels_a_jour').selectAll().execute()
  return {
    data: groupByAnnee(rows).map(({ annee, rows }) => {
      const count = (segment: 1 | 2 | 3) => rows.find((row) => row.segment === segment)?.nombre ?? 0
      const total = sum(rows.map(({ nombre }) => nombre))
      return {
        annee,
        beginners: partOf(count(1), total),
        fideles: partOf(count(2), total),
        super_fideles: partOf(count(3), total),
        total_donateurs: total,
      }
    }),
  }
}

async function readSegmentationGlobale(db: Db): Promise<SegmentationGlobale> {
  const { rows } = await sql<Record<'un' | 'quelques' | 'beaucoup' | 'total', number>>`
    select
      coalesce(sum(nombre) filter (where segment = 1), 0) as un,
      coalesce(sum(nombre) filter (where segment = 2), 0) as quelques,
      coalesce(sum(nombre) filter (where segment = 3), 0) as beaucoup,
      coalesce(sum(nombre), 0) as total
    from carrieres_a_jour`.execute(db)
  const { un, quelques, beaucoup, total } = rows[0] ?? { un: 0, quelques: 0, beaucoup: 0, total: 0 }
  return {
    donnees: {
      non_fideles: partOf(un, total),
      fideles: partOf(quelques, total),
      super_fideles: partOf(beaucoup, total),
      total_donateurs: total,
    },
  }
}

/** One-gift donors by the campaign of that gift. */
async function readNonFideles(db: Db, produit: string): Promise<NonFidelesCampagnes> {
  const rows = await db
    .selectFrom('carrieres_a_jour')
    .select(['premier_vfl', 'nombre'])
    .where('segment', '=', 1)
    .execute()
  const count = (vfl: boolean) => rows.find((row) => row.premier_vfl === vfl)?.nombre ?? 0
  const total = count(true) + count(false)
  return {
    donnees: {
      vfl: partOf(count(true), total),
      [produit.toLowerCase()]: partOf(count(false), total),
    },
  }
}
