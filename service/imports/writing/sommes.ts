import { type RawBuilder, sql } from 'kysely'
import { FIELDS } from '#files/entetes'
import type { Db } from '../../platform/database/connect'
import { onlyRow } from '../../platform/database/only-row'
import { KEY } from '../staging/depot'
import type { Comparison } from './comparison'

const COLUMNS = FIELDS.donations.map(({ field }) => field)

/** A gift as it will be stored: the file's columns, completed from the stored row. */
const written = (columns: string[]) =>
  sql.join(
    COLUMNS.map(
      (name) =>
        sql`${sql.ref(`${columns.includes(name) ? 's' : 't'}.${name}`)} as ${sql.ref(name)}`,
    ),
  )

/** Sums of gifts by year and bucket of contacts, see the table `sommes_dons`. */
const sumsOf = (dons: RawBuilder<unknown>, cle: string, signe: 1 | -1) => sql`
  select
    annee,
    tranche,
    ${sql.lit(signe)} * count(*) as dons,
    ${sql.lit(signe)} * (sum(order_amount) * 100)::bigint as centimes,
    ${sql.lit(signe)} * sum(empreinte) as empreintes,
    ${sql.lit(signe)} * sum(empreinte::numeric * poids) as empreintes_pesees
  from (
    select
      order_amount,
      date_part('year', order_date)::smallint as annee,
      (poids_contact(contact_id) & 255)::smallint as tranche,
      poids_contact(contact_id) as poids,
      empreinte_don(
        ${sql.lit(cle)}::bigint, id, contact_id, order_date, order_amount, order_id, codemedia_code, campaign_code,
        origincode_code, product_code
      ) as empreinte
    from (${dons}) as dons
  ) as empreints
  group by annee, tranche`

/** What an import replaces: nothing, everything, the keys of its file, or the rows it changes. */
export type Remplace = 'rien' | 'tout' | 'fichier' | 'ecarts'

/**
 * What an import brings, minus what it replaces. When it rebuilds the table, unchanged rows count on both sides:
 * reading them is cheaper than excluding them.
 */
function changes({ depot, columns }: Comparison, remplace: Remplace, cle: string) {
  const { lignes, ecarts } = depot
  const key = sql.ref(KEY.donations)
  if (remplace !== 'ecarts') {
    const fichier = sumsOf(sql`select * from ${lignes}`, cle, 1)
    if (remplace === 'rien') return fichier
    const known = sql`exists (select 1 from ${lignes} as s where s.${key} = t.${key})`
    const where = remplace === 'tout' ? sql`true` : known
    return sql`${fichier} union all ${sumsOf(sql`select * from donations as t where ${where}`, cle, -1)}`
  }
  const neuves = sql`
    select ${written(columns)}
    from ${ecarts} as e
    join ${lignes} as s on s.${key} = e.${key} and s.ctid = e.place
    left join donations as t on t.${key} = e.${key}`
  const remplacees = sql`
    select t.*
    from ${ecarts} as e
    join donations as t on t.${key} = e.${key}
    where not e.nouveau`
  return sql`${sumsOf(neuves, cle, 1)} union all ${sumsOf(remplacees, cle, -1)}`
}

/** Arguments of `inscrire_ecriture_dons`, as array literals: digests exceed the precision of a JS number. */
interface Sums {
  annees: string
  tranches: string
  dons: string
  centimes: string
  empreintes: string
  pesees: string
}

/**
 * Records what an import will add and replace, before it does: from then on, stored gifts that do not add up were
 * written by someone else.
 */
export async function noteSommes(
  tx: Db,
  fichierId: string,
  comparison: Comparison,
  remplace: Remplace,
): Promise<void> {
  if (comparison.type !== 'donations') return
  const { cle } = onlyRow(
    await sql<{ cle: string }>`select cle::text as cle from cle_sommes_dons`.execute(tx),
  )
  const { annees, tranches, dons, centimes, empreintes, pesees } = onlyRow(
    await sql<Sums>`
      with sommes as materialized (
        select
          annee,
          tranche,
          sum(dons)::bigint as dons,
          sum(centimes)::bigint as centimes,
          sum(empreintes) as empreintes,
          sum(empreintes_pesees) as empreintes_pesees
        from (${changes(comparison, remplace, cle)}) as changes
        group by annee, tranche
      )
      select
        coalesce(array_agg(annee), '{}')::text as annees,
        coalesce(array_agg(tranche), '{}')::text as tranches,
        coalesce(array_agg(dons), '{}')::text as dons,
        coalesce(array_agg(centimes), '{}')::text as centimes,
        coalesce(array_agg(empreintes), '{}')::text as empreintes,
        coalesce(array_agg(empreintes_pesees), '{}')::text as pesees
      from sommes`.execute(tx),
  )
  await sql`
    select inscrire_ecriture_dons(
      ${fichierId}::uuid, ${annees}::smallint[], ${tranches}::smallint[], ${dons}::bigint[], ${centimes}::bigint[],
      ${empreintes}::numeric[], ${pesees}::numeric[]
    )`.execute(tx)
}
