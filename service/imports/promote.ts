import { sql } from 'kysely'
import type { Db } from '../database/connect'
import type { Changes, Comparison } from './difference'
import type { Depot } from './staging'
import type { Progress } from './write'

/**
 * A first load: the depot's own table becomes the table of the donations. Undefined where this does not fit:
 * other tables, or donations that are already there.
 */
export async function promote(
  tx: Db,
  { type, depot }: Comparison,
  rows: number,
  progress: Progress,
): Promise<(Changes & { centimes: number }) | undefined> {
  if (type !== 'donations') return undefined
  const { rows: found } = await sql`select from donations limit 1`.execute(tx)
  if (found.length > 0) return undefined
  await indexLike(tx, depot, progress)
  await progress('Mise en place', 90, rows)
  await swap(tx, depot)
  const { rows: sums } = await sql<{ lignes: number; centimes: number }>`
    select count(*) as lignes, coalesce(sum(order_amount), 0) * 100 as centimes from donations
  `.execute(tx)
  const sum = sums[0]
  if (sum?.lignes !== rows) throw new Error('the table has not the rows of the file')
  return { nouveaux: rows, modifies: 0, centimes: sum.centimes }
}

/** Gives the depot's table every index of `donations`, whatever they are, and its primary key. */
async function indexLike(tx: Db, { lignes }: Depot, progress: Progress): Promise<void> {
  const { rows } = await sql<{ definition: string; cle: boolean; contrainte: string | null }>`
    select
      pg_get_indexdef(i.indexrelid) as definition,
      i.indisprimary as cle,
      pg_get_constraintdef(c.oid) as contrainte
    from pg_index as i
    left join pg_constraint as c on c.conindid = i.indexrelid and c.contype in ('p', 'u')
    where i.indrelid = 'donations'::regclass
    order by i.indexrelid
  `.execute(tx)
  for (const [index, { definition, contrainte }] of rows.entries()) {
    await progress(
      `Construction des index (${index + 1} sur ${rows.length})`,
      40 + (45 * index) / rows.length,
    )
    if (contrainte) await sql`alter table ${lignes} add ${sql.raw(contrainte)}`.execute(tx)
    else {
      const unique = definition.startsWith('CREATE UNIQUE') ? sql`unique` : sql``
      const [, using] = definition.split(/ ON (?:ONLY )?\S+ (?=USING )/)
      await sql`create ${unique} index on ${lignes} ${sql.raw(using ?? '')}`.execute(tx)
    }
  }
}

/** Puts the depot's table in the place of the one partition of `donations`; views notice nothing. */
async function swap(tx: Db, { lignes, nom }: Depot): Promise<void> {
  const { rows } = await sql<{ schema: string; ancienne: string; bornes: string }>`
    select
      c.relnamespace::regnamespace::text as schema,
      c.relname as ancienne,
      pg_get_expr(c.relpartbound, c.oid) as bornes
    from pg_inherits as h
    join pg_class as c on c.oid = h.inhrelid
    where h.inhparent = 'donations'::regclass
  `.execute(tx)
  const [old, ...others] = rows
  if (!old || others.length > 0) throw new Error('donations has not exactly one partition')
  const place = sql.table(`${old.schema}.${old.ancienne}`)
  await sql`alter table donations detach partition ${place}`.execute(tx)
  await sql`drop table ${place}`.execute(tx)
  await sql`alter table ${lignes} set schema ${sql.id(old.schema)}`.execute(tx)
  const moved = sql.table(`${old.schema}.lignes_${nom}`)
  await sql`alter table ${moved} rename to ${sql.id(old.ancienne)}`.execute(tx)
  await sql`alter table donations attach partition ${place} ${sql.raw(old.bornes)}`.execute(tx)
}
