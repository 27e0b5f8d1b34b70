import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/connect'
import { centsOf, KEY } from '../staging/depot'
import { assignments, type Changes, type Comparison, otherColumns, refs } from './comparison'
import type { Pas, Progress } from './progress'

/**
 * Updates changed rows and inserts new ones, as listed in `ecarts`. Returns the cents of the file's rows in the table:
 * unchanged ones, plus those returned by each row written.
 */
export async function updateTable(
  tx: Db,
  comparison: Comparison,
  { nouveaux, modifies, rows, fait }: Changes & { rows: number; fait: number },
  progress: Progress,
): Promise<number> {
  const { type, depot, columns } = comparison
  const key = sql.ref(KEY[type])
  const target = sql.table(type)
  let cents = await unchangedCents(tx, comparison)

  if (modifies > 0) {
    const travail = { fait, etape: modifies, reste: nouveaux }
    cents += await run(
      tx,
      comparison,
      { step: 'Mise à jour des lignes modifiées', travail, lignes: modifies, traitees: rows },
      progress,
      sql`
      update ${target} as t
      set ${assignments(otherColumns(comparison), 's')}
      from ${depot.ecarts} as e
      join ${depot.lignes} as s on s.${key} = e.${key} and s.ctid = e.place
      where not e.nouveau and t.${key} = e.${key}
    `,
    )
  }
  if (nouveaux > 0) {
    const travail = { fait: fait + modifies, etape: nouveaux, reste: 0 }
    cents += await run(
      tx,
      comparison,
      { step: 'Enregistrement des nouvelles lignes', travail, lignes: nouveaux, traitees: rows },
      progress,
      sql`
      insert into ${target} as t (${refs(columns)})
      select ${refs(columns, 's')}
      from ${depot.ecarts} as e
      join ${depot.lignes} as s on s.${key} = e.${key} and s.ctid = e.place
      where e.nouveau
    `,
    )
  }
  return cents
}

/** Cents of the rows already stored as in the file. */
async function unchangedCents(tx: Db, { type, depot }: Comparison): Promise<number> {
  const { rows } = await sql<{ centimes: number }>`
    select (select ${centsOf(type)} from ${depot.lignes})
      - (select ${centsOf(type)} from ${depot.ecarts}) as centimes
  `.execute(tx)
  return rows[0]?.centimes ?? 0
}

/** Runs a step's statement, which must write all its rows; returns their cents. */
async function run(
  tx: Db,
  { type, depot }: Comparison,
  pas: Pas,
  progress: Progress,
  statement: RawBuilder<unknown>,
): Promise<number> {
  const returned = type === 'donations' ? sql`t.order_amount` : sql`0 as order_amount`
  const { rows } = await progress.counted(tx, depot, pas, (counting = sql`true`) =>
    sql<{ lignes: number; centimes: number }>`
      with ecrites as (${statement} returning ${returned}, ${counting} as comptee)
      select count(*) as lignes, ${centsOf(type)} as centimes
      from ecrites
    `.execute(tx),
  )
  const written = rows[0]
  if (written?.lignes !== pas.lignes)
    throw new Error('the table did not take every row of the file')
  await sql`call apres_ecriture(${type})`.execute(tx)
  return written.centimes
}
