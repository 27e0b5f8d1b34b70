import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/connect'
import { createFilled } from '../../platform/database/repartition'
import { centsOf, KEY } from '../staging/depot'
import { assignments, type Comparison, otherColumns, refs } from './comparison'

export interface Repeats {
  doublons: number
  /** Cents of rows replaced by a later line of the file. */
  centimes: number
}

/**
 * Keeps the last row of every repeated key, including short ones if completed. A row in `lignes` precedes all its
 * repeats.
 */
export async function settleRepeats(
  tx: Db,
  comparison: Comparison,
  isCompleted: boolean,
): Promise<Repeats> {
  const { type, depot, columns } = comparison
  const key = sql.ref(KEY[type])
  const { lignes, reprises, gagnantes } = depot
  const kept = isCompleted ? sql`true` : sql`not courte`
  const concerned = sql`(select * from ${reprises} where ${kept}) as concernees`
  await createFilled(
    tx,
    { table: gagnantes, model: type, key: KEY[type] },
    sql`select distinct on (${key}) * from ${concerned} order by ${key}, ligne desc`,
  )
  await sql`analyze ${gagnantes}`.execute(tx)
  const repeats = await count(tx, comparison, concerned)

  const others = otherColumns(comparison)
  if (others.length > 0)
    await sql`
      update ${lignes} as l
      set ${assignments(others, 'g')}
      from ${gagnantes} as g
      where l.${key} = g.${key}
    `.execute(tx)
  await sql`
    insert into ${lignes} (${refs(columns)})
    select ${refs(columns, 'g')}
    from ${gagnantes} as g
    where not exists (select 1 from ${lignes} as l where l.${key} = g.${key})
  `.execute(tx)
  await sql`drop table ${gagnantes}`.execute(tx)
  await sql`analyze ${lignes}`.execute(tx)
  return repeats
}

/** Counts what the last rows replace: earlier repeats, and first rows in `lignes`. */
async function count(
  tx: Db,
  { type, depot }: Comparison,
  concerned: RawBuilder<unknown>,
): Promise<Repeats> {
  const key = sql.ref(KEY[type])
  const { lignes, gagnantes } = depot
  const first = sql`${lignes} as l where exists (select 1 from ${gagnantes} as g where g.${key} = l.${key})`
  const { rows } = await sql<Repeats>`
    select
      (select count(*) from ${concerned})
        + (select count(*) from ${first})
        - (select count(*) from ${gagnantes}) as doublons,
      (select ${centsOf(type)} from ${concerned})
        + (select ${centsOf(type)} from ${first})
        - (select ${centsOf(type)} from ${gagnantes}) as centimes
  `.execute(tx)
  return rows[0] ?? { doublons: 0, centimes: 0 }
}
