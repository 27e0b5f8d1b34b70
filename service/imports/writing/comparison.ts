import { type RawBuilder, sql } from 'kysely'
import type { TypeFichier } from '#contract/imports'
import type { Db } from '../../platform/database/connect'
import { createFilled } from '../../platform/database/repartition'
import { type Depot, KEY } from '../staging/depot'
import type { Counting } from './count'

/** A staged file versus its target table, on the file's columns; the table's others are left alone. */
export interface Comparison {
  type: TypeFichier
  depot: Depot
  columns: string[]
}

export interface Changes {
  nouveaux: number
  modifies: number
}

/** The rows an import brings, and whether `ecarts` lists those that change something. */
export interface Extent extends Changes {
  isCompared: boolean
}

export const refs = (columns: string[], table?: string) =>
  sql.join(columns.map((name) => sql.ref(table ? `${table}.${name}` : name)))

export const assignments = (columns: string[], from: string) =>
  sql.join(columns.map((name) => sql`${sql.ref(name)} = ${sql.ref(`${from}.${name}`)}`))

export const otherColumns = ({ type, columns }: Comparison) =>
  columns.filter((name) => name !== KEY[type])

/** Whether a staged row `s` differs from the stored one `t` of its key. */
export function isOther(comparison: Comparison): RawBuilder<boolean> {
  const others = otherColumns(comparison)
  return others.length > 0
    ? sql`(${refs(others, 's')}) is distinct from (${refs(others, 't')})`
    : sql`false`
}

/**
 * Staged rows not stored yet (`nouveau`) or stored differently: their keys, their ctids in the depot, and for donations
 * their amounts. Anonymised cards stay as they are. `counting` counts each staged row.
 */
export const differing = (comparison: Comparison, counting?: Counting): RawBuilder<unknown> => {
  const key = sql.ref(KEY[comparison.type])
  const amount = comparison.type === 'donations' ? sql`, s.order_amount` : sql``
  return sql`
    select s.${key}, s.ctid as place, t.${key} is null as nouveau${amount}
    from ${pairs(comparison, counting)}
  `
}

/** Likewise as a `from`: the staged rows `s`, each with the stored one `t`, that an import would change. */
export function pairs(comparison: Comparison, counting: Counting = sql`true`): RawBuilder<unknown> {
  const { type, depot } = comparison
  const key = sql.ref(KEY[type])
  const isSilent =
    type === 'donateurs'
      ? sql`exists (select 1 from contacts_anonymises as a where a.contact_id = s.contact_id)`
      : sql`false`
  return sql`
    ${depot.lignes} as s
    left join ${sql.table(type)} as t on t.${key} = s.${key}
    where case when ${counting} then t.${key} is null or (${isOther(comparison)} and not ${isSilent}) end
  `
}

/** Stores the new and changed rows in `ecarts`, the work list of an import. */
export async function keepChanges(
  tx: Db,
  comparison: Comparison,
  counting?: Counting,
): Promise<Changes> {
  const { type, depot } = comparison
  const { ecarts } = depot
  const place = { table: ecarts, model: type, key: KEY[type] }
  await createFilled(tx, place, differing(comparison, counting))
  await sql`analyze ${ecarts}`.execute(tx)
  return countIn(tx, ecarts)
}

async function countIn(tx: Db, from: RawBuilder<unknown>): Promise<Changes> {
  const { rows } = await sql<Changes>`
    select
      count(*) filter (where nouveau) as nouveaux,
      count(*) filter (where not nouveau) as modifies
    from ${from}
  `.execute(tx)
  return rows[0] ?? { nouveaux: 0, modifies: 0 }
}
