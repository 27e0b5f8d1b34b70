import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { type DeuxiemeDon, deuxiemeDon, type Mois } from '#contract/deuxieme-don'
import { rateOf } from '#figures/ratios'
import type { Db } from '../database/connect'
import { route } from '../http/route'

export function registerDeuxiemeDon(app: FastifyInstance, { db }: { db: Db }): void {
  route(app, deuxiemeDon, () => readDeuxiemeDon(db))
}

interface Cohorte {
  horizon: string
  cohorte: number
  nouveaux: number
  echus: Record<Mois, number>
  avec: Record<Mois, number>
  delai: number | null
}

async function readDeuxiemeDon(db: Db): Promise<DeuxiemeDon> {
  const { rows } = await sql<Cohorte>`
    with horizon as materialized (
      select jour as au from horizon_a_jour
    ),
    jours as (
      select
        date_part('year', jour)::int as cohorte,
        deuxiemes_dons_a_jour.*,
        jour + interval '3 months' <= au as echu_3,
        jour + interval '12 months' <= au as echu_12,
        jour + interval '24 months' <= au as echu_24
      from deuxiemes_dons_a_jour
      cross join horizon
    ),
    delais as (
      select cohorte, min(delai) as delai
      from (
        select
          cohorte, delai,
          2 * sum(nombre) over (partition by cohorte order by delai) >= sum(nombre) over (partition by cohorte)
            as atteint
        from deuxiemes_dons_delais_a_jour
      ) as cumules
      where atteint
      group by cohorte
    )
    select
      (select au from horizon) as horizon,
      cohorte,
      sum(nouveaux)::bigint as nouveaux,
      json_build_object(
        '3', coalesce(sum(nouveaux) filter (where echu_3), 0),
        '12', coalesce(sum(nouveaux) filter (where echu_12), 0),
        '24', coalesce(sum(nouveaux) filter (where echu_24), 0)
      ) as echus,
      json_build_object(
        '3', coalesce(sum(avec_3) filter (where echu_3), 0),
        '12', coalesce(sum(avec_12) filter (where echu_12), 0),
        '24', coalesce(sum(avec_24) filter (where echu_24), 0)
      ) as avec,
      min(delai) as delai
    from jours
    left join delais using (cohorte)
    group by cohorte
    order by cohorte`.execute(db)
  return {
    horizon: rows[0]?.horizon ?? null,
    data: rows.map(({ cohorte, nouveaux, echus, avec, delai }) => {
      const within = (mois: Mois) => ({
        echus: echus[mois],
        avec: avec[mois],
        sans: echus[mois] - avec[mois],
        taux: rateOf(avec[mois], echus[mois]),
      })
      return {
        cohorte,
        nouveaux,
        mois: { '3': within('3'), '12': within('12'), '24': within('24') },
        delai_median_jours: delai,
      }
    }),
  }
}
