import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../database/connect'
import { KEY } from '../staging/depot'
import {
  assignments,
  centsOf,
  type Changes,
  type Comparison,
  otherColumns,
  refs,
} from './comparison'
import type { Progress } from './progress'
import { noteTouched, noteWritten } from './touched'

/**
 * Updates the changed rows and inserts the new ones, as the depot's `ecarts` name them. Returns the cents
 * that the table then has of the file: the unchanged rows', and what the table said of each row written.
 */
export async function updateTable(
  tx: Db,
  comparison: Comparison,
  { nouveaux, modifies, rows, fait }: Changes & { rows: number; fait: number },
  progress: Progress,
): Promise<number> {
  const { type, depot, columns } = comparison
  const inchanges = rows - nouveaux - modifies
  const key = sql.ref(KEY[type])
  const target = sql.table(type)
  let cents = await unchangedCents(tx, comparison)
  if (type === 'donations') await noteTouched(tx, comparison, { nouveaux, modifies })

  if (modifies > 0) {
    const travail = { fait, etape: modifies, reste: nouveaux }
    await progress('Mise à jour des lignes modifiées', travail, inchanges)
    cents += await run(
      tx,
      comparison,
      modifies,
      sql`
      update ${target} as t
      set ${assignments(otherColumns(comparison), 's')}
      from ${depot.ecarts} as e
      join ${depot.lignes} as s on s.ctid = e.place
      where not e.nouveau and t.${key} = e.${key}
    `,
    )
  }
  if (nouveaux > 0) {
    const travail = { fait: fait + modifies, etape: nouveaux, reste: 0 }
    await progress('Enregistrement des nouvelles lignes', travail, inchanges + modifies)
    cents += await run(
      tx,
      comparison,
      nouveaux,
      sql`
      insert into ${target} as t (${refs(columns)})
      select ${refs(columns, 's')}
      from ${depot.ecarts} as e
      join ${depot.lignes} as s on s.ctid = e.place
      where e.nouveau
    `,
    )
  }
  if (type === 'donations') await noteWritten(tx, comparison, { nouveaux, modifies })
  return cents
}

/** Cents of the rows that are stored already as the file has them. */
async function unchangedCents(tx: Db, { type, depot }: Comparison): Promise<number> {
  const { rows } = await sql<{ centimes: number }>`
    select (select ${centsOf(type)} from ${depot.lignes})
      - (select ${centsOf(type)} from ${depot.ecarts}) as centimes
  `.execute(tx)
  return rows[0]?.centimes ?? 0
}

/** Runs one statement that must write `expected` rows; returns the cents of those. */
async function run(
  tx: Db,
  { type }: Comparison,
  expected: number,
  statement: RawBuilder<unknown>,
): Promise<number> {
  const returned = type === 'donations' ? sql`t.order_amount` : sql`0 as order_amount`
  const { rows } = await sql<{ lignes: number; centimes: number }>`
    with ecrites as (${statement} returning ${returned})
    select count(*) as lignes, ${centsOf(type)} as centimes
    from ecrites
  `.execute(tx)
  const written = rows[0]
  if (written?.lignes !== expected) throw new Error('the table did not take every row of the file')
  return written.centimes
}
