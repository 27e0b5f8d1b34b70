import { sql } from 'kysely'
import { type DeuxiemeDon, deuxiemeDon, type Mois } from '#contract/deuxieme-don'
import { formatCount, formatPercent, plural } from '#figures/format'
import { rateOf } from '#figures/ratios'
import type { Db } from '../platform/database/connect'
import { inSnapshot } from '../platform/database/snapshot'
import { type Analysis, call, type Given } from './analysis'
import { rule } from './definition'
import { type Horizons, readHorizons } from './horizon'

export default {
  section: 'Nouveaux',
  calls: [call(deuxiemeDon, ({ db }) => readDeuxiemeDon(db))],
  definitions: defineDeuxiemeDon,
} satisfies Analysis

interface Cohorte {
  cohorte: number
  nouveaux: number
  echus: Record<Mois, number>
  avec: Record<Mois, number>
  delai: number | null
}

/** Delays of the donors whose 24 months have elapsed; recomputed if the horizon has moved since the publication. */
const delaisAt = ({ present, publie }: Horizons) =>
  present === publie
    ? sql`deuxiemes_dons_delais_a_jour`
    : sql`(
        select cohorte, delai, sum(signe) as nombre
        from (
          select * from deuxiemes_dons_echus_calcul where ensemble = 'publies'
          union all
          select * from decides_depuis(null::deuxiemes_dons_echus_calcul)
        ) as echus
        where echu_le <= ${present}::date
        group by cohorte, delai
        having sum(signe) <> 0
      )`

async function readCohortes(tx: Db, horizons: Horizons): Promise<Cohorte[]> {
  const { rows } = await sql<Cohorte>`
    with jours as (
      select
        date_part('year', jour)::int as cohorte,
        deuxiemes_dons_a_jour.*,
        jour + interval '3 months' <= ${horizons.present}::date as echu_3,
        jour + interval '12 months' <= ${horizons.present}::date as echu_12,
        jour + interval '24 months' <= ${horizons.present}::date as echu_24
      from deuxiemes_dons_a_jour
    ),
    delais as (
      select cohorte, min(delai) as delai
      from (
        select
          cohorte, delai,
          2 * sum(nombre) over (partition by cohorte order by delai) >= sum(nombre) over (partition by cohorte)
            as atteint
        from ${delaisAt(horizons)} as nombres
      ) as cumules
      where atteint
      group by cohorte
    )
    select
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
    order by cohorte`.execute(tx)
  return rows
}

const readDeuxiemeDon = (db: Db): Promise<DeuxiemeDon> =>
  inSnapshot(db, async (tx) => {
    const horizons = await readHorizons(tx)
    const cohortes = await readCohortes(tx, horizons)
    return {
      horizon: horizons.present,
      data: cohortes.map(({ cohorte, nouveaux, echus, avec, delai }) => {
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
  })

/** Defines the second gift, with the latest year that has elapsed cases as example. */
async function defineDeuxiemeDon({ db }: Given) {
  const { data } = await readDeuxiemeDon(db)
  const known = data.findLast(({ mois }) => mois['12'].echus > 0)
  return {
    'deuxieme-don': rule({
      titre: 'Deuxième don',
      formule:
        'Parmi les nouveaux d’une année dont le premier don date d’au moins 3, 12 ou 24 mois, la part de ceux qui ont donné un autre jour dans ce délai ; ceux dont le délai court encore ne comptent pas. Délai médian : en jours, la moitié des deuxièmes dons sont venus avant.',
      exemple: known
        ? `${known.cohorte}, à 12 mois : ${formatCount(known.mois['12'].avec)} sur ${plural(known.mois['12'].echus, 'nouveau échu', 'nouveaux échus')}, soit ${formatPercent(known.mois['12'].taux)}.`
        : null,
      depuis: '2026-11-22',
    }),
  }
}
