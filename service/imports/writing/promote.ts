import { sql } from 'kysely'
import type { TypeFichier } from '#contract/imports'
import { FIELDS } from '#files/entetes'
import { closePassage, lockAlone } from '../../platform/database/alone'
import type { Db } from '../../platform/database/connect'
import type { Depot } from '../staging/depot'
import { type Changes, type Comparison, refs } from './comparison'
import type { Tell, Travail } from './progress'

/** From this share of changed rows on, rebuilding the table is faster than updating it. */
const LARGE_CHANGE = 0.2

/** All rows are in place: only the table swap is left. */
const MISE_EN_PLACE: Travail = { fait: 1, etape: 0, reste: 0 }

/** Counts the stored donations. */
export async function countStored(tx: Db): Promise<number> {
  const { rows } = await sql<{ nombre: number }>`select count(*) as nombre from donations`.execute(
    tx,
  )
  return rows[0]?.nombre ?? 0
}

/** Row count from the statistics, instant; 0 if there are none yet. */
export async function estimateStored(tx: Db, type: TypeFichier): Promise<number> {
  const { rows } = await sql<{ nombre: number }>`
    select coalesce(sum(greatest(reltuples, 0)), 0)::bigint as nombre
    from pg_class
    where relkind = 'r'
      and (oid = ${type}::text::regclass
        or oid in (select inhrelid from pg_inherits where inhparent = ${type}::text::regclass))
  `.execute(tx)
  return rows[0]?.nombre ?? 0
}

export async function isEmpty(tx: Db): Promise<boolean> {
  const { rows } = await sql`select 1 from donations limit 1`.execute(tx)
  return rows.length === 0
}

/** Whether to rebuild the table; the file must have every column. */
export async function isLargeChange(
  tx: Db,
  { columns }: Comparison,
  { nouveaux, modifies }: Changes,
): Promise<boolean> {
  if (columns.length < FIELDS.donations.length) return false
  const stored = (await estimateStored(tx, 'donations')) || (await countStored(tx))
  return nouveaux + modifies > stored * LARGE_CHANGE
}

/**
 * Turns the depot's table into the donations table: copies the `kept` stored rows missing from the file, builds every
 * index of the old table, and swaps the tables in an instant, while views keep reading `donations`. Returns the cents
 * of the file's rows.
 */
export async function promote(
  tx: Db,
  { depot }: Comparison,
  { rows, kept, fait }: { rows: number; kept: number; fait: number },
  progress: Tell,
): Promise<number> {
  const { rows: sums } = await sql<{ lignes: number; centimes: number }>`
    select count(*) as lignes, coalesce(sum(order_amount), 0) * 100 as centimes from ${depot.lignes}
  `.execute(tx)
  if (sums[0]?.lignes !== rows) throw new Error('the new table has not the rows of the file')
  const tell = (step: string, travail: Travail) => progress(step, travail, rows)
  if (kept > 0) {
    await tell('Reprise des dons absents du fichier', { fait, etape: kept, reste: rows + kept })
    await keepOthers(tx, depot, kept)
  }
  await buildIndexes(tx, depot, { rows: rows + kept, fait: fait + kept }, tell)
  await tell('Mise en place', MISE_EN_PLACE)
  const sayWaiting = () => tell('Attente de la fin d’un calcul', MISE_EN_PLACE)
  const lock = async () => {
    await closePassage(tx)
    await sql`lock table donations in access exclusive mode`.execute(tx)
  }
  await lockAlone(tx, lock, sayWaiting)
  await swap(tx, depot)
  await countWrite(tx)
  return sums[0].centimes
}

/** Attaching a partition does not count as a write. */
async function countWrite(tx: Db): Promise<void> {
  await sql`update donations_version set version = version + 1`.execute(tx)
}

async function keepOthers(tx: Db, { lignes }: Depot, kept: number): Promise<void> {
  const columns = FIELDS.donations.map(({ field }) => field)
  const { numAffectedRows } = await sql`
    insert into ${lignes} (${refs(columns)})
    select ${refs(columns, 't')}
    from donations as t
    where not exists (select 1 from ${lignes} as l where l.id = t.id)
  `.execute(tx)
  if (numAffectedRows !== BigInt(kept)) throw new Error('the new table lacks stored donations')
  await sql`analyze ${lignes}`.execute(tx)
}

/** Replicates every constraint and index of `donations` on the depot's table. */
async function buildIndexes(
  tx: Db,
  { lignes }: Depot,
  work: { rows: number; fait: number },
  progress: Tell,
): Promise<void> {
  const { rows } = await sql<{ definition: string; unique: boolean; contrainte: string | null }>`
    select
      pg_get_indexdef(i.indexrelid) as definition,
      i.indisunique as unique,
      pg_get_constraintdef(c.oid) as contrainte
    from pg_index as i
    left join pg_constraint as c on c.conindid = i.indexrelid and c.contype in ('p', 'u')
    where i.indrelid = 'donations'::regclass
    order by i.indexrelid
  `.execute(tx)
  for (const [index, { definition, unique, contrainte }] of rows.entries()) {
    const step = `Construction des index (${index + 1} sur ${rows.length})`
    await progress(step, {
      fait: work.fait + index * work.rows,
      etape: work.rows,
      reste: (rows.length - 1 - index) * work.rows,
    })
    const using = definition.slice(definition.indexOf(' USING '))
    const statement = contrainte
      ? sql`alter table ${lignes} add ${sql.raw(contrainte)}`
      : sql`create ${sql.raw(unique ? 'unique index' : 'index')} on ${lignes} ${sql.raw(using)}`
    await statement.execute(tx)
  }
}

/** Replaces the only partition of `donations` by the depot's table. */
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
